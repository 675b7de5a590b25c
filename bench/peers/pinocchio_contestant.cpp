#include "contestant.hpp"
#include "pinocchio_model.hpp"
#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/center-of-mass.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <algorithm>

/// Pinocchio by its headers.
namespace tandem::bench {
namespace {

namespace pin = pinocchio;
using Eigen::MatrixXd, Eigen::VectorXd, Eigen::Vector3d;

/// Where each number of tandem's order stands in Pinocchio's: its free joints have q (position; quaternion x y z w)
/// and v (linear; angular), its spherical ones q (quaternion x y z w).
struct Order {
  std::vector<int> q, v;

  Order(const Tree& tree, const pin::Model& model) : q(model.nq), v(model.nv) {
    int at_q = 0, at_v = 0;
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
      const int first_q = model.joints[i + 1].idx_q(), first_v = model.joints[i + 1].idx_v();
      if (tree.bodies[i].joint == TreeJoint::free) {
        for (const int k : {6, 3, 4, 5, 0, 1, 2}) q[at_q++] = first_q + k;
        for (const int k : {3, 4, 5, 0, 1, 2}) v[at_v++] = first_v + k;
      } else if (tree.bodies[i].joint == TreeJoint::spherical) {
        for (const int k : {3, 0, 1, 2}) q[at_q++] = first_q + k;
        for (const int k : {0, 1, 2}) v[at_v++] = first_v + k;
      } else {
        for (int k = 0; k < coordinates_of(tree.bodies[i].joint); ++k) {
          q[at_q++] = first_q + k;
          v[at_v++] = first_v + k;
        }
      }
    }
  }
};

VectorXd ordered(const std::vector<double>& numbers, const std::vector<int>& order) {
  VectorXd result(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) result(order[i]) = numbers[i];
  return result;
}

class PinocchioContestant : public Contestant {
 public:
  PinocchioContestant(const Tree& tree, const std::vector<TreeState>& states, Variant variant)
      : model_(model_of(tree)),
        data_(model_),
        order_(tree, model_),
        is_local_(variant == Variant::local),
        convention_(is_local_ ? pin::Convention::LOCAL : pin::Convention::WORLD) {
    for (const TreeState& state : states) {
      states_.push_back({ordered(state.q, order_.q), ordered(state.v, order_.v), ordered(state.a, order_.v)});
    }
  }

  bool can(Task task) const override {
    if (task == Task::hybrid_derivatives || task == Task::number_derivatives) return false;
    return !is_local_ || task == Task::forward_dynamics || task == Task::mass_matrix;
  }

  void run(Task task, int sweeps) override {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (const State& state : states_) {
        compute(task, state);
        clobber_memory();
      }
    }
  }

  std::vector<double> answer(Task task, int state) override {
    data_.M.setZero();
    data_.Minv.setZero();
    compute(task, states_[state]);
    switch (task) {
      case Task::inverse_dynamics:
        return back(data_.tau);
      case Task::forward_dynamics:
        return back(data_.ddq);
      case Task::mass_matrix:
        return full(data_.M);
      case Task::mass_matrix_inverse:
        return full(data_.Minv);
      case Task::inverse_derivatives:
        return joined({square(data_.dtau_dq), square(data_.dtau_dv), full(data_.M)});
      case Task::forward_derivatives:
        return joined({square(data_.ddq_dq), square(data_.ddq_dv), full(data_.Minv)});
      case Task::hybrid_derivatives:
      case Task::number_derivatives:
        break;
      case Task::frame_jacobian:
        return jacobian();
      case Task::centre_of_mass:
        return {data_.com[0].x(), data_.com[0].y(), data_.com[0].z()};
    }
    return {};
  }

 private:
  struct State {
    VectorXd q, v, a;
  };

  void compute(Task task, const State& state) {
    switch (task) {
      case Task::inverse_dynamics:
        pin::rnea(model_, data_, state.q, state.v, state.a);
        break;
      case Task::forward_dynamics:
        pin::aba(model_, data_, state.q, state.v, state.a, convention_);
        break;
      case Task::mass_matrix:
        pin::crba(model_, data_, state.q, convention_);
        break;
      case Task::mass_matrix_inverse:
        pin::computeMinverse(model_, data_, state.q);
        break;
      case Task::inverse_derivatives:
        pin::computeRNEADerivatives(model_, data_, state.q, state.v, state.a);
        break;
      case Task::forward_derivatives:
        pin::computeABADerivatives(model_, data_, state.q, state.v, state.a);
        break;
      case Task::hybrid_derivatives:
      case Task::number_derivatives:
        break;
      case Task::frame_jacobian:
        pin::computeJointJacobians(model_, data_, state.q);
        break;
      case Task::centre_of_mass:
        pin::centerOfMass(model_, data_, state.q);
        break;
    }
  }

  std::vector<double> back(const VectorXd& x) const {
    std::vector<double> result;
    for (const int i : order_.v) result.push_back(x(i));
    return result;
  }
  /// Pinocchio fills the upper triangle only.
  std::vector<double> full(const MatrixXd& upper) const {
    std::vector<double> result;
    for (const int j : order_.v) {
      for (const int i : order_.v) result.push_back(upper(std::min(i, j), std::max(i, j)));
    }
    return result;
  }
  template <class Matrix>
  std::vector<double> square(const Matrix& m) const {
    std::vector<double> result;
    for (const int j : order_.v) {
      for (const int i : order_.v) result.push_back(m(i, j));
    }
    return result;
  }
  static std::vector<double> joined(const std::vector<std::vector<double>>& parts) {
    std::vector<double> all;
    for (const std::vector<double>& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  std::vector<double> jacobian() {
    MatrixXd J = MatrixXd::Zero(6, model_.nv);
    pin::getJointJacobian(model_, data_, model_.njoints - 1, pin::LOCAL, J);
    std::vector<double> result;
    for (const int j : order_.v) {
      for (const int i : {3, 4, 5, 0, 1, 2}) result.push_back(J(i, j));
    }
    return result;
  }

  pin::Model model_;
  pin::Data data_;
  Order order_;
  bool is_local_;
  pin::Convention convention_;
  std::vector<State> states_;
};

}  // namespace
}  // namespace tandem::bench

extern "C" tandem::bench::Contestant* TANDEM_BENCH_MAKE(const tandem::bench::Tree& tree,
                                                        const std::vector<tandem::bench::TreeState>& states,
                                                        tandem::bench::Variant variant) {
  return new tandem::bench::PinocchioContestant(tree, states, variant);
}
