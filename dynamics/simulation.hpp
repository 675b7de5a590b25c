#pragma once

#include <tandem/dynamics/simulation_audit.hpp>
#include <tandem/dynamics/simulation_options.hpp>

#include <string_view>

namespace tandem {

/// "rk4", "fehlberg78"; another name is refused with the nearest.
Integrator integrator_named(std::string_view name);
const char* name_of(Integrator integrator);
/// "minimal", "multipliers", "descriptor"; another name is refused with the nearest.
Form form_named(std::string_view name);
const char* name_of(Form form);

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
