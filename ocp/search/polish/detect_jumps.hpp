#pragma once

#include <tandem/ocp/answers/phase_hamiltonian.hpp>

#include <span>
#include <vector>

namespace tandem {

/// A control that no bound holds goes from one value to another.
struct Jump {
  double time = 0.0;
  int interval = 0;  ///< that it happens in
};

/// Where means over intervals go much farther over three intervals than over those beside them: jumps that a mesh has
/// smeared over an interval or two. Their times keep the integral of the control.
std::vector<Jump> jumps_of(std::span<const double> edges, std::span<const double> means);

/// Whether H allows a jump from the controls before it to those behind it: between the two H is nowhere lower than on
/// the line through both. Where H is strictly convex, its minimum moves without jumps.
bool allows_jump(PhaseHamiltonian& hamiltonian, int interval, const Eigen::VectorXd& before,
                 const Eigen::VectorXd& after);

/// The jumps of all controls that are not `held`, one list a control; those that come within an interval of each other
/// are one. Means of all controls (controls x intervals) are the answer's.
std::vector<std::vector<double>> detect_jumps(PhaseHamiltonian& hamiltonian, const Eigen::MatrixXd& means,
                                              const std::vector<bool>& held);

/// The means of the node controls of every interval.
Eigen::MatrixXd interval_means(const Played& replay);

}  // namespace tandem
