#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <tandem/core/error.hpp>

namespace tandem {

/// Writes all of a file; refuses one that cannot be written, as "<what> '<file>': ...".
inline void write_text(const std::string& text, const std::filesystem::path& file, const char* what) {
  std::ofstream out(file, std::ios::binary);
  require(out.is_open(), "{} '{}': the file cannot be opened for writing", what, file.string());
  out << text << std::flush;
  require(out.good(), "{} '{}': the file could not be written to its end", what, file.string());
}

}  // namespace tandem
