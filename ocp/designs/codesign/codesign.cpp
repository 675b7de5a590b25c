#include <tandem/ocp/designs/codesign/codesign.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/ocp/designs/codesign/number_lists.hpp>

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

Codesign::Codesign(std::string name) : name_(std::move(name)) {
  require(is_plain_name(name_), "co-design: '{}' is not a plain name (letters, digits, '_', '-', '.')", name_);
}

void Codesign::design(NamedNumber number) {
  codesign::check_new(name_, number, {designs_, numbers_});
  require(number.lower > 0.0, "{}: the lower bound of design number '{}' is {}, it should be positive", name_,
          number.name, number.lower);
  require(number.lower < number.upper, "{}: the bounds of design number '{}' leave it nothing but {}", name_,
          number.name, number.value);
  number.role = Role::design;
  designs_.push_back(std::move(number));
}

Number Codesign::number(NamedNumber number) {
  codesign::check_new(name_, number, {designs_, numbers_});
  numbers_.push_back(std::move(number));
  return {static_cast<int>(numbers_.size()) - 1};
}

std::vector<double> Codesign::number_values() const {
  std::vector<double> values;
  for (const NamedNumber& number : numbers_) values.push_back(number.value);
  return values;
}

double Codesign::value(std::string_view name) const { return codesign::value_of(name_, name, {designs_, numbers_}); }

void Codesign::set(std::string_view name, double value) {
  if (codesign::set_value(name_, name, value, {designs_, numbers_})) is_as_stated_ = false;
}

VectorXd Codesign::start() const {
  return vector_of(designs_, [](const NamedNumber& number) { return number.value; });
}
VectorXd Codesign::lower() const {
  return vector_of(designs_, [](const NamedNumber& number) { return number.lower; });
}
VectorXd Codesign::upper() const {
  return vector_of(designs_, [](const NamedNumber& number) { return number.upper; });
}

VectorXd Codesign::sizes_at(const VectorXd& x) const {
  VectorXd sizes = exponentials(x);
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const auto& [lower, upper] = std::pair(designs_[i].lower, designs_[i].upper);
    if (x(i) <= std::log(lower)) sizes(i) = lower;
    if (x(i) >= std::log(upper)) sizes(i) = upper;
  }
  return sizes;
}

void Codesign::check_design(const VectorXd& design) const {
  require(design.size() == std::ssize(designs_), "{}: {} sizes are given, there are {} design numbers", name_,
          design.size(), designs_.size());
  for (Eigen::Index i = 0; i < design.size(); ++i) {
    require(design(i) > 0.0 && std::isfinite(design(i)), "{}: design number '{}' = {} should be positive and finite",
            name_, designs_[i].name, design(i));
  }
}

/// What refuses a controller names the problem too.
template <class Evaluate>
auto Codesign::named(const Evaluate& evaluate) const {
  try {
    return evaluate();
  } catch (const InvalidInput& refusal) {
    refuse("{}: {}", name_, refusal.what());
  } catch (const NumericalError& failure) {
    throw NumericalError(fmt::format("{}: {}", name_, failure.what()));
  }
}

void Codesign::mean_squares(MeanSquaresCost cost, Number effort_limit, Number response_limit) {
  for (const Number limit : {effort_limit, response_limit}) {
    require(limit.index >= 0 && limit.index < std::ssize(numbers_), "{}: a limit is not one of its numbers", name_);
    require(numbers_[limit.index].value > 0.0, "{}: the limit '{}' is {}, it should be positive", name_,
            numbers_[limit.index].name, numbers_[limit.index].value);
  }
  mean_squares_ = std::move(cost);
  effort_limit_ = effort_limit;
  response_limit_ = response_limit;
}

const NamedNumber& Codesign::limit(Number which) const {
  require(has_limits(), "{} has no limits on mean squares", name_);
  return numbers_[which.index];
}

NumberJet Codesign::structure_cost(const VectorXd& design) const {
  require(static_cast<bool>(structure_cost_), "{}: the structure's cost is missing", name_);
  check_design(design);
  return named([&] { return structure_cost_(design, number_values()); });
}

NumberJet Codesign::control_cost(const VectorXd& design) const {
  if (has_limits()) {
    const NumberJet cost = mean_squares(design, response_limit() / effort_limit()).cost;
    const Eigen::Index n = design.size();
    return (1.0 / response_limit()) * NumberJet{cost.value, cost.gradient.head(n), cost.hessian.topLeftCorner(n, n)};
  }
  require(static_cast<bool>(control_cost_), "{}: the controller's cost is missing", name_);
  check_design(design);
  return named([&] { return control_cost_(design, number_values()); });
}

codesign::MeanSquares Codesign::mean_squares(const VectorXd& design, double price) const {
  require(has_limits(), "{} has no limits on mean squares", name_);
  require(price > 0.0 && std::isfinite(price), "{}: the price of effort, {}, should be positive", name_, price);
  check_design(design);
  return named([&] { return mean_squares_(design, price, number_values()); });
}

lq::FeedbackPlant Codesign::feedback_plant(const VectorXd& design) const {
  require(static_cast<bool>(feedback_) && has_limits(), "{} has no plant for output feedback", name_);
  check_design(design);
  return named([&] { return feedback_(design, number_values()); });
}

}  // namespace tandem
