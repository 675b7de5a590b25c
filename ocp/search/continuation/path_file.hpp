#pragma once

#include <tandem/ocp/search/continuation/path.hpp>

#include <filesystem>
#include <string>

namespace tandem::continuation {

/// A path as versioned JSON ("format": 1). Numbers come back to the last bit, so that a path that is saved, loaded and
/// gone on with has the same points as one that never stopped.
std::string to_json(const Path& path);

/// Reads what to_json wrote; refuses text that is not JSON, another format, missing keys, by name.
Path path_from_json(const std::string& text);

void save_path(const Path& path, const std::filesystem::path& file);
Path load_path(const std::filesystem::path& file);

}  // namespace tandem::continuation
