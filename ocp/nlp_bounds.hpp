#pragma once

#include <tandem/ocp/nlp_layout.hpp>
#include <tandem/ocp/problem.hpp>

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// Bounds of all unknowns and of all equations; equal ones fix.
struct NlpBounds {
  Eigen::VectorXd lower, upper;
  Eigen::VectorXd constraint_lower, constraint_upper;
};

/// The statement's bounds at its present numbers, laid out. One tableau a phase; `free_numbers` are the design
/// numbers' indices; a bound that depends on one is refused by its name.
NlpBounds make_bounds(const Problem& problem, const std::vector<Tableau>& tableaux, const NlpLayout& layout,
                      const std::vector<int>& free_numbers);

}  // namespace tandem
