#include <tandem/problems/registry.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/problems/all.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace tandem {
namespace {

using Maker = Problem (*)();

constexpr std::array<std::pair<const char*, Maker>, 6> kProblems{{
    {"brachistochrone", problems::brachistochrone},
    {"bryson-denham", problems::bryson_denham},
    {"cart-pole-swing-up", problems::cart_pole_swing_up},
    {"double-integrator-energy", problems::double_integrator_energy},
    {"double-integrator-time", problems::double_integrator_time},
    {"scalar-lqr", problems::scalar_lqr},
}};

}  // namespace

std::vector<std::string> problem_names() {
  std::vector<std::string> names;
  for (const auto& [name, maker] : kProblems) names.emplace_back(name);
  return names;
}

Problem make_problem(const std::string& name) {
  const auto found = std::find_if(kProblems.begin(), kProblems.end(), [&](const auto& p) { return p.first == name; });
  if (found == kProblems.end()) refuse("no problem is called '{}'{}", name, did_you_mean(name, problem_names()));
  return found->second();
}

}  // namespace tandem
