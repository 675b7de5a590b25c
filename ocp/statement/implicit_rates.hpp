#pragma once

#include <tandem/derivatives/knot_view.hpp>

#include <functional>
#include <span>
#include <vector>

namespace tandem {

/// Rates x' at one instant, solved from implicit dynamics; `rates` holds a guess when called.
using ImplicitRates = std::function<void(const KnotView<double>& knot, std::span<double> rates)>;

/// Residual and Jacobian (by rows) of implicit dynamics at some rates.
struct ImplicitCall {
  std::vector<double> rates, residual, jacobian;
};

/// Newton's method on F(rates) = 0 from the rates given. NaN where it does not converge in 50 steps or the Jacobian
/// is singular. Cost: a dense factorisation a step.
void solve_rates(std::span<double> rates, const std::function<void(ImplicitCall&)>& evaluate);

}  // namespace tandem
