#pragma once

#include <tandem/ocp/problem.hpp>

#include <Eigen/Core>

namespace tandem {

/// A trajectory to start from: states at some times, controls at (possibly other) times, linear in between.
struct Guess {
  Eigen::VectorXd time;          ///< increasing
  Eigen::MatrixXd states;        ///< states x times
  Eigen::VectorXd control_time;  ///< increasing
  Eigen::MatrixXd controls;      ///< controls x control times
};

/// The problem's own guess: straight lines where the statement gives ends or guesses, zero elsewhere.
Guess straight_line_guess(const Problem& problem);
/// The same of one of its phases.
Guess straight_line_guess(const Problem& problem, const Phase& phase);

/// Refuses a guess whose lengths do not fit the phase, whose times do not increase, or that is not finite; the
/// message names what is wrong.
void check_guess(const Guess& guess, const Phase& phase);

/// The series (one column a time) at `at`, linear between its times and constant outside them.
Eigen::VectorXd interpolate(const Eigen::VectorXd& time, const Eigen::MatrixXd& series, double at);

}  // namespace tandem
