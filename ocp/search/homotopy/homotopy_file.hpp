#pragma once

#include <tandem/ocp/search/homotopy/homotopy.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// {"problem", "over", "from", "to", "status", "reason", "points": [{"value", "objective", "iterations",
/// "certified" (the verdict is pass), "certificate" (certificate_json.hpp)}], "folds": [{"value"}], "rejected_steps",
/// "iterations"}; where there are some, "branch_points": [{"value"}] and, of a polished path, "switches" of a point and
/// "structure_changes": [{"value", "switches_before", "switches_after"}].
std::string to_json(const Homotopy& homotopy);

void save_json(const Homotopy& homotopy, const std::filesystem::path& file);

}  // namespace tandem
