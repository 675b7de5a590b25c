#include <tandem/ocp/refined_control.hpp>

#include <tandem/ocp/certificate_checks.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr int kMostSteps = 20;
constexpr double kFlat = 1e-9;  ///< a slope below this share of its terms says nothing

/// H by u at the knots of one phase.
class KnotHamiltonian {
 public:
  KnotHamiltonian(const Problem& problem, const Solution& solution, int phase)
      : replay_(problem, solution, phase), function_(knot_function_of(replay_)) {
    batch_.resize(function_->inputs(), function_->outputs(), 1);
    const Phase& own = replay_.phase();
    batch_.weights.setZero();
    if (own.running_cost) batch_.weights(states(), 0) = problem.is_maximised() ? -1.0 : 1.0;
    const int first = function_->outputs() - static_cast<int>(own.integral_constraints.size());
    for (std::size_t i = 0; i < own.integral_constraints.size(); ++i) {
      const auto found = solution.multipliers.find(own.name + "/integral/" + own.integral_constraints[i].name);
      if (found == solution.multipliers.end()) continue;
      batch_.weights(first + static_cast<int>(i), 0) = found->second.at(0);
    }
    bounds();
  }

  Eigen::MatrixXd minimise() {
    Eigen::MatrixXd refined(controls(), replay_.intervals() + 1);
    for (int k = 0; k <= replay_.intervals(); ++k) refined.col(k) = minimise_at(k);
    return refined;
  }

 private:
  int states() const { return replay_.phase().state_count; }
  int controls() const { return replay_.phase().control_count; }

  void bounds() {
    lower_.resize(controls());
    upper_.resize(controls());
    for (int i = 0; i < controls(); ++i) {
      const Range& range = replay_.phase().controls[i].bounds;
      lower_(i) = range.lower.at(replay_.numbers());
      upper_(i) = range.upper.at(replay_.numbers());
    }
  }

  void set_knot(int k) {
    const PhaseSolution& series = replay_.series();
    const bool last = k == replay_.intervals();
    batch_.inputs.col(0).head(states()) = series.states.col(k);
    batch_.inputs(states() + controls(), 0) = series.time(k);
    batch_.weights.col(0).head(states()) = last ? series.costates_before.col(k) : series.costates.col(k);
    const int paths = static_cast<int>(replay_.phase().path_constraints.size());
    const int point = last ? replay_.tableau().right_point : replay_.tableau().left_point;
    if (paths == 0) return;
    auto weights = batch_.weights.col(0).segment(states() + (replay_.phase().running_cost ? 1 : 0), paths);
    weights.setZero();
    if (point >= 0) {
      weights = series.path_multipliers.col((last ? k - 1 : k) * replay_.tableau().point_count() + point);
    }
  }

  /// Newton's steps on the controls that are not held by a bound.
  Eigen::VectorXd minimise_at(int k) {
    set_knot(k);
    const bool last = k == replay_.intervals();
    Eigen::VectorXd u = replay_.control(last ? k - 1 : k, last ? 1.0 : 0.0).cwiseMax(lower_).cwiseMin(upper_);
    for (int step = 0; step < kMostSteps; ++step) {
      batch_.inputs.col(0).segment(states(), controls()) = u;
      function_->evaluate(batch_, 0, 1, Level::hessian);
      const Eigen::VectorXd next = (u + newton_step(u)).cwiseMax(lower_).cwiseMin(upper_);
      const double change = (next - u).cwiseAbs().maxCoeff();
      u = next;
      if (!(change > 1e-14 * (1.0 + u.cwiseAbs().maxCoeff()))) break;
    }
    return u;
  }

  Eigen::VectorXd newton_step(const Eigen::VectorXd& u) const {
    const auto by_control = batch_.jacobian(0).middleCols(states(), controls());
    const Eigen::VectorXd slope = by_control.transpose() * batch_.weights.col(0);
    const Eigen::VectorXd terms =
        (batch_.weights.col(0).asDiagonal() * by_control).cwiseAbs().colwise().maxCoeff().transpose();
    Eigen::MatrixXd curvature = batch_.hessian(0).block(states(), states(), controls(), controls());
    Eigen::VectorXd step = -slope;
    for (int i = 0; i < controls(); ++i) {
      const bool held = (u(i) <= lower_(i) && slope(i) > 0.0) || (u(i) >= upper_(i) && slope(i) < 0.0);
      const bool linear = !(curvature(i, i) > kFlat * terms(i));
      if (!held && !linear) continue;
      curvature.row(i).setZero();
      curvature.col(i).setZero();
      curvature(i, i) = 1.0;
      const double bound = slope(i) > 0.0 ? lower_(i) : upper_(i);
      const bool moves = !held && std::abs(slope(i)) > kFlat * terms(i) && std::isfinite(bound);
      step(i) = moves ? bound - u(i) : 0.0;
    }
    return curvature.ldlt().solve(step);
  }

  Replay replay_;
  std::unique_ptr<KnotFunction> function_;
  KnotBatch batch_;
  Eigen::VectorXd lower_, upper_;
};

}  // namespace

std::vector<Eigen::MatrixXd> refined_controls(const Problem& problem, const Solution& solution) {
  std::vector<Eigen::MatrixXd> all;
  for (int i = 0; i < static_cast<int>(problem.phases().size()); ++i) {
    all.push_back(KnotHamiltonian(problem, solution, i).minimise());
  }
  return all;
}

}  // namespace tandem
