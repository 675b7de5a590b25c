#include <tandem/problems/controller_registry.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/problems/controllers.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace tandem {
namespace {

using Maker = ControllerProblem (*)();

constexpr std::array kControllers{
    std::pair<const char*, Maker>{"beam-controller", problems::beam_controller},
    std::pair<const char*, Maker>{"gust-alleviation", problems::gust_alleviation},
};

const auto* find(const std::string& name) {
  return std::find_if(kControllers.begin(), kControllers.end(), [&](const auto& one) { return one.first == name; });
}

}  // namespace

std::vector<std::string> controller_names() {
  std::vector<std::string> names;
  for (const auto& [name, maker] : kControllers) names.emplace_back(name);
  return names;
}

bool is_controller(const std::string& name) { return find(name) != kControllers.end(); }

ControllerProblem make_controller(const std::string& name) {
  require(is_controller(name), "no controller problem is called '{}'{}", name, did_you_mean(name, controller_names()));
  return find(name)->second();
}

}  // namespace tandem
