#pragma once

#include <tandem/ocp/search/homotopy/homotopy.hpp>

#include <filesystem>
#include <string>

namespace tandem {

/// A path that stopped, as versioned JSON ("format": 1): what to_json(Homotopy) says, and its leg. Numbers come back to
/// the last bit. Refuses a path that has no leg.
std::string checkpoint_json(const Homotopy& stopped);

/// Reads what checkpoint_json wrote; refuses text that is not JSON, another format, missing keys, by name.
Homotopy checkpoint_from_json(const std::string& text);

void save_checkpoint(const Homotopy& stopped, const std::filesystem::path& file);
Homotopy load_checkpoint(const std::filesystem::path& file);

}  // namespace tandem
