#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/cli/solve_options.hpp>

#include <fmt/core.h>

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
  std::function<void(const std::vector<Design>&)> save;
};

/// Finds, prints and saves as the arguments ask; the exit code says whether the best is certified.
template <class Design>
int run_search(const Arguments& arguments, const DesignSearch<Design>& search) {
  check_files({arguments.json});
  const auto& starts = arguments.multi_start;
  const std::vector<Design> found =
      starts ? search.many(*starts, arguments.seed.value_or(1)) : std::vector<Design>{search.one()};
  if (!arguments.quiet) {
    if (found.empty()) fmt::print("{}: {}\n", search.problem, search.none);
    if (!found.empty()) search.print(found.front());
    if (starts) fmt::print("  {} minima from {} starts\n", found.size(), *starts);
    for (const Design& each : found) {
      if (starts) fmt::print("    {:<14.10g} {}\n", search.value(each), each.certificate.passes() ? "" : "FAIL");
    }
  }
  if (!arguments.json.empty()) search.save(found);
  return !found.empty() && found.front().certificate.passes() ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
