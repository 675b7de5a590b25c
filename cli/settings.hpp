#pragma once

#include <tandem/cli/common_options.hpp>
#include <tandem/cli/given.hpp>
#include <tandem/cli/problems.hpp>

#include <string>
#include <string_view>

namespace tandem::cli {

/// KEY=VALUE, as typed after an option.
struct Setting {
  std::string key;
  std::string value;
};

/// Takes KEY=VALUE apart; refuses text without a key or a '=', by the option's name.
Setting setting_from(const std::string& text, std::string_view option);

/// A finite number; refuses anything else, saying of what it was to be the value.
double number_from(const std::string& text, std::string_view what);

/// A problem of any kind with its named numbers as --set says.
template <class Stated>
Stated with_settings(Stated problem, const Given& given) {
  for (const std::string& setting : given.all(kSet)) {
    const auto [key, value] = setting_from(setting, kSet.name);
    problem.set(key, number_from(value, key));
  }
  return problem;
}

/// The problem of motion that NAME means, with these numbers.
inline Problem stated_problem(const Given& given, const Problems& problems) {
  return with_settings(problems.make(given.name()), given);
}

}  // namespace tandem::cli
