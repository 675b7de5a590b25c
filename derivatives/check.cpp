#include <tandem/derivatives/check.hpp>

#include <tandem/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::string entry_text(const BlockReport::Entry& entry) {
  if (entry.row.empty() && entry.column.empty()) return "";
  return fmt::format("{} by {}", entry.row, entry.column);
}

}  // namespace

bool DerivativeReport::agrees() const {
  return std::all_of(blocks.begin(), blocks.end(), [](const BlockReport& block) { return block.agrees; });
}

void append(DerivativeReport& report, const DerivativeReport& more, const std::string& prefix) {
  for (BlockReport block : more.blocks) {
    block.name = prefix + block.name;
    report.blocks.push_back(std::move(block));
  }
}

std::string to_text(const DerivativeReport& report) {
  std::size_t width = 5, ways_width = 4;
  for (const BlockReport& block : report.blocks) {
    width = std::max(width, block.name.size());
    ways_width = std::max(ways_width, joined(block.ways).size());
  }
  std::string text = fmt::format("{}: derivatives {}\n", report.name, report.agrees() ? "PASS" : "FAIL");
  text += fmt::format("  {:<{}}  {:<{}}  {:>10}  {:>7}        {}\n", "block", width, "ways", ways_width, "difference",
                      "limit", "worst entry");
  for (const BlockReport& block : report.blocks) {
    text += fmt::format("  {:<{}}  {:<{}}  {:>10.1e}  {:>7.0e}  {:<5} {}\n", block.name, width, joined(block.ways),
                        ways_width, block.max_relative_difference, block.limit, block.agrees ? "ok" : "FAILS",
                        entry_text(block.worst));
    if (!block.note.empty()) text += fmt::format("    {}\n", block.note);
  }
  return text;
}

void check_options(const CheckOptions& options) {
  require(options.states >= 1, "check of derivatives: {} states were asked for, at least 1 is needed", options.states);
}

}  // namespace tandem
