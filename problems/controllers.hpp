#pragma once

#include <tandem/ocp/designs/controllers/controller_problem.hpp>

// Controllers of a fixed form: one function a problem, each in the file of its name.
namespace tandem::problems {

ControllerProblem beam_controller();
ControllerProblem gust_alleviation();

}  // namespace tandem::problems
