#pragma once

#include <tandem/ocp/designs/codesign/codesign.hpp>
#include <tandem/ocp/designs/codesign/found_designs.hpp>
#include <tandem/ocp/designs/codesign/slp.hpp>

#include <vector>

namespace tandem {

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
