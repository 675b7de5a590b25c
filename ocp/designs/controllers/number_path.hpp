#pragma once

#include <tandem/ocp/designs/controllers/controller_path.hpp>
#include <tandem/ocp/designs/controllers/controller_problem.hpp>
#include <tandem/ocp/designs/controllers/design.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// A path of a problem's controllers while one of its numbers changes.
struct NumberPath {
  std::string over;
  double from = 0.0, to = 0.0;
  controllers::ControllerDesign first;  ///< the minimum that it begins with
  controllers::ControllerPath path;  ///< lambda is the number's value; empty where there was no minimum to begin with

  bool is_reached() const { return path.is_complete && path.steps.back().certificate.passes(); }
};

/// Solves the problem at `from` and follows its answer while number `over` goes to `to`. The gradient's change with the
/// number is a difference, so that any number will do that the form does not depend on. Mean squares only: refuses
/// weights of peaks, unknown numbers, and values that the number cannot have.
NumberPath follow_number(const ControllerProblem& problem, const std::string& over, double from, double to,
                         const controllers::ControllerPathOptions& options = {});

/// {"format", "problem", "over", "from", "to", "is_complete", "reason", "rejected_steps", "corrections", "folds",
/// "steps": [{over's name: value, "cost", "abscissa", "stationarity", "least_curvature", "corrections", "certificate",
/// "numbers"}]}.
std::string to_json(const ControllerProblem& problem, const NumberPath& path);
void save_json(const ControllerProblem& problem, const NumberPath& path, const std::filesystem::path& file);

}  // namespace tandem
