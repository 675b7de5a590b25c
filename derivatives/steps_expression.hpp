#pragma once

#include <tandem/core/steps.hpp>

#include <casadi/casadi.hpp>

#include <optional>
#include <vector>

namespace tandem {

/// Kept steps of x as expressions, by comparisons: CasADi differentiates them, saves them and makes C of them. Cost: an
/// operation a break, two a number of a cell.
std::vector<casadi::SXElem> written_out(const Steps& steps, const casadi::SXElem& x);

/// The same as one call, which has no derivative (CasADi 3.8.2 makes opaque calls of derivatives of calls, and of those
/// without entries NaN in second order): for expressions that are differentiated already.
std::vector<casadi::SXElem> called(std::size_t steps, const casadi::SXElem& x);

/// The number of the steps that a function made by called() stands for.
std::optional<std::size_t> steps_called(const casadi::Function& function);

template <>
struct StepsOf<casadi::SX> {
  static void look_up(std::size_t steps, const casadi::SX& x, std::span<casadi::SX> out);
};

}  // namespace tandem
