#include <tandem/ocp/statement/guess.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

namespace tandem {
namespace {

/// The value of a condition that fixes it or bounds it: the middle, the finite end, or nothing.
std::optional<double> middle(const std::optional<Range>& range, std::span<const double> numbers) {
  if (!range) return std::nullopt;
  const double lower = range->lower.at(numbers), upper = range->upper.at(numbers);
  if (std::isfinite(lower) && std::isfinite(upper)) return 0.5 * (lower + upper);
  if (std::isfinite(lower)) return lower;
  if (std::isfinite(upper)) return upper;
  return std::nullopt;
}

/// The line of one state: as it says, or between its ends.
LinearGuess line_of(const State& state, std::span<const double> numbers) {
  if (state.guess) return *state.guess;
  const std::optional<double> start = middle(state.start, numbers), end = middle(state.end, numbers);
  const double from = start ? *start : end.value_or(0.0);
  return {from, end.value_or(from)};
}

double guessed_end(const Phase& phase, std::span<const double> numbers) {
  return phase.time.guess ? *phase.time.guess : *middle(phase.time.end, numbers);
}

/// A phase that continues starts where the one before it is guessed to end.
double guessed_start(const Problem& problem, int phase, std::span<const double> numbers) {
  const Phase& own = problem.phases()[phase];
  return own.time.continues ? guessed_end(problem.phases()[phase - 1], numbers) : *middle(own.time.start, numbers);
}

/// A guess has a length, even where the statement's guesses of two ends coincide.
constexpr double kLeastDuration = 1e-3;

/// Fractions at which any line of the phase bends, with its two ends.
std::set<double> bends_of(const Phase& phase) {
  std::set<double> fractions{0.0, 1.0};
  const auto add = [&](const auto& series) {
    for (const auto& one : series) {
      if (!one.guess) continue;
      for (const GuessPoint& point : one.guess->between) fractions.insert(point.fraction);
    }
  };
  add(phase.states);
  add(phase.controls);
  return fractions;
}

double value_at(const LinearGuess& line, double fraction, std::span<const double> numbers) {
  double left = 0.0, from = line.start.at(numbers);
  for (const GuessPoint& point : line.between) {
    const double to = point.value.at(numbers);
    if (fraction <= point.fraction) return from + (to - from) * (fraction - left) / (point.fraction - left);
    left = point.fraction;
    from = to;
  }
  return from + (line.end.at(numbers) - from) * (fraction - left) / (1.0 - left);
}

void check_times(const Eigen::VectorXd& time, const char* which) {
  require(time.size() >= 1, "guess: it has no {}", which);
  require(time.allFinite(), "guess: its {} are not all finite", which);
  for (int i = 1; i < time.size(); ++i) {
    require(time(i) > time(i - 1), "guess: its {} do not increase ({} follows {})", which, time(i), time(i - 1));
  }
}

void check_series(const Eigen::MatrixXd& series, int rows, int columns, std::string_view kind, const Phase& phase) {
  require(series.rows() == rows, "guess: it has {} {}, phase '{}' has {}", series.rows(), kind, phase.name, rows);
  require(series.cols() == columns, "guess: it has {} values of its {} at {} times", series.cols(), kind, columns);
  for (int i = 0; i < rows; ++i) {
    const std::string& name = kind == "controls" ? phase.controls[i].name : phase.states[i].name;
    require(series.row(i).allFinite(), "guess: the values of '{}' are not all finite", name);
  }
}

}  // namespace

Guess straight_line_guess(const Problem& problem) {
  Guess guess;
  const int phases = static_cast<int>(problem.phases().size());
  for (int i = 0; i < phases; ++i) guess.phases.push_back(straight_line_guess(problem, i));
  return guess;
}

PhaseGuess straight_line_guess(const Problem& problem, int index) {
  const std::vector<double> numbers = problem.number_values();
  const Phase& phase = problem.phases()[index];
  const double start = guessed_start(problem, index, numbers);
  const double end = std::max(guessed_end(phase, numbers), start + kLeastDuration * (1.0 + std::abs(start)));
  const std::set<double> bends = bends_of(phase);
  const int count = static_cast<int>(bends.size());
  PhaseGuess guess{Eigen::VectorXd(count),
                   Eigen::MatrixXd(phase.state_count, count),
                   {},
                   Eigen::MatrixXd::Zero(phase.control_count, count)};
  int column = 0;
  for (const double fraction : bends) {
    guess.time(column) = start + fraction * (end - start);
    for (int i = 0; i < phase.state_count; ++i) {
      guess.states(i, column) = value_at(line_of(phase.states[i], numbers), fraction, numbers);
    }
    for (int i = 0; i < phase.control_count; ++i) {
      const std::optional<LinearGuess>& line = phase.controls[i].guess;
      if (line) guess.controls(i, column) = value_at(*line, fraction, numbers);
    }
    ++column;
  }
  guess.control_time = guess.time;
  return guess;
}

Guess zero_guess(const Problem& problem) {
  Guess guess = straight_line_guess(problem);
  for (PhaseGuess& phase : guess.phases) {
    phase.states.setZero();
    phase.controls.setZero();
  }
  return guess;
}

void check_guess(const Guess& guess, const Problem& problem) {
  const std::size_t phases = problem.phases().size();
  require(guess.phases.size() == phases, "guess: it has {} phases, problem '{}' has {}", guess.phases.size(),
          problem.name(), phases);
  for (std::size_t i = 0; i < phases; ++i) check_guess(guess.phases[i], problem.phases()[i]);
  for (const auto& [name, value] : guess.numbers) {
    problem.value(name);  // refuses a name that is unknown
    require(std::isfinite(value), "guess: the number '{}' is {}", name, value);
  }
}

void check_guess(const PhaseGuess& guess, const Phase& phase) {
  check_times(guess.time, "times");
  check_series(guess.states, phase.state_count, static_cast<int>(guess.time.size()), "states", phase);
  if (guess.costates.size() > 0) {
    check_series(guess.costates, phase.state_count, static_cast<int>(guess.time.size()), "costates", phase);
  }
  if (phase.control_count == 0) return;
  check_times(guess.control_time, "control times");
  check_series(guess.controls, phase.control_count, static_cast<int>(guess.control_time.size()), "controls", phase);
}

Eigen::VectorXd interpolate(const Eigen::VectorXd& time, const Eigen::MatrixXd& series, double at) {
  const int last = static_cast<int>(time.size()) - 1;
  if (last == 0 || at <= time(0)) return series.col(0);
  if (at >= time(last)) return series.col(last);
  const int right = static_cast<int>(std::upper_bound(time.data(), time.data() + last, at) - time.data());
  const double weight = (at - time(right - 1)) / (time(right) - time(right - 1));
  return (1.0 - weight) * series.col(right - 1) + weight * series.col(right);
}

}  // namespace tandem
