#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <tandem/dynamics/arguments.hpp>

namespace tandem {

enum class Integrator {
  kRk4,        ///< the classical Runge-Kutta method with a fixed step
  kFehlberg78  ///< Fehlberg's pair of orders 7 and 8 with a step chosen from its error estimate
};

/// "rk4", "fehlberg78"; another name is refused with the nearest.
Integrator integrator_named(std::string_view name);
const char* name_of(Integrator integrator);

/// Writes the generalized forces of the drives at a time and state; they come in as zeros.
using ForceLaw = std::function<void(double t, In<double> q, In<double> v, Out<double> tau)>;

/// Writes external wrenches, one for each body, about the origin of its frame and in its axes; zeros come in.
using WrenchLaw = std::function<void(double t, In<double> q, In<double> v, std::span<Wrench<double>> wrenches)>;

struct SimulationOptions {
  double duration = 10;  ///< s
  /// Spacing of the series, and RK4's step, s; made a little smaller where it does not divide the duration. The
  /// adaptive integrator makes steps of its own, and shortens those that would pass a time of the series.
  double step = 0.01;
  Integrator integrator = Integrator::kFehlberg78;
  double tolerance = 1e-14;     ///< of the adaptive integrator: error of a step in each number x, times 1 + |x|
  long max_steps = 10'000'000;  ///< accepted and rejected ones
  ForceLaw forces;
  WrenchLaw wrenches;
};

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

/// A motion as series over time: a column of q, v, momentum and impulse for each time.
struct Simulation {
  Eigen::VectorXd time;
  Eigen::MatrixXd q, v;
  Eigen::VectorXd kinetic, potential;  ///< J
  Eigen::VectorXd work;                ///< done on the model since the start by all that is not in the potential, J
  Eigen::MatrixXd momentum;            ///< (angular; linear) about the world's origin
  Eigen::MatrixXd impulse;             ///< given to the model since the start; zero unless it floats freely
  SimulationAudit audit;
  long steps = 0, rejected = 0, evaluations = 0;
};

/// Whether no body is held by the world: every tree begins with a free joint.
bool floats_freely(const Model& model);

/// Moves the model from (q, v) by forward dynamics.
///
/// Quaternions are integrated as four numbers by q' = q (0, w)/2, which keeps their length but for the integrator's
/// error, and brought back to unit length after each step: a change of the size of that error, so that the order of
/// the integrator stays, without the commutators of a method on the manifold. Work and impulse are integrated along.
///
/// Refuses by name: wrong lengths, numbers that are not finite, quaternions far from unit, a duration, step or
/// tolerance that cannot be used. A motion that goes to infinity, or that an integrator cannot follow, is a
/// NumericalError that says when.
Simulation simulate(const Model& model, const Parameters<double>& parameters, In<double> q, In<double> v,
                    const SimulationOptions& options = {});

/// With the model's own parameters.
inline Simulation simulate(const Model& model, In<double> q, In<double> v, const SimulationOptions& options = {}) {
  return simulate(model, model.parameters(), q, v, options);
}

}  // namespace tandem
