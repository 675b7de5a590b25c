#include <tandem/core/pack.hpp>
#include <tandem/derivatives/forward_dynamics_derivatives.hpp>
#include <tandem/derivatives/inverse_dynamics_derivatives.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "contestant.hpp"
#include "tandem_model.hpp"

#include <type_traits>

/// tandem, with double or with packs of four states.
namespace tandem::bench {
namespace {

template <class S>
class TandemContestant : public Contestant {
 public:
  TandemContestant(const Tree& tree, const std::vector<TreeState>& states)
      : model_(model_of(tree)),
        parameters_(model_.parameters().cast<S>()),
        derivative_ws_(model_, 10),
        ws_(derivative_ws_.recursions),
        out_(model_.nv()),
        matrix_(model_.nv(), model_.nv()),
        by_(3, matrix_),
        by_numbers_(model_.nv(), 10),
        some_driven_(model_.body_count(), Drive::force),
        none_driven_(some_driven_),
        jacobian_(6, model_.nv()) {
    for (int i = 0; i < model_.body_count(); i += 2) some_driven_[i] = Drive::motion;
    for (int k = 0; k < 10; ++k) {
      numbers_.push_back({ModelNumber::Kind::inertia, (model_.body_count() + 1) / 2, k});
    }
    for (std::size_t k = 0; k + kWidth <= states.size(); k += kWidth) {
      State state{VectorX<S>(model_.nq()), VectorX<S>(model_.nv()), VectorX<S>(model_.nv())};
      for (int lane = 0; lane < kWidth; ++lane) {
        put(states[k + lane].q, lane, state.q);
        put(states[k + lane].v, lane, state.v);
        put(states[k + lane].a, lane, state.a);
      }
      states_.push_back(state);
    }
  }

  bool can(Task) const override { return true; }

  void run(Task task, int sweeps) override {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (const State& state : states_) {
        compute(task, state);
        clobber_memory();
      }
    }
  }

  std::vector<double> answer(Task task, int state) override {
    compute(task, states_[state / kWidth]);
    const int lane = state % kWidth;
    switch (task) {
      case Task::inverse_dynamics:
      case Task::forward_dynamics:
        return numbers(out_.data(), out_.size(), lane);
      case Task::mass_matrix:
      case Task::mass_matrix_inverse:
        return numbers(matrix_.data(), matrix_.size(), lane);
      case Task::inverse_derivatives:
      case Task::forward_derivatives:
      case Task::hybrid_derivatives:
      case Task::number_derivatives:
        return derivatives(lane);
      case Task::frame_jacobian:
        return numbers(jacobian_.data(), jacobian_.size(), lane);
      case Task::centre_of_mass:
        return numbers(&com_.x, 3, lane);
    }
    return {};
  }

 private:
  static constexpr int kWidth = sizeof(S) / sizeof(double);
  struct State {
    VectorX<S> q, v, a;
  };

  static void put(const std::vector<double>& numbers, int lane, VectorX<S>& into) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if constexpr (std::is_same_v<S, double>) {
        into(i) = numbers[i];
      } else {
        into(i).set(lane, numbers[i]);
      }
    }
  }
  static std::vector<double> numbers(const S* from, long count, int lane) {
    std::vector<double> result;
    for (long i = 0; i < count; ++i) {
      if constexpr (std::is_same_v<S, double>) {
        result.push_back(from[i]);
      } else {
        result.push_back(from[i][lane]);
      }
    }
    return result;
  }

  std::vector<double> derivatives(int lane) const {
    std::vector<double> all;
    for (const MatrixX<S>& block : by_) {
      const std::vector<double> entries = numbers(block.data(), block.size(), lane);
      all.insert(all.end(), entries.begin(), entries.end());
    }
    return all;
  }

  void differentiate(const State& s, const std::vector<Drive>& drives, std::span<const ModelNumber> by) {
    Eigen::Map<MatrixX<S>> by_numbers(by_numbers_.data(), model_.nv(), static_cast<long>(by.size()));
    hybrid_dynamics_derivatives<S>(model_, parameters_, derivative_ws_, s.q, s.v, std::span<const Drive>(drives), s.a,
                                   out_, by_[0], by_[1], by_[2], by, by_numbers);
  }

  void compute(Task task, const State& s) {
    switch (task) {
      case Task::inverse_dynamics:
        inverse_dynamics(model_, parameters_, ws_, s.q, s.v, s.a, out_);
        break;
      case Task::forward_dynamics:
        forward_dynamics(model_, parameters_, ws_, s.q, s.v, s.a, out_);
        break;
      case Task::mass_matrix:
        mass_matrix(model_, parameters_, ws_, s.q, matrix_);
        break;
      case Task::mass_matrix_inverse:
        mass_matrix_inverse(model_, parameters_, ws_, s.q, matrix_);
        break;
      case Task::inverse_derivatives:
        inverse_dynamics_derivatives(model_, parameters_, derivative_ws_, s.q, s.v, s.a, by_[0], by_[1], by_[2]);
        break;
      case Task::forward_derivatives:
        forward_dynamics_derivatives(model_, parameters_, derivative_ws_, s.q, s.v, s.a, out_, by_[0], by_[1], by_[2]);
        break;
      case Task::hybrid_derivatives:
        differentiate(s, some_driven_, {});
        break;
      case Task::number_derivatives:
        differentiate(s, none_driven_, numbers_);
        break;
      case Task::frame_jacobian: {
        const Frame last{"last", model_.body_count() - 1};
        frame_jacobian(model_, parameters_, ws_, s.q, last, jacobian_);
        break;
      }
      case Task::centre_of_mass:
        com_ = centre_of_mass(model_, parameters_, ws_, s.q, s.v).position;
        break;
    }
  }

  Model model_;
  Parameters<S> parameters_;
  DerivativeWorkspace<S> derivative_ws_;
  Workspace<S>& ws_;
  std::vector<State> states_;
  VectorX<S> out_;
  MatrixX<S> matrix_;
  std::vector<MatrixX<S>> by_;
  MatrixX<S> by_numbers_;
  std::vector<Drive> some_driven_, none_driven_;
  std::vector<ModelNumber> numbers_;
  MatrixX<S> jacobian_;
  Vec3<S> com_;
};

}  // namespace
}  // namespace tandem::bench

extern "C" tandem::bench::Contestant* TANDEM_BENCH_MAKE(const tandem::bench::Tree& tree,
                                                        const std::vector<tandem::bench::TreeState>& states,
                                                        tandem::bench::Variant variant) {
  using namespace tandem;
  if (variant == bench::Variant::pack4) return new bench::TandemContestant<Pack4>(tree, states);
  return new bench::TandemContestant<double>(tree, states);
}
