#pragma once

#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/given.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/core/ending.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tandem::cli {

/// What `tandem solve` does for a problem of designs: how one is found, or many, and what becomes of them.
template <class Design>
struct DesignSearch {
  std::string problem;
  std::string none;  ///< where no start led to one
  std::function<Design()> one;
  std::function<std::vector<Design>(int count, unsigned seed)> many;
  std::function<double(const Design&)> value;
  std::function<void(const Design&)> print;
  std::function<void(const std::vector<Design>&, const std::filesystem::path&)> save;
};

/// Finds, prints and saves as the user asks; the exit code says whether the best is certified.
template <class Design>
int run_search(const Given& given, const DesignSearch<Design>& search) {
  const auto starts = given.count(kMultiStart);
  const std::vector<Design> found =
      starts ? search.many(*starts, given.natural(kSeed).value_or(1)) : std::vector<Design>{search.one()};
  if (!given.has(kQuiet)) {
    if (found.empty()) say("{}: {}\n", search.problem, search.none);
    if (!found.empty()) search.print(found.front());
    if (starts) say("  {} minima from {} starts\n", found.size(), *starts);
    for (const Design& each : found) {
      if (starts) say("    {:<14.10g} {}\n", search.value(each), each.certificate.passes() ? "" : "FAIL");
    }
  }
  save_as(given, kJson, "designs", [&](const auto& file) { search.save(found, file); });
  return !found.empty() && is_certified(found.front()) && !ending::is_due() ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
