#pragma once

#include <Eigen/Core>

namespace tandem::structures {

/// A proof mass on a spring and a dashpot, to be tuned to one mode of a structure.
struct Absorber {
  double mass = 0.0, stiffness = 0.0, damping = 0.0;
  double frequency = 0.0;  ///< of the proof mass alone, rad/s
};

/// The tuning by which both modes of (mode, proof mass) get the same damping ratio (Minas, Garcia, Inman, NASA CP-3031
/// 1989, equation 5, after Juang): with the mode's frequency w and its shape at the actuator, mass-normalised,
///     mu_t = parasitic shape^2,  mu_a = mass shape^2,
///     w_a^2 = w^2 (1 + mu_t) / (1 + mu_t + mu_a)^2,  c_a^2 = mass^2 w^2 mu_a (1 + mu_t) / (1 + mu_t + mu_a)^3.
/// Refuses masses and frequencies that are not positive.
Absorber tuned_absorber(double frequency, double shape, double mass, double parasitic_mass = 0.0);

/// M, D, K of a structure with the absorber at one of its freedoms; the proof mass is the last freedom.
struct SecondOrder {
  Eigen::MatrixXd mass, damping, stiffness;
};
SecondOrder with_absorber(const SecondOrder& structure, int freedom, const Absorber& absorber,
                          double parasitic_mass = 0.0);

}  // namespace tandem::structures
