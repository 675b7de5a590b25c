#include <tandem/cli/codesigns.hpp>

#include <tandem/cli/settings.hpp>
#include <tandem/core/error.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>

namespace tandem::cli {

Codesign stated_codesign(const Arguments& arguments) {
  require(!is_controller(arguments.name),
          "'{0}' is a controller problem, without a structure: 'tandem solve {0}' finds its numbers", arguments.name);
  return with_settings(make_codesign(arguments.name), arguments.settings);
}

}  // namespace tandem::cli
