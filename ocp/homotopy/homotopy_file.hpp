#pragma once

#include <tandem/ocp/homotopy/homotopy.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// {"problem", "over", "from", "to", "status", "reason", "points": [{"value", "objective", "iterations", "certified"}],
/// "folds": [{"value"}], "rejected_steps", "iterations"}.
std::string to_json(const Homotopy& homotopy);

void save_json(const Homotopy& homotopy, const std::filesystem::path& file);

}  // namespace tandem
