#pragma once

#include <tandem/ocp/designs/controllers/controller_problem.hpp>
#include <tandem/ocp/designs/controllers/design.hpp>

#include <filesystem>
#include <span>
#include <string>

namespace tandem {

/// {"format", "problem", "settings": {name: value}, "minima": [{"value", "certificate" (certificate_json.hpp),
/// "numbers": {name: value}, "controller": {"a", "b", "c", "d"}, "conditions": [{"mean_square", "peak",
/// "peak_frequency", "abscissa"}], "active_peaks": [{"condition", "frequency", "squared", "multiplier"}],
/// "start_abscissa", "horizons": [...], "iterations", "evaluations", "seconds"}]}, the best first.
std::string to_json(const ControllerProblem& problem, const controllers::Form& form,
                    std::span<const controllers::ControllerDesign> designs);
void save_json(const ControllerProblem& problem, const controllers::Form& form,
               std::span<const controllers::ControllerDesign> designs, const std::filesystem::path& file);

}  // namespace tandem
