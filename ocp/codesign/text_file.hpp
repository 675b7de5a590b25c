#pragma once

#include <filesystem>
#include <string>

namespace tandem::codesign {

/// Writes a text and a line's end; refuses a place that cannot be written.
void write_text(const std::string& text, const std::filesystem::path& file);

}  // namespace tandem::codesign
