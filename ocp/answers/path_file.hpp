#pragma once

#include <tandem/core/json.hpp>
#include <tandem/ocp/answers/path.hpp>

#include <filesystem>

namespace tandem {

/// An envelope of the kind "path" or "front" (envelope.hpp), whose objective is that of the last point, and: "over",
/// "from", "to", "points": [{"value", "objective", "iterations", "measures", "designs", "certificate"}], "marks":
/// [{"mark", "value"}], counts, and seconds where they were measured.
Json path_json(const Path& path);

/// Reads what path_json made. Throws JsonError where keys are missing; refuses what is none.
Path path_from(const Json& json);

void save_json(const Path& path, const std::filesystem::path& file);

}  // namespace tandem
