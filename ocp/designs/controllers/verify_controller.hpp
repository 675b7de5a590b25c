#pragma once

#include <tandem/derivatives/check.hpp>
#include <tandem/ocp/designs/controllers/controller_problem.hpp>

namespace tandem {

/// Compares derivatives of a controller problem's costs by the controller's numbers with differences: mean squares, in
/// first and second order; and where gains count, the gain squared of each condition at the frequency of its peak.
/// Points are random, within two hundredths of each number of the controller that design_controller finds. Refuses a
/// problem for which it finds none.
DerivativeReport verify_controller(const ControllerProblem& problem, const CheckOptions& options = {});

}  // namespace tandem
