#include <tandem/problems/codesign_registry.hpp>

#include <tandem/problems/codesigns.hpp>
#include <tandem/problems/registry_of.hpp>

namespace tandem {
namespace {

constexpr Registry<Codesign>::Entry kEntries[] = {
    {"draper", problems::draper},
    {"salama-cantilever", problems::salama_cantilever},
    {"salama-hub", problems::salama_hub},
};
constexpr Registry<Codesign> kRegistry("co-design problem", kEntries);

}  // namespace

std::vector<std::string> codesign_names() { return kRegistry.names(); }

bool is_codesign(const std::string& name) { return kRegistry.has(name); }

Codesign make_codesign(const std::string& name) { return kRegistry.make(name); }

}  // namespace tandem
