#include <tandem/ocp/statement/verify_problem.hpp>

#include <tandem/ocp/statement/guess.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

/// Collects inputs with the box that they are looked at in.
class Box {
 public:
  /// Around guessed values, a quarter of the bounds (or half of the values' size, at least 1) further, but within
  /// bounds.
  void add_around(const std::string& name, double from, double to, double lower, double upper) {
    const double least = std::min(from, to), most = std::max(from, to);
    const bool is_bounded = std::isfinite(lower) && std::isfinite(upper);
    const double size = std::max(std::abs(least), std::abs(most));
    const double margin = is_bounded ? 0.25 * (upper - lower) : std::max(1.0, 0.5 * size);
    add(name, std::clamp(least - margin, lower, upper), std::clamp(most + margin, lower, upper));
  }

  void add(const std::string& name, double lower, double upper) {
    names_.push_back(name);
    lower_.push_back(lower);
    upper_.push_back(upper);
  }

  void write_to(NamedKnotBlocks& function) const {
    function.inputs = names_;
    function.lower = Eigen::Map<const Eigen::VectorXd>(lower_.data(), std::ssize(lower_));
    function.upper = Eigen::Map<const Eigen::VectorXd>(upper_.data(), std::ssize(upper_));
  }

 private:
  std::vector<std::string> names_;
  std::vector<double> lower_, upper_;
};

void add_numbers(const Problem& problem, Box& box) {
  for (const NamedNumber& number : problem.numbers()) {
    const double tenth = number.value == 0.0 ? 0.1 : 0.1 * std::abs(number.value);
    box.add(number.name, std::max(number.lower, number.value - tenth), std::min(number.upper, number.value + tenth));
  }
}

Box box_of(const Problem& problem, int index, bool with_controls) {
  const Phase& phase = problem.phases()[index];
  const std::vector<double> values = problem.number_values();
  const PhaseGuess guess = straight_line_guess(problem, index);
  const auto around = [&](Box& box, const std::string& name, const Range& bounds, const Eigen::RowVectorXd& line) {
    box.add_around(name, line(0), line(line.size() - 1), bounds.lower.at(values), bounds.upper.at(values));
  };
  Box box;
  for (int i = 0; i < phase.state_count; ++i) {
    around(box, phase.states[i].name, phase.states[i].bounds, guess.states.row(i));
  }
  for (int i = 0; with_controls && i < phase.control_count; ++i) {
    around(box, phase.controls[i].name, phase.controls[i].bounds, guess.controls.row(i));
  }
  box.add("time", guess.time(0), guess.time(guess.time.size() - 1));
  add_numbers(problem, box);
  return box;
}

/// Without functions; all named numbers are inputs.
NamedKnotBlocks inputs_of(const Problem& problem, int index, bool with_controls) {
  const Phase& phase = problem.phases()[index];
  NamedKnotBlocks all;
  all.blocks.states = phase.state_count;
  all.blocks.controls = with_controls ? phase.control_count : 0;
  all.blocks.numbers = problem.number_values();
  for (std::size_t i = 0; i < all.blocks.numbers.size(); ++i) all.blocks.free_numbers.push_back(static_cast<int>(i));
  box_of(problem, index, with_controls).write_to(all);
  return all;
}

void add_scalar(NamedKnotBlocks& all, const GenericFunction& function, const std::string& name) {
  if (!function) return;
  all.blocks.blocks.emplace_back(function, name);
  all.outputs.push_back(name);
}

}  // namespace

NamedKnotBlocks functions_along(const Problem& problem, int index) {
  const Phase& phase = problem.phases()[index];
  NamedKnotBlocks all = inputs_of(problem, index, true);
  all.blocks.blocks.emplace_back(phase.dynamics, "dynamics");
  for (const State& state : phase.states) all.outputs.push_back("rate of " + state.name);
  add_scalar(all, phase.running_cost, "running cost");
  for (const Constraint& constraint : phase.path_constraints) {
    add_scalar(all, constraint.function, fmt::format("path constraint '{}'", constraint.name));
  }
  for (const Constraint& constraint : phase.integral_constraints) {
    add_scalar(all, constraint.function, fmt::format("integrand of '{}'", constraint.name));
  }
  return all;
}

NamedKnotBlocks functions_of(const Problem& problem, const Linkage& linkage) {
  NamedKnotBlocks all;
  Box box;
  const auto add_end = [&](int index, bool at_end, const char* side) {
    const Phase& phase = problem.phases()[index];
    const PhaseGuess guess = straight_line_guess(problem, index);
    const int column = at_end ? static_cast<int>(guess.time.size()) - 1 : 0;
    for (int i = 0; i < phase.state_count; ++i) {
      const double value = guess.states(i, column);
      box.add_around(fmt::format("{} {}", phase.states[i].name, side), value, value, -kInfinity, kInfinity);
    }
    box.add_around(fmt::format("time {}", side), guess.time(column), guess.time(column), -kInfinity, kInfinity);
    all.blocks.states += phase.state_count + 1;
  };
  add_end(linkage.before, true, "before");
  add_end(linkage.after, false, "after");
  box.add("time", 0.0, 1.0);
  add_numbers(problem, box);
  all.blocks.numbers = problem.number_values();
  for (std::size_t i = 0; i < all.blocks.numbers.size(); ++i) all.blocks.free_numbers.push_back(static_cast<int>(i));
  box.write_to(all);
  all.blocks.blocks.emplace_back(linkage.function, linkage.name);
  for (int row = 0; row < linkage.rows(); ++row) all.outputs.push_back(linkage.row_name(row));
  return all;
}

NamedKnotBlocks functions_at_end(const Problem& problem, int index) {
  const Phase& phase = problem.phases()[index];
  NamedKnotBlocks all = inputs_of(problem, index, false);
  add_scalar(all, phase.end_cost, "end cost");
  for (const Constraint& constraint : phase.end_constraints) {
    add_scalar(all, constraint.function, fmt::format("end constraint '{}'", constraint.name));
  }
  return all;
}

DerivativeReport verify_problem(const Problem& problem, const CheckOptions& options) {
  problem.validate();
  DerivativeReport report{problem.name(), options.seed, {}};
  for (int phase = 0; phase < std::ssize(problem.phases()); ++phase) {
    const std::string prefix = problem.phases().size() > 1 ? problem.phases()[phase].name + ": " : "";
    append(report, check_knot_function(functions_along(problem, phase), options), prefix);
    append(report, check_knot_function(functions_at_end(problem, phase), options), prefix);
  }
  for (const Linkage& linkage : problem.linkages()) {
    append(report, check_knot_function(functions_of(problem, linkage), options), "linkage ");
  }
  return report;
}

}  // namespace tandem
