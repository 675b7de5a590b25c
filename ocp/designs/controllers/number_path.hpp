#pragma once

#include <tandem/ocp/designs/controllers/controller_path.hpp>
#include <tandem/ocp/designs/controllers/controller_problem.hpp>
#include <tandem/ocp/designs/controllers/design.hpp>

#include <string>

namespace tandem {

/// Solves the problem at `from` and follows its answer while number `over` goes to `to`. The gradient's change with the
/// number is a difference, so that any number will do that the form does not depend on. Mean squares only: refuses
/// weights of peaks, unknown numbers, and values that the number cannot have. The path has no points where there is no
/// minimum to begin with.
Path follow_number(const ControllerProblem& problem, const std::string& over, double from, double to,
                   const controllers::ControllerPathOptions& options = {});

}  // namespace tandem
