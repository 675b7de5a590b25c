#include <tandem/derivatives/user_function.hpp>

#include <tandem/core/error.hpp>

namespace tandem {

void check(const UserFunction& function) {
  require(function.outputs > 0, "user function: it has {} outputs", function.outputs);
  require(static_cast<bool>(function.values), "user function: it has no values");
  require(static_cast<bool>(function.jacobian), "user function: it has no Jacobian");
  require(!function.linear || !function.hessian, "user function: it is said to be linear, and has a Hessian");
  if (const auto& pattern = function.jacobian_pattern) {
    require(pattern->rows() == function.outputs, "user function: the Jacobian's pattern has {} rows for {} outputs",
            pattern->rows(), function.outputs);
  }
  if (const auto& pattern = function.hessian_pattern) {
    require(pattern->rows() == pattern->cols() && *pattern == pattern->transpose(),
            "user function: the Hessian's pattern is not symmetric");
    require(!function.jacobian_pattern || function.jacobian_pattern->cols() == pattern->cols(),
            "user function: the patterns of Jacobian and Hessian have {} and {} columns",
            function.jacobian_pattern->cols(), pattern->cols());
  }
}

}  // namespace tandem
