#pragma once

#include <tandem/derivatives/differences.hpp>

namespace tandem::test {

/// The derivative of `f` (a vector of a number) at 0 by Ridders' differences.
template <class Function>
Eigen::VectorXd ridders(const Function& f, double first_step = 0.1) {
  return tandem::ridders(f, first_step).derivative;
}

}  // namespace tandem::test
