#pragma once

#include <tandem/ocp/designs/controllers/controller_problem.hpp>

#include <string>
#include <vector>

namespace tandem {

/// The controller problems that come with tandem, by name.
std::vector<std::string> controller_names();
bool is_controller(const std::string& name);

/// A fresh copy of the controller problem `name`; refuses unknown names with the nearest known ones.
ControllerProblem make_controller(const std::string& name);

}  // namespace tandem
