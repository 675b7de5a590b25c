#pragma once

#include <tandem/ocp/codesign/codesign.hpp>
#include <tandem/ocp/codesign/dense_nlp.hpp>
#include <tandem/ocp/codesign/slp.hpp>

#include <memory>
#include <string>

namespace tandem {

/// A design with a gain u = -K y of direct output feedback within the problem's limits on mean squares.
struct FeedbackDesign {
  bool is_solved = false;
  std::string message;
  Eigen::VectorXd design;
  Eigen::MatrixXd gain;
  double structure_cost = 0.0, effort = 0.0, response = 0.0;
  double abscissa = 0.0;  ///< of the closed loop: negative where it is stable
  int iterations = 0, evaluations = 0;
  double seconds = 0.0;
};

/// The problem
///     minimise ln J_s(p)  subject to  effort(p, K) / limit - 1 <= 0,  ln(response(p, K) / limit) <= 0
/// in unknowns (ln p, K / gain_scale row by row), which has no value where the loop is not stable. `problem` must
/// outlive it. Refuses problems without a plant for output feedback.
codesign::DenseNlp feedback_nlp(const Codesign& problem, double gain_scale);

/// The scale at which the gain K = scale B'C' (each sensor fed back to its own actuator, as far as they are co-located)
/// takes all the effort that is allowed, to a factor of 2: what a unit of the unknowns is.
double natural_gain_scale(const Codesign& problem, const Eigen::VectorXd& design);

/// By continuation of the constraints with SLP, McLaren and Slater's own method, from the design `start` with no gain.
/// (IPOPT with BFGS on the same problem did not converge in 2000 iterations.)
FeedbackDesign feedback_design_by_slp(const Codesign& problem, const Eigen::VectorXd& start,
                                      const codesign::SlpOptions& options = {});

}  // namespace tandem
