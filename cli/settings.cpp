#include <tandem/cli/settings.hpp>

#include <tandem/core/error.hpp>

#include <charconv>
#include <cmath>

namespace tandem::cli {

Setting setting_from(const std::string& text, std::string_view option) {
  const std::size_t at = text.find('=');
  require(at != std::string::npos && at > 0, "{} takes KEY=VALUE, not '{}'", option, text);
  return {text.substr(0, at), text.substr(at + 1)};
}

double number_from(const std::string& text, std::string_view what) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  require(error == std::errc() && at == end && std::isfinite(value), "the value of '{}' is not a finite number: '{}'",
          what, text);
  return value;
}

}  // namespace tandem::cli
