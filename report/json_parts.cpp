#include <tandem/report/json_parts.hpp>

#include <tandem/core/json.hpp>

#include <cmath>

namespace tandem {

Json array_of(const Eigen::VectorXd& values) { return Json::list_of(values); }

Json range_json(const std::optional<Range>& range, const std::vector<double>& numbers) {
  if (!range) return nullptr;
  const double lower = range->lower.at(numbers), upper = range->upper.at(numbers);
  if (!std::isfinite(lower) && !std::isfinite(upper)) return nullptr;
  return {lower, upper};
}

Json series_json(const std::string& name, const std::string& unit, const Eigen::VectorXd& knots,
                 const Eigen::VectorXd& samples) {
  return {{"name", name}, {"unit", unit}, {"knots", array_of(knots)}, {"samples", array_of(samples)}};
}

namespace {

const char* role_name(Role role) {
  switch (role) {
    case Role::constant:
      return "constant";
    case Role::design:
      return "design";
    case Role::path:
      return "path";
  }
  return "";
}

}  // namespace

Json described_numbers(const Problem& problem, const std::vector<double>& values) {
  Json numbers = Json::array();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const NamedNumber& number = problem.numbers()[i];
    numbers.push_back({{"name", number.name},
                       {"value", values[i]},
                       {"unit", number.unit},
                       {"meaning", number.meaning},
                       {"role", role_name(number.role)}});
  }
  return numbers;
}

}  // namespace tandem
