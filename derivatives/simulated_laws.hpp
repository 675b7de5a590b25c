#pragma once

#include <tandem/derivatives/multibody_dynamics.hpp>
#include <tandem/dynamics/simulation_options.hpp>

#include <functional>
#include <vector>

namespace tandem {

/// Writes the controls of a MultibodyDynamics at a time and state; zeros come in.
using SimulatedControls = std::function<void(double t, In<double> q, In<double> v, Out<double> u)>;

/// `options` with the drives and laws of force of `dynamics` for simulate(), which see named numbers of these values.
/// Numbers of the model that follow named ones are the caller's parameters. A law that is not finite is refused with
/// what it acts on and the time; so is a motion-driven joint.
SimulationOptions with_laws(SimulationOptions options, const MultibodyDynamics& dynamics,
                            std::vector<double> numbers = {}, SimulatedControls controls = {});

}  // namespace tandem
