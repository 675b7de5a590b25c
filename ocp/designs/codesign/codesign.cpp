#include <tandem/ocp/designs/codesign/codesign.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace tandem {

using Eigen::VectorXd;

namespace {

template <class Get>
VectorXd vector_of(std::span<const NamedNumber> numbers, const Get& get) {
  VectorXd values(std::ssize(numbers));
  for (Eigen::Index i = 0; i < values.size(); ++i) values(i) = get(numbers[i]);
  return values;
}

}  // namespace

VectorXd logarithms(const VectorXd& p) {
  return p.unaryExpr([](double one) { return std::log(one); });
}

VectorXd exponentials(const VectorXd& x) {
  return x.unaryExpr([](double one) { return std::exp(one); });
}

Design Codesign::design(NamedNumber number) {
  require(!numbers_.find(number.name), "{}: two numbers are called '{}'", words(), number.name);
  require(number.lower > 0.0, "{}: the lower bound of design number '{}' is {}, it should be positive", words(),
          number.name, number.lower);
  require(number.lower < number.upper, "{}: the bounds of design number '{}' leave it nothing but {}", words(),
          number.name, number.value);
  number.role = Role::design;
  return Design{designs_.add(words(), std::move(number)).index};
}

Number Codesign::number(NamedNumber number) {
  require(!designs_.find(number.name), "{}: two numbers are called '{}'", words(), number.name);
  return Statement::number(std::move(number));
}

double Codesign::value(std::string_view name) const {
  const auto design = designs_.find(name);
  return design ? designs_[*design].value : Statement::value(name);
}

void Codesign::set(std::string_view name, double value) {
  if (const auto design = designs_.find(name)) return designs_.set(*design, value);
  if (!numbers_.find(name)) {
    std::vector<std::string> known = designs_.names();
    for (std::string& other : numbers_.names()) known.push_back(std::move(other));
    refuse_number(name, known);
  }
  Statement::set(name, value);
}

VectorXd Codesign::start() const {
  return vector_of(designs(), [](const NamedNumber& number) { return number.value; });
}
VectorXd Codesign::lower() const {
  return vector_of(designs(), [](const NamedNumber& number) { return number.lower; });
}
VectorXd Codesign::upper() const {
  return vector_of(designs(), [](const NamedNumber& number) { return number.upper; });
}

VectorXd Codesign::sizes_at(const VectorXd& x) const {
  VectorXd sizes = exponentials(x);
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const auto& [lower, upper] = std::pair(designs()[i].lower, designs()[i].upper);
    if (x(i) <= std::log(lower)) sizes(i) = lower;
    if (x(i) >= std::log(upper)) sizes(i) = upper;
  }
  return sizes;
}

void Codesign::check_design(const VectorXd& design) const {
  require(design.size() == std::ssize(designs()), "{}: {} sizes are given, there are {} design numbers", name(),
          design.size(), designs().size());
  for (Eigen::Index i = 0; i < design.size(); ++i) {
    require(design(i) > 0.0 && std::isfinite(design(i)), "{}: design number '{}' = {} should be positive and finite",
            name(), designs()[i].name, design(i));
  }
}

/// What refuses a controller names the problem too.
template <class Evaluate>
auto Codesign::named(const Evaluate& evaluate) const {
  try {
    return evaluate();
  } catch (const InvalidInput& refusal) {
    refuse("{}: {}", name(), refusal.what());
  } catch (const NumericalError& failure) {
    throw NumericalError(fmt::format("{}: {}", name(), failure.what()));
  }
}

void Codesign::mean_squares(MeanSquaresCost cost, Number effort_limit, Number response_limit) {
  for (const Number limit : {effort_limit, response_limit}) {
    require(limit.index >= 0 && limit.index < std::ssize(numbers()), "{}: a limit is not one of its numbers", name());
    require(numbers_[limit.index].value > 0.0, "{}: the limit '{}' is {}, it should be positive", name(),
            numbers_[limit.index].name, numbers_[limit.index].value);
  }
  mean_squares_ = std::move(cost);
  effort_limit_ = effort_limit;
  response_limit_ = response_limit;
}

const NamedNumber& Codesign::limit(Number which) const {
  require(has_limits(), "{} has no limits on mean squares", name());
  return numbers_[which.index];
}

NumberJet Codesign::structure_cost(const VectorXd& design) const {
  require(static_cast<bool>(structure_cost_), "{}: the structure's cost is missing", name());
  check_design(design);
  const std::vector<double> values = number_values();
  return named([&] { return structure_cost_(DesignValues(design, values)); });
}

NumberJet Codesign::control_cost(const VectorXd& design) const {
  if (has_limits()) {
    const NumberJet cost = mean_squares(design, response_limit() / effort_limit()).cost;
    const Eigen::Index n = design.size();
    return (1.0 / response_limit()) * NumberJet{cost.value, cost.gradient.head(n), cost.hessian.topLeftCorner(n, n)};
  }
  require(static_cast<bool>(control_cost_), "{}: the controller's cost is missing", name());
  check_design(design);
  const std::vector<double> values = number_values();
  return named([&] { return control_cost_(DesignValues(design, values)); });
}

codesign::MeanSquares Codesign::mean_squares(const VectorXd& design, double price) const {
  require(has_limits(), "{} has no limits on mean squares", name());
  require(price > 0.0 && std::isfinite(price), "{}: the price of effort, {}, should be positive", name(), price);
  check_design(design);
  const std::vector<double> values = number_values();
  return named([&] { return mean_squares_(DesignValues(design, values, price)); });
}

lq::FeedbackPlant Codesign::feedback_plant(const VectorXd& design) const {
  require(static_cast<bool>(feedback_) && has_limits(), "{} has no plant for output feedback", name());
  check_design(design);
  const std::vector<double> values = number_values();
  return named([&] { return feedback_(DesignValues(design, values)); });
}

}  // namespace tandem
