#include <tandem/problems/controller_registry.hpp>

#include <tandem/problems/controllers.hpp>
#include <tandem/problems/registry_of.hpp>

namespace tandem {
namespace {

constexpr Registry<ControllerProblem>::Entry kEntries[] = {
    {"beam-controller", problems::beam_controller},
    {"gust-alleviation", problems::gust_alleviation},
};
constexpr Registry<ControllerProblem> kRegistry("controller problem", kEntries);

}  // namespace

std::vector<std::string> controller_names() { return kRegistry.names(); }

bool is_controller(const std::string& name) { return kRegistry.has(name); }

ControllerProblem make_controller(const std::string& name) { return kRegistry.make(name); }

}  // namespace tandem
