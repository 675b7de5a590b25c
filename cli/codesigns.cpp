#include <tandem/cli/codesigns.hpp>

#include <tandem/cli/settings.hpp>
#include <tandem/problems/codesign_registry.hpp>

namespace tandem::cli {

Codesign stated_codesign(const Given& given) { return with_settings(make_codesign(given.name()), given); }

}  // namespace tandem::cli
