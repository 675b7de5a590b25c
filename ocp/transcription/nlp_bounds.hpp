#pragma once

#include <tandem/ocp/statement/problem.hpp>
#include <tandem/ocp/transcription/nlp_layout.hpp>

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// Bounds of all unknowns and of all equations; equal ones fix.
struct NlpBounds {
  Eigen::VectorXd lower, upper;
  Eigen::VectorXd constraint_lower, constraint_upper;
};

/// The statement's bounds at its present numbers, laid out. One tableau a phase; `free_numbers` are the indices of the
/// numbers that are unknowns. Path numbers are held at their values; a bound that depends on a design number is
/// refused by its name.
NlpBounds make_bounds(const Problem& problem, const std::vector<Tableau>& tableaux, const NlpLayout& layout,
                      const std::vector<int>& free_numbers);

/// The derivatives of these bounds by the number of this index; 0 for those that do not depend on it.
NlpBounds make_bound_slopes(const Problem& problem, const std::vector<Tableau>& tableaux, const NlpLayout& layout,
                            const std::vector<int>& free_numbers, int number);

}  // namespace tandem
