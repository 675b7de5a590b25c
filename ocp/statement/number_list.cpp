#include <tandem/ocp/statement/number_list.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {

Number NumberList::add(const std::string& owner, NamedNumber number) {
  require(is_plain_name(number.name), "{}: a number has the name '{}'; use letters, digits, '_', '-', '.'", owner,
          number.name);
  require(!find(number.name), "{}: two numbers are called '{}'", owner, number.name);
  require(std::isfinite(number.value), "number '{}': its value {} is not finite", number.name, number.value);
  require(number.lower <= number.value && number.value <= number.upper,
          "number '{}': its value {} is outside its bounds [{}, {}]", number.name, number.value, number.lower,
          number.upper);
  stated_.push_back(number.value);
  all_.push_back(std::move(number));
  return Number{static_cast<int>(all_.size()) - 1};
}

std::optional<int> NumberList::find(std::string_view name) const {
  const auto at = std::find_if(all_.begin(), all_.end(), [&](const NamedNumber& n) { return n.name == name; });
  return at == all_.end() ? std::nullopt : std::optional(static_cast<int>(at - all_.begin()));
}

void NumberList::set(int index, double value) {
  NamedNumber& number = all_[index];
  require(std::isfinite(value), "number '{}': the value {} is not finite", number.name, value);
  require(number.lower <= value && value <= number.upper, "number '{}': the value {} is outside its bounds [{}, {}]",
          number.name, value, number.lower, number.upper);
  number.value = value;
}

std::vector<std::string> NumberList::names() const {
  std::vector<std::string> names;
  for (const NamedNumber& number : all_) names.push_back(number.name);
  return names;
}

std::vector<double> NumberList::values() const {
  std::vector<double> values;
  for (const NamedNumber& number : all_) values.push_back(number.value);
  return values;
}

}  // namespace tandem
