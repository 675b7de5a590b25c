#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <tandem/cli/commands.hpp>
#include <tandem/cli/model_argument.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/derivatives/export_model.hpp>
#include <tandem/ocp/statement/export_problem.hpp>

namespace tandem::cli {
namespace {

std::filesystem::path file_for(const Arguments& arguments, const std::string& name) {
  const std::filesystem::path named_after_it = name + ".casadi";
  return arguments.output.empty() ? named_after_it : std::filesystem::path(arguments.output);
}

int export_one(const Problem& problem, const Arguments& arguments) {
  const std::filesystem::path file = file_for(arguments, problem.name());
  const std::vector<std::string> functions = export_problem(problem, file);
  if (arguments.quiet) return kCertified;
  fmt::print("{}: saved to '{}', functions of (x, u, t, p):\n", problem.name(), file.string());
  for (const std::string& name : functions) fmt::print("  {}\n", name);
  fmt::print("  and names of states and controls, names and values of the numbers p\n");
  return kCertified;
}

int export_one(const Model& model, const Arguments& arguments) {
  const std::filesystem::path file = file_for(arguments, model.name());
  export_model(model, file);
  if (arguments.quiet) return kCertified;
  fmt::print("{}: nq = {}, nv = {}\n", model.name(), model.nq(), model.nv());
  fmt::print("  saved to '{}': forward_dynamics(q, v, tau) -> a, inverse_dynamics(q, v, a) -> tau,\n", file.string());
  fmt::print("  coordinate_rates(q, v) -> q_dot, names of coordinates, names of velocities\n");
  return kCertified;
}

}  // namespace

int export_functions(const Arguments& arguments, const Problems& problems) {
  const std::vector<std::string> names = problems.names();
  if (std::find(names.begin(), names.end(), arguments.name) == names.end()) {
    return export_one(model_from(arguments).model, arguments);
  }
  return export_one(with_settings(problems.make(arguments.name), arguments.settings), arguments);
}

}  // namespace tandem::cli
