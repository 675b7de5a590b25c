#pragma once

#include <tandem/ocp/designs/codesign/pareto.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// {"problem", "points": [{"lambda", "structure_cost", "control_cost", "objective", "design": {name: value},
/// "certificate" (certificate_json.hpp)}], "is_complete", "reason", "rejected_steps", "restarts", "iterations",
/// "seconds"}.
std::string to_json(const ParetoFront& front);
void save_json(const ParetoFront& front, const std::filesystem::path& file);

}  // namespace tandem
