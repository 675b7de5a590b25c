#include <tandem/problems/codesign_registry.hpp>

#include <tandem/problems/codesigns.hpp>
#include <tandem/problems/registry_of.hpp>

namespace tandem {
namespace {

constexpr Registry<Codesign>::Entry kCodesignEntries[] = {
    {"draper", problems::draper},
    {"salama-cantilever", problems::salama_cantilever},
    {"salama-hub", problems::salama_hub},
};
constexpr Registry<Codesign> kCodesigns("co-design problem", kCodesignEntries);

}  // namespace

std::vector<std::string> codesign_names() { return kCodesigns.names(); }

bool is_codesign(const std::string& name) { return kCodesigns.has(name); }

Codesign make_codesign(const std::string& name) { return kCodesigns.make(name); }

}  // namespace tandem
