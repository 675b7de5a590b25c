#pragma once

#include <tandem/dynamics/model.hpp>
#include <tandem/dynamics/parameters.hpp>

#include <Eigen/Core>

#include <optional>

namespace tandem {

/// How well a simulation kept what mechanics keeps: the largest departures over the series, each divided by what
/// bounds the quantity, so that they mean the same for every model.
struct SimulationAudit {
  /// Energy, less the work that drives, external wrenches and dampers have done; over the largest kinetic energy plus
  /// the largest change of the potential one.
  double energy = 0;
  /// Momentum, less the impulse of weight, external wrenches and forces on the free joints. For models that float
  /// freely only: another's base takes momentum up. Over sqrt(2 m T) and sqrt(2 P T), with mass m, kinetic energy T and
  /// polar moment P = integral of r^2 dm about the world's origin: by Cauchy and Schwarz no momentum exceeds them.
  std::optional<double> linear_momentum, angular_momentum;
  /// Departure of a quaternion's length from 1 in one step, before it was corrected.
  double quaternion = 0;

  /// The largest of energy and momenta.
  double worst() const;
};

/// A motion as series over time: a column of q, v, a, tau, momentum and impulse for each time.
struct Simulation {
  Eigen::VectorXd time;
  Eigen::MatrixXd q, v;
  Eigen::MatrixXd a, tau;              ///< accelerations, and generalized forces of all drives
  Eigen::VectorXd kinetic, potential;  ///< J
  Eigen::VectorXd work;                ///< done on the model since the start by all that is not in the potential, J
  Eigen::MatrixXd momentum;            ///< (angular; linear) about the world's origin
  Eigen::MatrixXd impulse;             ///< given to the model since the start; zero unless it floats freely
  SimulationAudit audit;
  long steps = 0, rejected = 0, evaluations = 0;
  bool is_whole = true;  ///< false where the program was to end before (core/ending.hpp): the series ends there
};

/// Whether no body is held by the world: every tree begins with a free joint.
bool floats_freely(const Model& model);

/// Energies, momenta and the audit of a simulation, from its series of q, v, work and impulse.
void audit_simulation(const Model& model, const Parameters<double>& parameters, Simulation& simulation);

}  // namespace tandem
