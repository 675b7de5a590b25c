#include <tandem/ocp/controllers/controller_problem.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <cmath>

namespace tandem {

ControllerProblem::ControllerProblem(std::string name) : name_(std::move(name)) {
  require(is_plain_name(name_), "controller problem: '{}' is not a plain name (letters, digits, '_', '-', '.')", name_);
}

void ControllerProblem::number(NamedNumber number) {
  require(is_plain_name(number.name), "{}: '{}' is not a plain name (letters, digits, '_', '-', '.')", name_,
          number.name);
  for (const NamedNumber& other : numbers_)
    require(other.name != number.name, "{}: the number '{}' is there twice", name_, number.name);
  require(std::isfinite(number.value) && number.lower <= number.value && number.value <= number.upper,
          "{}: number '{}' = {} is not within [{}, {}]", name_, number.name, number.value, number.lower, number.upper);
  numbers_.push_back(std::move(number));
}

double ControllerProblem::value(std::string_view name) const {
  for (const NamedNumber& number : numbers_) {
    if (number.name == name) return number.value;
  }
  refuse("{}: no number is called '{}'", name_, name);
}

void ControllerProblem::set(std::string_view name, double value) {
  std::vector<std::string> known;
  for (NamedNumber& number : numbers_) {
    known.push_back(number.name);
    if (number.name != name) continue;
    require(std::isfinite(value), "number '{}' cannot be {}", name, value);
    require(value >= number.lower && value <= number.upper, "number '{}' cannot be {}: it must be within [{}, {}]",
            name, value, number.lower, number.upper);
    if (value != number.value) is_as_stated_ = false;
    number.value = value;
    return;
  }
  refuse("no number of '{}' is called '{}'{}", name_, name, did_you_mean(name, known));
}

controllers::Objective ControllerProblem::objective() const {
  require(static_cast<bool>(maker_), "{}: it has no objective", name_);
  std::vector<double> values;
  for (const NamedNumber& number : numbers_) values.push_back(number.value);
  try {
    return maker_(values);
  } catch (const InvalidInput& error) {
    refuse("{}: {}", name_, error.what());
  }
}

}  // namespace tandem
