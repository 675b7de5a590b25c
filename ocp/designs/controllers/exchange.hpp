#pragma once

#include <tandem/ocp/designs/controllers/objective.hpp>

#include <Eigen/Core>

namespace tandem::controllers {

/// How an objective was minimised.
struct Minimised {
  Eigen::VectorXd numbers;
  bool is_converged = false;
  int iterations = 0, evaluations = 0, exchanges = 0;
};

/// The least sum of W_2 |T|_2^2 from numbers whose loops are stable.
Minimised minimise_squares(const Objective& objective, const Eigen::VectorXd& start, int max_iterations);

/// The same with peaks. The highest gain has a kink where two peaks are equal, and just there it is often least; so the
/// maximum over frequencies is rounded,
///
///     max over j of f_j  ~  mu ln(sum over j of e^(f_j / mu)),   f_j = |T(i omega_j)|^2,
///
/// over frequencies of a grid and the peaks of every answer so far (an exchange method), while mu falls to
/// kSharpest of the highest. (A blunter maximum at first leads to minima with a single peak that are 0.2 to 0.3 % above
/// the one with two on Ly's example.) The last answer is within mu ln(frequencies) of a minimum, near enough for
/// Newton's method on the conditions of first order (sharpen).
inline constexpr double kSharpest = 1e-6;
Minimised minimise_peaks(const Objective& objective, const Eigen::VectorXd& start, int max_iterations);

}  // namespace tandem::controllers
