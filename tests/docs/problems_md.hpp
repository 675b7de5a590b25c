#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

// docs/problems.md and its pictures, as they stand in the repository: `make docs` writes them anew.
namespace tandem::test {

inline const std::filesystem::path kDocs = std::filesystem::path(TANDEM_REPOSITORY) / "docs";

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// From the heading of a problem to the next one; "" where it has none.
inline std::string section(const std::string& name) {
  static const std::string page = text_of(kDocs / "problems.md");
  const std::size_t start = page.find("\n## " + name + "\n");
  return start == std::string::npos ? "" : page.substr(start, page.find("\n## ", start + 1) - start);
}

/// The picture that its section shows.
inline std::string picture(const std::string& name) { return text_of(kDocs / "images" / "problems" / (name + ".svg")); }

/// The value that its section says; NaN where it says none.
inline double value_in(const std::string& section) {
  const std::string mark = "| value | **";
  const std::size_t at = section.find(mark);
  return at == std::string::npos ? std::nan("") : std::stod(section.substr(at + mark.size()));
}

}  // namespace tandem::test
