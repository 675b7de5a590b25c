#include <tandem/dynamics/loop_projection.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/loop_equations.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

constexpr int kMostSteps = 50;
constexpr double kLongestStep = 1.5;  ///< rad or m

/// The coordinates of joints in clusters: each is the integral of one velocity.
std::vector<std::pair<int, int>> moved_coordinates(const LoopEquations& equations) {
  std::vector<std::pair<int, int>> moved;
  for (const Cluster& cluster : equations.clusters()) {
    for (int f = 0; f < cluster.freedom_count(); ++f) {
      moved.emplace_back(cluster.coordinates[f], cluster.freedoms[f]);
    }
  }
  return moved;
}

using Factors = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

/// For the least x with J x = right, as closely as that is possible.
Factors factored(const Eigen::MatrixXd& J) {
  Factors factors;
  factors.setThreshold(1e-8);
  factors.compute(J);
  return factors;
}

Eigen::VectorXd shortened(const Eigen::VectorXd& change) {
  return change * std::min(1.0, kLongestStep / change.cwiseAbs().maxCoeff());
}

/// The least |J x - right|^2 + damping |x|^2.
Eigen::VectorXd damped_change(const Eigen::MatrixXd& J, const Eigen::VectorXd& right, double damping) {
  Eigen::MatrixXd square = J * J.transpose();
  square.diagonal().array() += damping;
  return J.transpose() * square.ldlt().solve(right);
}

/// One way from a guess to where all loops are closed.
class WayToClosed {
 public:
  WayToClosed(const Model& model, const Parameters<double>& parameters, Eigen::VectorXd& q)
      : parameters_(parameters),
        equations_(model),
        moved_(moved_coordinates(equations_)),
        ws_(model),
        q_(q),
        still_(Eigen::VectorXd::Zero(model.tree().nv())) {
    evaluate();
  }

  int close() {
    int steps = 0;
    while (miss() > 1e-13 && steps < kMostSteps && step()) ++steps;
    check_closed();
    return steps;
  }

 private:
  double miss() const { return equations_.rows() == 0 ? 0.0 : equations_.gap().cwiseAbs().maxCoeff(); }
  void evaluate() { equations_.evaluate(parameters_, ws_, q_, still_); }

  /// Newton's least step, that with the gap's curvature along it taken off as well (Chebyshev's), half and twice of it:
  /// whichever brings the loops nearest; damped more and more where none does.
  bool step() {
    const Eigen::VectorXd start = q_, right = -equations_.gap();
    const double before = right.norm();
    const Eigen::MatrixXd J = equations_.jacobian();
    double best = before;
    Eigen::VectorXd best_q = start;
    const auto try_change = [&](const Eigen::VectorXd& change) {
      move(start, change);
      if (!(equations_.gap().norm() < best)) return;
      best = equations_.gap().norm();
      best_q = q_;
    };
    const Factors factors = factored(J);
    const Eigen::VectorXd straight = shortened(factors.solve(right)),
                          bend = factors.solve(curvature(start, straight)) * -0.5;
    try_change(straight);
    if (bend.norm() < 0.5 * straight.norm()) try_change(straight + bend);
    try_change(0.5 * straight);
    try_change(2 * straight);
    for (double damping = before * before; best >= before && before > 1e-12 && damping < 1e6; damping *= 10) {
      try_change(shortened(damped_change(J, right, damping)));
    }
    q_ = best_q;
    evaluate();
    return best < before;
  }

  /// Second derivative of the gap along a way: what velocities along it leave of its acceleration.
  Eigen::VectorXd curvature(const Eigen::VectorXd& start, const Eigen::VectorXd& way) {
    equations_.evaluate(parameters_, ws_, start, way);
    return equations_.turning();
  }

  void move(const Eigen::VectorXd& start, const Eigen::VectorXd& change) {
    q_ = start;
    for (const auto& [coordinate, freedom] : moved_) q_(coordinate) += change(freedom);
    evaluate();
  }

  void check_closed() const {
    int worst = 0;
    if (miss() > 0) equations_.gap().cwiseAbs().maxCoeff(&worst);
    if (miss() < 1e-12) return;
    throw NumericalError(fmt::format("{}: cannot be closed from here, it misses by {:.3g} {}",
                                     equations_.name_of(worst), miss(), equations_.unit_of(worst)));
  }

  const Parameters<double>& parameters_;
  LoopEquations equations_;
  std::vector<std::pair<int, int>> moved_;
  Workspace<double> ws_;
  Eigen::VectorXd& q_;
  Eigen::VectorXd still_;
};

}  // namespace

ProjectedState project(const Model& model, const Parameters<double>& parameters, In<double> tree_q, In<double> tree_v) {
  ProjectedState state{tree_q, tree_v, 0};
  normalize<double>(model.tree(), state.q);
  state.steps = WayToClosed(model, parameters, state.q).close();
  LoopEquations equations(model);
  Workspace<double> ws(model);
  equations.evaluate(parameters, ws, state.q, state.v);
  if (equations.rows() > 0) state.v -= factored(equations.jacobian()).solve(equations.jacobian() * state.v);
  return state;
}

ProjectedState project(const Model& model, In<double> tree_q, In<double> tree_v) {
  return project(model, model.parameters(), tree_q, tree_v);
}

void check_consistent(const Model& model, const Parameters<double>& parameters, In<double> tree_q, In<double> tree_v,
                      double tolerance) {
  LoopEquations equations(model);
  Workspace<double> ws(model);
  equations.evaluate(parameters, ws, tree_q, tree_v);
  const Eigen::VectorXd rates = equations.jacobian() * tree_v;
  for (int row = 0, next; row < equations.rows(); row = next) {
    // All of one loop and unit together.
    next = row + 1;
    const auto belongs = [&](int other) {
      return equations.name_of(other) == equations.name_of(row) && equations.unit_of(other) == equations.unit_of(row);
    };
    while (next < equations.rows() && belongs(next)) ++next;
    const double gap = equations.gap().segment(row, next - row).norm(), rate = rates.segment(row, next - row).norm();
    require(gap <= tolerance, "model '{}': {} is open by {:.3g} {}: project() closes it", model.name(),
            equations.name_of(row), gap, equations.unit_of(row));
    require(rate <= tolerance, "model '{}': velocities break {}, by {:.3g} {}/s: project() takes that out of them",
            model.name(), equations.name_of(row), rate, equations.unit_of(row));
  }
}

Eigen::VectorXd own_coordinates(const Model& model, In<double> tree_q) {
  if (!model.has_loops()) return tree_q;
  Eigen::VectorXd q(model.nq());
  const std::vector<int>& own = model.clusters().own_coordinate;
  for (int i = 0; i < tree_q.size(); ++i) {
    if (own[i] >= 0) q(own[i]) = tree_q(i);
  }
  return q;
}

Eigen::VectorXd own_velocities(const Model& model, In<double> tree_v) {
  if (!model.has_loops()) return tree_v;
  Eigen::VectorXd v(model.nv());
  const std::vector<int>& own = model.clusters().own_velocity;
  for (int d = 0; d < tree_v.size(); ++d) {
    if (own[d] >= 0) v(own[d]) = tree_v(d);
  }
  return v;
}

Eigen::VectorXd on_all_joints(const Model& model, In<double> tau) {
  if (!model.has_loops()) return tau;
  Eigen::VectorXd tree_tau = Eigen::VectorXd::Zero(model.tree().nv());
  const std::vector<int>& own = model.clusters().own_velocity;
  for (int d = 0; d < tree_tau.size(); ++d) {
    if (own[d] >= 0) tree_tau(d) = tau(own[d]);
  }
  return tree_tau;
}

}  // namespace tandem
