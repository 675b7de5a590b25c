#include <tandem/cli/run.hpp>

#include <tandem/cli/commands.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>
#include <tandem/problems/registry.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <exception>

namespace tandem {
namespace cli {

std::vector<std::string> Problems::names() const {
  std::vector<std::string> names;
  if (own_) names.push_back(own_->name());
  for (const std::string& name : problem_names()) {
    if (!own_ || name != own_->name()) names.push_back(name);
  }
  return names;
}

std::vector<std::string> Problems::all_names() const {
  std::vector<std::string> all = names();
  for (const auto& others : {codesign_names(), controller_names()}) all.insert(all.end(), others.begin(), others.end());
  return all;
}

Problem Problems::make(const std::string& name) const {
  if (own_ && (name.empty() || name == own_->name())) return *own_;
  require(!is_codesign(name),
          "'{}' is a co-design problem, which show, solve, pareto, homotopy and verify take, not a motion", name);
  require(!is_controller(name),
          "'{}' is a controller problem, which show, solve, homotopy and verify take, not a motion", name);
  const std::vector<std::string> known = names();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    refuse("no problem is called '{}'{} ('tandem list' lists them)", name, did_you_mean(name, all_names()));
  }
  return make_problem(name);
}

namespace {

int dispatch(const Arguments& arguments, const Problems& problems) {
  if (arguments.command == "list") return list(arguments, problems);
  if (arguments.command == "show") return show(arguments, problems);
  if (arguments.command == "homotopy") return homotopy(arguments, problems);
  if (arguments.command == "pareto") return pareto(arguments, problems);
  if (arguments.command == "simulate") return simulate(arguments, problems);
  if (arguments.command == "certify") return certify(arguments, problems);
  if (arguments.command == "verify") return verify(arguments, problems);
  if (arguments.command == "export") return export_functions(arguments, problems);
  return solve(arguments, problems);
}

int run_with(int argc, char** argv, const Problems& problems) {
  try {
    const Parsed parsed = parse(argc, argv, problems.has_own());
    return parsed.exit_code ? *parsed.exit_code : dispatch(parsed.arguments, problems);
  } catch (const InvalidInput& error) {
    fmt::print(stderr, "tandem: {}\n", error.what());
    return kRefused;
  } catch (const std::exception& error) {
    fmt::print(stderr, "tandem: {}\n", error.what());
    return kNotCertified;
  }
}

}  // namespace
}  // namespace cli

int run(int argc, char** argv) { return cli::run_with(argc, argv, cli::Problems(std::nullopt)); }

int run(int argc, char** argv, const Problem& own_problem) {
  return cli::run_with(argc, argv, cli::Problems(own_problem));
}

}  // namespace tandem
