#pragma once

#include <tandem/ocp/codesign/codesign.hpp>
#include <tandem/ocp/codesign/slp.hpp>

#include <string>
#include <vector>

namespace tandem {

/// A design with a gain u = -K y of direct output feedback within the problem's limits on mean squares.
struct FeedbackDesign {
  bool is_solved = false;
  std::string message;
  Eigen::VectorXd design;
  Eigen::MatrixXd gain;
  double structure_cost = 0.0, effort = 0.0, response = 0.0;
  double violation = 0.0;        ///< of either limit, relative
  double abscissa = 0.0;         ///< of the closed loop: negative where it is stable
  double stationarity = 0.0;     ///< the largest slope of the Lagrangian by ln p and K that no bound holds
  double least_curvature = 0.0;  ///< of the Lagrangian along the limits, over unknowns that are free
  int iterations = 0, evaluations = 0;
  double seconds = 0.0;

  /// Flat directions are no minimum: they are gains of a mode that nothing sees, at the edge of stability.
  bool is_minimum() const {
    return is_solved && abscissa < 0.0 && violation <= 1e-7 && stationarity <= 1e-6 && least_curvature > 1e-9;
  }
};

/// By IPOPT with the exact Hessian, from the design `start` with a tenth of the co-located gain that takes all the
/// effort; where that finds no minimum from sizes that are all alike, then with less gain and with more. Every iterate
/// is stable: where the loop is not there is no value, and the step is tried again shorter. A start may lead to the
/// edge of stability, with a mode that the noise does not move and that no limit sees; it then is not solved.
FeedbackDesign feedback_design(const Codesign& problem, const Eigen::VectorXd& start);

/// From many starts, those of lightest_designs; each answer once, minima first and the lightest of them.
std::vector<FeedbackDesign> feedback_designs(const Codesign& problem, const Eigen::VectorXd& start, int count,
                                             unsigned seed, double spread = 10.0);

/// By continuation of the constraints with SLP, McLaren and Slater's own method, from the design `start` with no gain.
/// First order only: it stops near a minimum.
FeedbackDesign feedback_design_by_slp(const Codesign& problem, const Eigen::VectorXd& start,
                                      const codesign::SlpOptions& options = {});

}  // namespace tandem
