#include <tandem/ocp/answers/accessory_states.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kNoPush = 1e-6;       // of the size beside it: what an interior point method leaves at ends
constexpr double kNoPushAlong = 1e-4;  // what is below it counts as free, which asks more of a minimum

/// The bound at which a value is: -1 the lower one, 1 the upper one, 0 none.
int bound_at(double value, const Range& range, std::span<const double> numbers) {
  const double tolerance = 1e-5 * std::max(1.0, std::abs(value));
  if (value <= range.lower.at(numbers) + tolerance) return -1;
  return value >= range.upper.at(numbers) - tolerance ? 1 : 0;
}

bool has_no_length(const Range& range, std::span<const double> numbers) {
  return range.lower.at(numbers) == range.upper.at(numbers);
}

/// Where a state bound pushes inside the phase: "state 'x' ... at 0.5".
std::string why_states_are_held(const Played& played) {
  const PhaseSolution& series = played.series();
  const Eigen::VectorXd sizes = push_sizes(series);
  const auto sentence = [&](int i, double time) {
    return fmt::format("a bound of state '{}' pushes at {:.4g}, and arcs along state bounds are not varied",
                       played.phase().states[i].name, time);
  };
  for (int i = 0; i < played.phase().state_count; ++i) {
    for (int k = 1; k < played.intervals(); ++k) {
      if (std::abs(series.costates_before(i, k) - series.costates(i, k)) > kNoPushAlong * sizes(i)) {
        return sentence(i, series.time(k));
      }
    }
    for (int j = 0; j < series.inner_pushes.cols(); ++j) {
      const int k = j / std::max(1, played.tableau().interior_states);
      if (std::abs(series.inner_pushes(i, j)) > kNoPushAlong * sizes(i)) return sentence(i, series.time(k));
    }
  }
  return {};
}

std::string why_paths_are_held(const Played& played, double objective) {
  const PhaseSolution& series = played.series();
  const double duration = series.time(played.intervals()) - series.time(0);
  for (int i = 0; i < std::ssize(played.phase().path_constraints); ++i) {
    const Constraint& path = played.phase().path_constraints[i];
    if (path.is_residual) return "implicit dynamics are not varied yet";
    const double most = series.path_multipliers.rows() > i ? series.path_multipliers.row(i).cwiseAbs().maxCoeff() : 0.0;
    if (has_no_length(path.bounds, played.numbers()) ||
        most * duration > kNoPush * std::max(1.0, std::abs(objective))) {
      return fmt::format("path constraint '{}' pushes, and arcs along path constraints are not varied", path.name);
    }
  }
  return {};
}

}  // namespace

bool is_held(double value, const Range& range, std::span<const double> numbers, double push, double size) {
  if (has_no_length(range, numbers)) return true;
  return std::abs(push) > kNoPush * size && push * bound_at(value, range, numbers) > 0.0;
}

Eigen::VectorXd push_sizes(const PhaseSolution& series) {
  Eigen::VectorXd ranges = series.states.rowwise().maxCoeff() - series.states.rowwise().minCoeff();
  ranges = (ranges.array() > 0.0).select(ranges, 1.0);
  const Eigen::VectorXd largest =
      series.costates.cwiseAbs().rowwise().maxCoeff().cwiseMax(series.costates_before.cwiseAbs().rowwise().maxCoeff());
  return largest.cwiseProduct(ranges).maxCoeff() * ranges.cwiseInverse();
}

Range end_range(const Range& bounds, const std::optional<Range>& end) { return end ? *end : bounds; }

AccessoryStates accessory_states(const Problem& problem, const Solution& solution, int phase) {
  const Phase& stated = problem.phases()[phase];
  const std::vector<double> values = numbers_of(problem, solution);
  const PhaseSolution& series = solution.phases[phase];
  const auto last = series.time.size() - 1;
  AccessoryStates states;
  states.states = stated.state_count;
  for (int i = 0; i < std::ssize(stated.integral_constraints); ++i) {
    const Constraint& integral = stated.integral_constraints[i];
    const double multiplier = solution.multiplier(stated.name + "/integral/" + integral.name);
    const double value = series.integrals(i, last) - series.integrals(i, 0);
    const double size = std::max(1.0, std::abs(solution.objective)) / std::max(1.0, std::abs(value));
    if (is_held(value, integral.bounds, values, multiplier, size)) states.integrals.push_back(i);
  }
  const auto is_free = [&](double value, const Range& range) {
    return !has_no_length(range, values) && bound_at(value, range, values) == 0;
  };
  states.start_time = is_free(series.time(0), problem.start_range(phase));
  states.end_time = is_free(series.time(last), stated.time.end);
  for (const int number : problem.design_numbers()) {
    const NamedNumber& design = problem.numbers()[number];
    if (is_free(values[number], {design.lower, design.upper})) states.numbers.push_back(number);
  }
  return states;
}

std::string why_no_accessory_problem(const Problem& problem, const Solution& solution, const Played& played,
                                     const AccessoryStates& states) {
  const PhaseTime& time = played.phase().time;
  if (problem.phases().size() > 1) return "several phases are not varied together yet";
  if (!problem.linkages().empty()) return "ends that linkages tie to each other are not varied yet";
  if (played.tableau().discrete) return "the steps are the problem: there is no continuous motion to vary";
  if (played.phase().control_count == 0) return "there is no control to vary";
  if (played.intervals() < 1) return "the answer has no interval";
  if (states.start_time && states.end_time && time.duration)
    return "a bounded duration between free times is not varied";
  if (std::string why = why_states_are_held(played); !why.empty()) return why;
  return why_paths_are_held(played, solution.objective);
}

}  // namespace tandem
