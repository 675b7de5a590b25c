#pragma once

#include <tandem/cli/given.hpp>
#include <tandem/cli/problems.hpp>
#include <tandem/ocp/designs/controllers/controller_problem.hpp>

namespace tandem::cli {

/// The named controller problem with the numbers of --set.
ControllerProblem stated_controller(const Given& given);

/// What `tandem show` prints of a controller problem.
int show_controller(const Given& given, const Problems& problems);

/// `tandem solve` of a controller problem: the numbers of its controller with the least cost.
int solve_controller(const Given& given, const Problems& problems);

/// `tandem homotopy` of a controller problem: its controller while a number changes.
int homotopy_controller(const Given& given, const Problems& problems);

}  // namespace tandem::cli
