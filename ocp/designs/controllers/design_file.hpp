#pragma once

#include <tandem/ocp/designs/controllers/controller_problem.hpp>
#include <tandem/ocp/designs/controllers/design.hpp>

#include <filesystem>
#include <span>
#include <string>

namespace tandem {

/// The minima of a search (minima_json.hpp) of the kind "controller": {"objective", "certificate", "designs": {name:
/// value}, "controller": {"a", "b", "c", "d"}, "conditions": [{"mean_square", "peak", "peak_frequency", "abscissa"}],
/// "active_peaks": [{"condition", "frequency", "squared", "multiplier"}], "start_abscissa", "horizons": [...],
/// "iterations", "evaluations", "seconds"}.
std::string to_json(const ControllerProblem& problem, const controllers::Form& form,
                    std::span<const controllers::ControllerDesign> designs);
void save_json(const ControllerProblem& problem, const controllers::Form& form,
               std::span<const controllers::ControllerDesign> designs, const std::filesystem::path& file);

}  // namespace tandem
