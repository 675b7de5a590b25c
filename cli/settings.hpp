#pragma once

#include <string>
#include <string_view>
#include <vector>

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
Stated with_settings(Stated problem, const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    const auto [key, value] = setting_from(setting, "--set");
    problem.set(key, number_from(value, key));
  }
  return problem;
}

}  // namespace tandem::cli
