#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <tandem/cli/commands.hpp>
#include <tandem/cli/model_argument.hpp>
#include <tandem/core/error.hpp>
#include <tandem/derivatives/export_model.hpp>

namespace tandem::cli {

int export_functions(const Arguments& arguments, const Problems& problems) {
  const std::vector<std::string> names = problems.names();
  require(std::find(names.begin(), names.end(), arguments.name) == names.end(),
          "export: '{}' is a problem; models can be exported so far ('tandem list --models' lists them)",
          arguments.name);
  const Model model = model_from(arguments).model;
  const std::filesystem::path named_after_it = model.name() + ".casadi";
  const std::filesystem::path file = arguments.output.empty() ? named_after_it : arguments.output;
  export_model(model, file);
  if (!arguments.quiet) {
    fmt::print("{}: nq = {}, nv = {}\n", model.name(), model.nq(), model.nv());
    fmt::print("  saved to '{}': forward_dynamics(q, v, tau) -> a, inverse_dynamics(q, v, a) -> tau,\n", file.string());
    fmt::print("  coordinate_rates(q, v) -> q_dot, names of coordinates, names of velocities\n");
  }
  return kCertified;
}

}  // namespace tandem::cli
