#pragma once

#include <tandem/ocp/designs/controllers/objective.hpp>

#include <functional>
#include <optional>

namespace tandem::controllers {

struct TrustOptions {
  double tolerance = 1e-13;   ///< of the gain that the model promises, relative to the value
  double first_radius = 0.1;  ///< in units of the numbers' sizes
  int max_iterations = 500;
};

struct TrustResult {
  Eigen::VectorXd numbers;
  bool is_converged = false;
  int iterations = 0, evaluations = 0;
};

/// The least of a positive function of a few numbers with its exact Hessian, by Newton's method within a trust region:
/// each step is the exact minimiser of the quadratic model of ln f in an ellipsoid, by the Hessian's eigenvalues (More
/// and Sorensen, SIAM J. Sci. Stat. Comput. 4, 1983). Sizes of numbers are 1 / sqrt of the model's diagonal. A point
/// without a value (a loop that is not stable) is a step too long, as is one that does not gain. (IPOPT on the same
/// functions spends its iterations halving steps where a start is near the edge of stability.)
using Function = std::function<std::optional<Value>(const Eigen::VectorXd&, bool with_hessian)>;
TrustResult minimise(const Function& function, const Eigen::VectorXd& start, const TrustOptions& options = {});

}  // namespace tandem::controllers
