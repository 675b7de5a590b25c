#include <tandem/cli/problems.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>
#include <tandem/problems/registry.hpp>

#include <algorithm>

namespace tandem::cli {

std::vector<std::string> Problems::names() const {
  std::vector<std::string> names;
  if (own_) names.push_back(own_->name());
  for (const std::string& name : problem_names()) {
    if (!own_ || name != own_->name()) names.push_back(name);
  }
  return names;
}

std::vector<std::string> Problems::all_names() const {
  std::vector<std::string> all = names();
  for (const auto& others : {codesign_names(), controller_names()}) all.insert(all.end(), others.begin(), others.end());
  return all;
}

bool Problems::knows(const std::string& name) const {
  const std::vector<std::string> all = all_names();
  return is_own(name) || std::find(all.begin(), all.end(), name) != all.end();
}

Kind Problems::kind_of(const std::string& name) const {
  if (!knows(name)) {
    refuse("no problem is called '{}'{} ('tandem list' lists them)", name, did_you_mean(name, all_names()));
  }
  if (is_own(name)) return Kind::motion;
  if (is_codesign(name)) return Kind::structure;
  return is_controller(name) ? Kind::controller : Kind::motion;
}

Problem Problems::make(const std::string& name) const {
  const Kind kind = kind_of(name);
  require(kind == Kind::motion, "'{}' is {}, not a problem of motion", name, words_for(kind));
  return is_own(name) ? *own_ : make_problem(name);
}

}  // namespace tandem::cli
