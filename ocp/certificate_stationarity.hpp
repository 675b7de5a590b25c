#pragma once

#include <tandem/ocp/phase_hamiltonian.hpp>
#include <tandem/ocp/worst.hpp>

#include <Eigen/Core>

#include <string>
#include <vector>

namespace tandem {

/// What dH/du = 0 finds along one phase, and the integrals over the phase that free times and design numbers need.
struct PhaseStationarity {
  Worst worst;                               ///< of dH/du by its largest term, and of pushes of path constraints
  std::vector<double> of_intervals;          ///< the worst control of each
  std::vector<std::string> notes;            ///< singular arcs and chatter
  double mean_to_end = 0.0;                  ///< integral over s in [0, 1], t = t0 + s T, of H + s T dH/dt
  double mean_to_start = 0.0;                ///< of H - (1 - s) T dH/dt
  double largest_term = 0.0;                 ///< of H
  Eigen::VectorXd by_numbers, number_scale;  ///< integral of dH/dnumber, and of its terms (at least 1)
};

/// Examines a phase of a transcription of continuous time. `costate_scale` is the size that pushes of path constraints
/// are measured by.
PhaseStationarity examine_stationarity(PhaseHamiltonian& hamiltonian, double costate_scale);

/// What free times and design numbers need of a phase whose finite problem is the problem: instead of the integrals,
/// exact sums over its steps (`largest_term` is then the sum of the sizes of their terms). Controls are the business of
/// examine_discrete.
PhaseStationarity examine_discrete_border(const Problem& problem, const Solution& solution, int phase);

}  // namespace tandem
