#include <tandem/cli/codesigns.hpp>

#include <tandem/cli/settings.hpp>
#include <tandem/core/error.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/registry.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace tandem::cli {

Codesign stated_codesign(const Arguments& arguments) {
  const std::vector<std::string> motions = problem_names();
  const bool is_motion = std::find(motions.begin(), motions.end(), arguments.name) != motions.end();
  require(!is_motion, "'{}' is a problem of motion, not one of co-design ('tandem list' says which are)",
          arguments.name);
  Codesign problem = make_codesign(arguments.name);
  for (const std::string& setting : arguments.settings) {
    const auto [key, value] = setting_from(setting, "--set");
    problem.set(key, number_from(value, key));
  }
  return problem;
}

void show_codesign(const Codesign& problem) {
  const Description& about = problem.description();
  fmt::print("{}: {}\n", problem.name(), about.title);
  fmt::print("  source     {}\n  teaches    {}\n", about.source, about.teaches);
  if (about.reference) {
    fmt::print("  reference  {:.12g} within {:.1g} ({})\n", about.reference->objective, about.reference->tolerance,
               about.reference->source);
  }
  fmt::print("  co-design: a structure and its controller\n");
  fmt::print("\n  {:<18} {:>12} {:<8} {:<22} {}\n", "design number", "start", "unit", "bounds", "meaning");
  for (const NamedNumber& number : problem.designs()) {
    fmt::print("  {:<18} {:>12.6g} {:<8} {:<22} {}\n", number.name, number.value, number.unit,
               fmt::format("[{:.6g}, {:.6g}]", number.lower, number.upper), number.meaning);
  }
  if (problem.numbers().empty()) return;
  fmt::print("\nnamed numbers (--set KEY=VALUE)\n");
  for (const NamedNumber& number : problem.numbers()) {
    fmt::print("  {:<18} {:>12.6g} {:<8} {}\n", number.name, number.value, number.unit, number.meaning);
  }
}

}  // namespace tandem::cli
