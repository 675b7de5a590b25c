#include <tandem/cli/codesigns.hpp>

#include <tandem/cli/settings.hpp>
#include <tandem/core/error.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>
#include <tandem/problems/registry.hpp>

#include <algorithm>

namespace tandem::cli {

Codesign stated_codesign(const Arguments& arguments) {
  const std::vector<std::string> motions = problem_names();
  const bool is_motion = std::find(motions.begin(), motions.end(), arguments.name) != motions.end();
  require(!is_motion,
          "'{}' is a problem of motion, not one of co-design ('tandem list' says which are); a front of motions is a "
          "homotopy over a weight ('tandem homotopy slewing-beam --over weight --to 0.6')",
          arguments.name);
  require(!is_controller(arguments.name),
          "'{0}' is a controller problem, without a structure: 'tandem solve {0}' finds its numbers", arguments.name);
  return with_settings(make_codesign(arguments.name), arguments.settings);
}

}  // namespace tandem::cli
