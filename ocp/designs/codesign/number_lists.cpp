#include <tandem/ocp/designs/codesign/number_lists.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <cmath>
#include <vector>

namespace tandem::codesign {

namespace {

template <class N>
N& find(const std::string& problem, std::string_view name, std::initializer_list<std::span<N>> lists) {
  std::vector<std::string> known;
  for (const std::span<N> list : lists) {
    for (N& number : list) {
      if (number.name == name) return number;
      known.push_back(number.name);
    }
  }
  refuse("no number of '{}' is called '{}'{}", problem, name, did_you_mean(name, known));
}

}  // namespace

void check_new(const std::string& problem, const NamedNumber& number,
               std::initializer_list<std::span<const NamedNumber>> lists) {
  const auto& [name, value, unit, meaning, role, lower, upper] = number;
  require(is_plain_name(name), "{}: '{}' is not a plain name (letters, digits, '_', '-', '.')", problem, name);
  for (const std::span<const NamedNumber> list : lists) {
    for (const NamedNumber& other : list)
      require(other.name != name, "{}: the number '{}' is there twice", problem, name);
  }
  require(std::isfinite(value), "{}: number '{}' is {}, it should be finite", problem, name, value);
  require(lower <= value && value <= upper, "{}: number '{}' = {} is outside [{}, {}]", problem, name, value, lower,
          upper);
}

double value_of(const std::string& problem, std::string_view name,
                std::initializer_list<std::span<const NamedNumber>> lists) {
  return find(problem, name, lists).value;
}

bool set_value(const std::string& problem, std::string_view name, double value,
               std::initializer_list<std::span<NamedNumber>> lists) {
  NamedNumber& number = find(problem, name, lists);
  require(std::isfinite(value), "number '{}' cannot be {}", name, value);
  require(value >= number.lower && value <= number.upper, "number '{}' cannot be {}: it must be within [{}, {}]", name,
          value, number.lower, number.upper);
  const bool is_new = value != number.value;
  number.value = value;
  return is_new;
}

}  // namespace tandem::codesign
