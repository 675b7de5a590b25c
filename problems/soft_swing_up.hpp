#pragma once

#include <tandem/derivatives/multibody_dynamics.hpp>
#include <tandem/ocp/statement/problem.hpp>

namespace tandem::problems {

/// An acrobot of two rods that starts at rest, stretched, and is to end upright, which what misses is charged for: what
/// acrobot_effort.cpp and acrobot_spline.cpp share. The elbow, which their dynamics drive, ends stretched and at rest.
struct SoftSwingUp {
  Number mass_1, mass_2, length_1, length_2, gravity, start, duration, angle_weight, rate_weight;

  /// States the numbers.
  explicit SoftSwingUp(Problem& problem);

  /// Nothing is driven yet.
  MultibodyDynamics acrobot() const;

  /// All but the running cost; the guess hangs where it starts.
  PhaseBuilder<kRunTime, kRunTime> phase(Problem& problem, const MultibodyDynamics& acrobot) const;
};

}  // namespace tandem::problems
