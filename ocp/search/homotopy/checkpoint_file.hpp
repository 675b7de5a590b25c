#pragma once

#include <tandem/ocp/search/homotopy/homotopy.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// A path that stopped: its file (path_file.hpp) with the "leg" on which it was. Numbers come back to the last bit.
/// Refuses a path that has no leg.
std::string checkpoint_json(const Homotopy& stopped);

/// Reads what checkpoint_json wrote; refuses text that is not JSON, another format, missing keys, by name.
Homotopy checkpoint_from_json(const std::string& text);

void save_checkpoint(const Homotopy& stopped, const std::filesystem::path& file);
Homotopy load_checkpoint(const std::filesystem::path& file);

}  // namespace tandem
