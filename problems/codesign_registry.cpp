#include <tandem/problems/codesign_registry.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/problems/codesigns.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace tandem {
namespace {

using Maker = Codesign (*)();

constexpr std::array kCodesigns{
    std::pair<const char*, Maker>{"draper", problems::draper},
    std::pair<const char*, Maker>{"salama-cantilever", problems::salama_cantilever},
    std::pair<const char*, Maker>{"salama-hub", problems::salama_hub},
};

const auto* find(const std::string& name) {
  return std::find_if(kCodesigns.begin(), kCodesigns.end(), [&](const auto& one) { return one.first == name; });
}

}  // namespace

std::vector<std::string> codesign_names() {
  std::vector<std::string> names;
  for (const auto& [name, maker] : kCodesigns) names.emplace_back(name);
  return names;
}

bool is_codesign(const std::string& name) { return find(name) != kCodesigns.end(); }

Codesign make_codesign(const std::string& name) {
  require(is_codesign(name), "no co-design problem is called '{}'{}", name, did_you_mean(name, codesign_names()));
  return find(name)->second();
}

}  // namespace tandem
