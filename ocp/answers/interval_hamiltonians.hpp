#pragma once

#include <tandem/ocp/answers/phase_hamiltonian.hpp>

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// The Hamiltonian inside the intervals of one phase of an answer: the state integrated from the left knot, the costate
/// the cubic through both knots with slopes -H_x.
class IntervalHamiltonians {
 public:
  explicit IntervalHamiltonians(PhaseHamiltonian& hamiltonian);

  /// At the points of the transcription, with the path multipliers there.
  std::vector<Hamiltonian> at_points(int k);

  /// At increasing fractions of interval k, with the mean of its path multipliers.
  std::vector<Hamiltonian> at(int k, const Eigen::VectorXd& fractions);

 private:
  struct Ends;

  Ends ends_of(int k);
  Eigen::VectorXd path_multipliers_inside(int k, double end) const;
  double costate_fraction(int k, double s) const;

  PhaseHamiltonian& hamiltonian_;
  const Played& replay_;
  const PhaseSolution& series_;
};

}  // namespace tandem
