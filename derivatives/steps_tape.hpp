#pragma once

#include <tandem/core/steps.hpp>

#include <cppad/cppad.hpp>

namespace tandem {

/// The name of the operation on tapes; the number of the kept steps is its call_id.
inline constexpr const char* kStepsOperation = "steps";

/// On a tape, one operation whose derivatives are zero.
template <>
struct StepsOf<CppAD::AD<double>> {
  static void look_up(std::size_t steps, const CppAD::AD<double>& x, std::span<CppAD::AD<double>> out);
};

}  // namespace tandem
