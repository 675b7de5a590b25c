#pragma once

#include <tandem/dynamics/arguments.hpp>

namespace tandem {

/// Kinetic energy of bodies and rotors, J. O(n).
template <class S>
S kinetic_energy(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v);

/// Potential energy of gravity (zero at the world's origin) and springs (zero at rest), J. O(n).
template <class S>
S potential_energy(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q);

/// Momentum of all bodies about the world's origin, in the world's axes. Rotors, which are inertia along a joint
/// without a place of their own, have none. O(n).
template <class S>
Wrench<S> momentum(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v);

/// Centre of mass in the world, and its velocity. O(n).
template <class S>
struct CentreOfMass {
  S mass;
  Vec3<S> position, velocity;
};
template <class S>
CentreOfMass<S> centre_of_mass(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v);

/// With the model's own parameters.
inline double kinetic_energy(const Model& model, Workspace<double>& ws, In<double> q, In<double> v) {
  return kinetic_energy(model, model.parameters(), ws, q, v);
}
inline double potential_energy(const Model& model, Workspace<double>& ws, In<double> q) {
  return potential_energy(model, model.parameters(), ws, q);
}
inline Wrench<double> momentum(const Model& model, Workspace<double>& ws, In<double> q, In<double> v) {
  return momentum(model, model.parameters(), ws, q, v);
}
inline CentreOfMass<double> centre_of_mass(const Model& model, Workspace<double>& ws, In<double> q, In<double> v) {
  return centre_of_mass(model, model.parameters(), ws, q, v);
}

}  // namespace tandem
