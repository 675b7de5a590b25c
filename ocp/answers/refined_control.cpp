#include <tandem/ocp/answers/refined_control.hpp>

#include <tandem/ocp/answers/phase_hamiltonian.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr int kMostRefiningSteps = 20;
constexpr double kFlat = 1e-9;  ///< a slope below this share of its terms says nothing

/// Projected Newton on H by u at the knots of one phase.
class ControlRefiner {
 public:
  ControlRefiner(const Problem& problem, const Solution& solution, int phase) : hamiltonian_(problem, solution, phase) {
    const std::span<const double> numbers = hamiltonian_.replay().numbers();
    lower_.resize(controls());
    upper_.resize(controls());
    for (int i = 0; i < controls(); ++i) {
      const Range& range = hamiltonian_.phase().controls[i].bounds;
      lower_(i) = range.lower.at(numbers);
      upper_(i) = range.upper.at(numbers);
    }
  }

  Eigen::MatrixXd minimise() {
    Eigen::MatrixXd refined(controls(), hamiltonian_.replay().intervals() + 1);
    for (int k = 0; k < refined.cols(); ++k) refined.col(k) = minimise_at(k);
    return refined;
  }

 private:
  int controls() const { return hamiltonian_.phase().control_count; }

  /// Newton's steps on the controls that are not held by a bound.
  Eigen::VectorXd minimise_at(int k) {
    Eigen::VectorXd u = hamiltonian_.control_at_knot(k).cwiseMax(lower_).cwiseMin(upper_);
    for (int step = 0; step < kMostRefiningSteps; ++step) {
      const Eigen::VectorXd next = (u + newton_step(hamiltonian_.at_knot(k, u), u)).cwiseMax(lower_).cwiseMin(upper_);
      const double change = (next - u).cwiseAbs().maxCoeff();
      u = next;
      if (!(change > 1e-14 * (1.0 + u.cwiseAbs().maxCoeff()))) break;
    }
    return u;
  }

  Eigen::VectorXd newton_step(const Hamiltonian& h, const Eigen::VectorXd& u) const {
    Eigen::MatrixXd curvature = h.control_curvature;
    Eigen::VectorXd step = -h.by_control;
    for (int i = 0; i < controls(); ++i) {
      const double slope = h.by_control(i), flat = kFlat * h.control_terms(i);
      const bool held = (u(i) <= lower_(i) && slope > 0.0) || (u(i) >= upper_(i) && slope < 0.0);
      const bool linear = !(curvature(i, i) > flat);
      if (!held && !linear) continue;
      curvature.row(i).setZero();
      curvature.col(i).setZero();
      curvature(i, i) = 1.0;
      const double bound = slope > 0.0 ? lower_(i) : upper_(i);
      const bool moves = !held && std::abs(slope) > flat && std::isfinite(bound);
      step(i) = moves ? bound - u(i) : 0.0;
    }
    return curvature.ldlt().solve(step);
  }

  PhaseHamiltonian hamiltonian_;
  Eigen::VectorXd lower_, upper_;
};

}  // namespace

std::vector<Eigen::MatrixXd> refined_controls(const Problem& problem, const Solution& solution) {
  std::vector<Eigen::MatrixXd> all;
  for (int i = 0; i < static_cast<int>(problem.phases().size()); ++i) {
    all.push_back(ControlRefiner(problem, solution, i).minimise());
  }
  return all;
}

}  // namespace tandem
