#pragma once

#include <tandem/ocp/designs/controllers/controller_problem.hpp>

#include <docs/design_page.hpp>

#include <string>

namespace tandem::docs {

/// Finds the controller of a fixed form from its start and says what it is; the picture has its gain by frequency and
/// that of the plant alone. Refuses an answer that is no minimum or is off its reference.
DocumentedDesign documented_controller(const ControllerProblem& problem, std::string comment);

}  // namespace tandem::docs
