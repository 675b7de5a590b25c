#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <Eigen/Core>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tandem {

/// A trajectory of one phase: states at some times, controls at (possibly other) times, linear in between.
struct PhaseGuess {
  Eigen::VectorXd time;           ///< increasing
  Eigen::MatrixXd states;         ///< states x times
  Eigen::VectorXd control_time;   ///< increasing
  Eigen::MatrixXd controls;       ///< controls x control times
  Eigen::MatrixXd costates = {};  ///< states x times; none where they are not known
};

/// What to start from: a trajectory of each phase, and design numbers where they differ from the statement's.
struct Guess {
  std::vector<PhaseGuess> phases;
  std::map<std::string, double> numbers = {};

  Guess() = default;
  Guess(PhaseGuess phase) : phases{std::move(phase)} {}  // NOLINT(google-explicit-constructor): problems of one phase
  explicit Guess(std::vector<PhaseGuess> all) : phases(std::move(all)) {}
};

/// The problem's own guess: straight lines where the statement gives ends or guesses, zero elsewhere.
Guess straight_line_guess(const Problem& problem);
/// The same of one of its phases.
PhaseGuess straight_line_guess(const Problem& problem, int phase);

/// Nothing known and nothing done: all states and controls 0 (ends that are given come with their bounds), times and
/// numbers as in the problem's own guess.
Guess zero_guess(const Problem& problem);

/// Refuses a guess whose phases do not fit the problem's.
void check_guess(const Guess& guess, const Problem& problem);

/// Refuses a guess whose lengths do not fit the phase, whose times do not increase, or that is not finite; the
/// message names what is wrong.
void check_guess(const PhaseGuess& guess, const Phase& phase);

/// The series (one column a time) at `at`, linear between its times and constant outside them.
Eigen::VectorXd interpolate(const Eigen::VectorXd& time, const Eigen::MatrixXd& series, double at);

}  // namespace tandem
