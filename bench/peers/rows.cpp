#include <tandem/core/error.hpp>

#include "rows.hpp"
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

namespace tandem::bench {

using nlohmann::ordered_json;

const char* Row::verdict() const {
  if (!target) return "note";
  return ours <= *target * peer ? "pass" : "fail";
}

void print_table(const std::vector<Row>& rows) {
  fmt::print("{:<11} {:<12} {:<34} {:>10} {:>10} {:>7} {:>7}  {:<8} {}\n", "group", "case", "metric", "ours", "peer",
             "ratio", "target", "verdict", "peer's name");
  for (const Row& row : rows) {
    fmt::print("{:<11} {:<12} {:<34} {:>10.4g} {:>10.4g} {:>7.3f} {:>7}  {:<8} {}\n", row.group, row.case_name,
               row.metric, row.ours, row.peer, row.ratio(), row.target ? fmt::format("{:.2f}", *row.target) : "-",
               row.verdict(), row.peer_name);
  }
  const auto count = [&](const std::string& verdict) {
    return std::count_if(rows.begin(), rows.end(), [&](const Row& row) { return row.verdict() == verdict; });
  };
  fmt::print("{} targets reached, {} missed; {} notes\n", count("pass"), count("fail"), count("note"));
}

void save_rows(const std::filesystem::path& file, const std::vector<Row>& rows) {
  std::set<std::pair<std::string, std::string>> measured;
  for (const Row& row : rows) measured.emplace(row.group, row.case_name);
  ordered_json list = ordered_json::array();
  if (std::ifstream old(file); old.good()) {
    const ordered_json before = ordered_json::parse(old, nullptr, false);
    for (const ordered_json& row : before.is_array() ? before : ordered_json::array()) {
      if (!measured.contains({row.value("group", ""), row.value("case", "")})) list.push_back(row);
    }
  }
  for (const Row& row : rows) {
    list.push_back({{"group", row.group},
                    {"case", row.case_name},
                    {"metric", row.metric},
                    {"ours", row.ours},
                    {"peer", row.peer},
                    {"peer_name", row.peer_name},
                    {"ratio", row.ratio()},
                    {"target", row.target ? ordered_json(*row.target) : ordered_json(nullptr)},
                    {"verdict", row.verdict()}});
  }
  std::ofstream out(file);
  out << list.dump(1) << '\n';
  out.close();
  require(out.good(), "cannot write '{}'", file.string());
}

}  // namespace tandem::bench
