#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tandem {

/// The columns of a CSV file by the names in its first row. Refuses, by file and row, rows of another length; empty
/// ones are left out.
class CsvColumns {
 public:
  explicit CsvColumns(const std::filesystem::path& file);

  int rows() const { return static_cast<int>(rows_.size()); }
  bool has(const std::string& name) const;
  /// Refuses a name that there is not, and what is no finite number.
  std::vector<double> column(const std::string& name) const;

 private:
  std::string file_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace tandem
