#include <tandem/problems/controller_registry.hpp>

#include <tandem/problems/controllers.hpp>
#include <tandem/problems/registry_of.hpp>

namespace tandem {
namespace {

constexpr Registry<ControllerProblem>::Entry kControllerEntries[] = {
    {"beam-controller", problems::beam_controller},
    {"gust-alleviation", problems::gust_alleviation},
};
constexpr Registry<ControllerProblem> kControllers("controller problem", kControllerEntries);

}  // namespace

std::vector<std::string> controller_names() { return kControllers.names(); }

bool is_controller(const std::string& name) { return kControllers.has(name); }

ControllerProblem make_controller(const std::string& name) { return kControllers.make(name); }

}  // namespace tandem
