#include <tandem/ocp/answers/series/series.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kSameTime = 1e-6;  // of a phase's duration

void check_times(const Eigen::VectorXd& time, const char* which, const Phase& phase) {
  for (int i = 0; i < time.size(); ++i) {
    require(std::isfinite(time(i)), "series: phase '{}': {} {} is {}", phase.name, which, i + 1, time(i));
    if (i == 0) continue;
    require(time(i) > time(i - 1), "series: phase '{}': {}s do not increase: {} follows {}", phase.name, which, time(i),
            time(i - 1));
  }
}

void check_rows(const Eigen::MatrixXd& rows, int count, const Eigen::VectorXd& time, const char* kind,
                const Phase& phase) {
  require(rows.rows() == count, "series: phase '{}' has {} {}s, {} were given", phase.name, count, kind, rows.rows());
  require(rows.cols() == time.size(), "series: phase '{}': {}s at {} times were given for {} times", phase.name, kind,
          rows.cols(), time.size());
  for (int i = 0; i < count; ++i) {
    const std::string& name = kind == std::string_view("control") ? phase.controls[i].name : phase.states[i].name;
    for (int k = 0; k < rows.cols(); ++k) {
      require(std::isfinite(rows(i, k)), "series: phase '{}': {} '{}' is {} at time {:g}", phase.name, kind, name,
              rows(i, k), time(k));
    }
  }
}

void check_phase(const PhaseSeries& series, const Phase& phase) {
  require(series.time.size() >= 2, "series: phase '{}' has {} times, at least 2 are needed", phase.name,
          series.time.size());
  check_times(series.time, "time", phase);
  check_rows(series.states, phase.state_count, series.time, "state", phase);
  if (series.costates.size() > 0) check_rows(series.costates, phase.state_count, series.time, "costate", phase);
  if (phase.control_count == 0) return;
  require(series.control_time.size() >= 1, "series: phase '{}' has no controls", phase.name);
  check_times(series.control_time, "control time", phase);
  check_rows(series.controls, phase.control_count, series.control_time, "control", phase);
}

/// `at` lies where the statement lets it.
void check_end(double at, const Range& range, std::span<const double> numbers, double slack, const char* which,
               const Phase& phase) {
  const double lower = range.lower.at(numbers), upper = range.upper.at(numbers);
  if (at >= lower - slack && at <= upper + slack) return;
  if (lower == upper)
    refuse("series: phase '{}' {} at {:.10g}, the statement's at {:.10g}", phase.name, which, at, lower);
  refuse("series: phase '{}' {} at {:.10g}, the statement's between {:.10g} and {:.10g}", phase.name, which, at, lower,
         upper);
}

}  // namespace

ControlShape control_shape(const std::string& name) {
  const std::vector<std::string> known{"held", "linear", "quadratic"};
  const auto found = std::find(known.begin(), known.end(), name);
  require(found != known.end(), "controls '{}' are not known{}; they are held, linear or quadratic", name,
          did_you_mean(name, known));
  return static_cast<ControlShape>(found - known.begin());
}

void check_series(const Problem& problem, const Series& series) {
  require(series.phases.size() == problem.phases().size(), "series: it has {} phases, problem '{}' has {}",
          series.phases.size(), problem.name(), problem.phases().size());
  require(series.steps.empty() || series.steps == "shooting-rk4" || series.steps == "semi-implicit",
          "series: the steps of a finite problem are those of shooting-rk4 or semi-implicit, not of '{}'",
          series.steps);
  require(!series.objective || std::isfinite(*series.objective), "series: the objective is {}",
          series.objective.value_or(0.0));
  Problem stated = problem;
  for (const auto& [name, value] : series.numbers) stated.set(name, value);
  const std::vector<double> numbers = stated.number_values();
  for (std::size_t i = 0; i < series.phases.size(); ++i) {
    const Phase& phase = problem.phases()[i];
    const PhaseSeries& own = series.phases[i];
    check_phase(own, phase);
    const double start = own.time(0), end = own.time(own.time.size() - 1), slack = kSameTime * (end - start);
    if (phase.time.continues) {
      const PhaseSeries& before = series.phases[i - 1];
      check_end(start, before.time(before.time.size() - 1), numbers, slack, "starts", phase);
    } else {
      check_end(start, phase.time.start, numbers, slack, "starts", phase);
    }
    check_end(end, phase.time.end, numbers, slack, "ends", phase);
  }
}

}  // namespace tandem
