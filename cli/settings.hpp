#pragma once

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

}  // namespace tandem::cli
