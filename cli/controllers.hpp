#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/ocp/designs/controllers/controller_problem.hpp>

namespace tandem::cli {

/// The named controller problem with the numbers of --set.
ControllerProblem stated_controller(const Arguments& arguments);

/// What `tandem show` prints of a controller problem.
void show_controller(const ControllerProblem& problem);

/// `tandem solve` of a controller problem: the numbers of its controller with the least cost.
int solve_controller(const Arguments& arguments);

/// `tandem homotopy` of a controller problem: its controller while a number changes.
int homotopy_controller(const Arguments& arguments);

}  // namespace tandem::cli
