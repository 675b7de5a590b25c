#include <tandem/core/csv_columns.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/core/text_file.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace tandem {
namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) {
    while (!cell.empty() && (cell.back() == '\r' || cell.back() == ' ')) cell.pop_back();
    cells.push_back(cell.substr(std::min(cell.find_first_not_of(' '), cell.size())));
  }
  return cells;
}

}  // namespace

CsvColumns::CsvColumns(const std::filesystem::path& file) : file_(file.string()) {
  std::istringstream in(read_text(file));
  std::string line;
  std::getline(in, line);
  names_ = cells_of(line);
  while (std::getline(in, line)) {
    if (line.empty() || line == "\r") continue;
    rows_.push_back(cells_of(line));
    require(rows_.back().size() == names_.size(), "'{}', row {}: {} numbers for {} columns", file_, rows_.size(),
            rows_.back().size(), names_.size());
  }
}

bool CsvColumns::has(const std::string& name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::vector<double> CsvColumns::column(const std::string& name) const {
  require(has(name), "'{}' has no column '{}'{}", file_, name, did_you_mean(name, names_));
  const auto index = std::find(names_.begin(), names_.end(), name) - names_.begin();
  std::vector<double> numbers;
  for (const auto& row : rows_) {
    const std::string& cell = row[index];
    double number = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    require(error == std::errc() && end == cell.data() + cell.size() && std::isfinite(number),
            "'{}', row {}: the value of '{}' is not a finite number: '{}'", file_, numbers.size() + 1, name, cell);
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace tandem
