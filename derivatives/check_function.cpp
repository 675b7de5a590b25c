#include <tandem/derivatives/check_function.hpp>

#include <tandem/core/dice.hpp>
#include <tandem/core/error.hpp>
#include <tandem/derivatives/difference_check.hpp>

#include <fmt/format.h>

#include <utility>

namespace tandem {
namespace {

constexpr double kExact = 1e-12;

void check_box(const std::string& name, const FunctionBox& box) {
  const long inputs = box.lower.size();
  require(inputs > 0 && box.upper.size() == inputs, "function '{}': its box has {} lower and {} upper bounds", name,
          inputs, box.upper.size());
  require(box.lower.allFinite() && box.upper.allFinite(), "function '{}': its box is not finite", name);
  for (long j = 0; j < inputs; ++j) {
    require(box.lower(j) <= box.upper(j),
            "function '{}': input {} has crossed bounds: lower {} is greater than upper {}", name, j, box.lower(j),
            box.upper(j));
  }
  require(box.inputs.empty() || std::ssize(box.inputs) == inputs, "function '{}': {} inputs are named, it has {}", name,
          box.inputs.size(), inputs);
}

std::vector<std::string> names_or_numbers(std::vector<std::string> names, char letter, long count) {
  for (long k = std::ssize(names); k < count; ++k) names.push_back(fmt::format("{}{}", letter, k));
  return names;
}

void check_shapes(const std::string& name, const std::vector<Way>& ways, long rows, long columns) {
  for (const Way& way : ways) {
    require(way.block.rows() == rows && way.block.cols() == columns,
            "function '{}': the Jacobian by {} is {} x {}, the function has {} outputs and {} inputs", name, way.name,
            way.block.rows(), way.block.cols(), rows, columns);
  }
}

}  // namespace

DerivativeReport check_function(const std::string& name, const BlackBox& function, const FunctionBox& box,
                                const CheckOptions& options) {
  require(static_cast<bool>(function.jacobian), "function '{}': no Jacobian is claimed for it", name);
  const JacobianWays ways = [&function](const Eigen::VectorXd& x) {
    return std::vector<Way>{{"claimed", function.jacobian(x)}};
  };
  return check_ways(name, function, ways, box, options);
}

DerivativeReport check_ways(const std::string& name, const BlackBox& function, const JacobianWays& ways,
                            const FunctionBox& box, const CheckOptions& options) {
  check_options(options);
  check_box(name, box);
  require(static_cast<bool>(function.values), "function '{}': it has no values", name);
  Dice dice(options.seed);
  std::vector<Eigen::VectorXd> points;
  for (int k = 0; k < options.states; ++k) {
    points.push_back(finite_point(dice, function.values, name, box.lower, box.upper));
  }
  const long outputs = function.values(points.front()).size(), inputs = box.lower.size();
  require(box.outputs.empty() || std::ssize(box.outputs) == outputs, "function '{}': {} outputs are named, it has {}",
          name, box.outputs.size(), outputs);
  const std::vector<std::string> input_names = names_or_numbers(box.inputs, 'x', inputs);
  BlockComparison comparison(name, named(names_or_numbers(box.outputs, 'y', outputs), input_names));
  for (const Eigen::VectorXd& x : points) {
    const std::vector<Way> exact = ways(x);
    check_shapes(name, exact, outputs, inputs);
    comparison.compare(exact, kExact);
    for (const Way& way : exact) {
      comparison.compare(way, differences_at(function.values, x, way.block, box.lower, box.upper));
    }
    comparison.next_state();
  }
  if (const auto place = comparison.disagreement()) {
    const Eigen::VectorXd& x = points[place->state];
    comparison.add_note(
        why_not_smooth(function.values, x, place->row, place->column, {input_names, box.lower, box.upper}));
  }
  return {name, options.seed, {comparison.report()}};
}

}  // namespace tandem
