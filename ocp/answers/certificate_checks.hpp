#pragma once

#include <tandem/derivatives/knot_socket.hpp>
#include <tandem/ocp/answers/played.hpp>

#include <Eigen/Core>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tandem {

/// One phase's share of what phases have in common: derivatives of the Lagrangian along the phase by its times and the
/// design numbers (without what its ends add).
struct BorderShare {
  double by_start_time = 0.0, by_end_time = 0.0;
  Eigen::VectorXd by_numbers;
};

/// [dynamics; running cost; path constraints; integrands] of the answer's phase by tapes: another way than the
/// solver's. `free_numbers` become inputs.
std::unique_ptr<KnotFunction> knot_function_of(const Played& played, const std::vector<int>& free_numbers = {});

/// What is left of a push that no bound explains: at an upper bound it may be positive, at a lower one negative, and
/// off the bounds there is nothing to push. `size` is what the value's distance from a bound is measured by.
double unexplained_push(double push, double value, const Range& range, std::span<const double> numbers, double size);

/// How far `value` lies outside `range`; NaN where it is.
double outside(double value, const Range& range, std::span<const double> numbers);

/// "phase 'x': " where the problem has several.
std::string phase_prefix(const Problem& problem, int phase);

}  // namespace tandem
