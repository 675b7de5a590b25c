#include <tandem/ocp/designs/controllers/controller_problem.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/ocp/designs/codesign/number_lists.hpp>

#include <utility>

namespace tandem {

ControllerProblem::ControllerProblem(std::string name) : name_(std::move(name)) {
  require(is_plain_name(name_), "controller problem: '{}' is not a plain name (letters, digits, '_', '-', '.')", name_);
}

void ControllerProblem::number(NamedNumber number) {
  codesign::check_new(name_, number, {numbers_});
  numbers_.push_back(std::move(number));
}

double ControllerProblem::value(std::string_view name) const { return codesign::value_of(name_, name, {numbers_}); }

void ControllerProblem::set(std::string_view name, double value) {
  if (codesign::set_value(name_, name, value, {numbers_})) is_as_stated_ = false;
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
