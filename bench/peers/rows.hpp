#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tandem::bench {

/// One comparison: a cost of ours beside a peer's.
struct Row {
  std::string group;      ///< "dynamics", "derivatives", ...
  std::string case_name;  ///< what it was measured on: a robot, a problem
  std::string metric;     ///< what was measured, with its unit
  double ours, peer;
  std::string peer_name;
  std::optional<double> target;  ///< the ratio that is to be reached; none: a note, without a verdict

  /// 1 where both are the same, be it 0.
  double ratio() const { return ours == peer ? 1.0 : ours / peer; }
  /// "pass", "fail" or "note".
  const char* verdict() const;
};

/// For people, with the count of each verdict.
void print_table(const std::vector<Row>& rows);

/// Writes the rows into a JSON list, in place of those that the file holds of the same group and case. Others, of other
/// programs and runs, stay.
void save_rows(const std::filesystem::path& file, const std::vector<Row>& rows);

}  // namespace tandem::bench
