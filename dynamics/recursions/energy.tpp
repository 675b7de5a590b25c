#pragma once

#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/recursions/closed.hpp>
#include <tandem/dynamics/recursions/inverse_dynamics.tpp>

/// Bodies of the functions in dynamics/energy.hpp, for the files that instantiate them.
namespace tandem {
namespace recursions {

/// Places and velocities of all bodies.
template <class S>
void velocities_outward(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* q, const S* v) {
  const Link* links = model.links().data();
  place_joints(model, parameters, ws, q);
  ws.velocity[kWorld] = Motion<S>::zero();
  for (int i = 1; i < model.body_count(); ++i) {
    at_joint(links[i], ws, [&](const auto& joint) {
      Motion<S> V = to_child(ws.parent_from_body[i], ws.velocity[links[i].parent]);
      joint.add_rate(V, v + links[i].v_index);
      ws.velocity[i] = V;
    });
  }
}

/// Sum of wrench-like quantities of the bodies in ws.force, brought to the world.
template <class S>
Wrench<S> sum_in_world(const Model& model, Workspace<S>& ws) {
  const Link* links = model.links().data();
  ws.force[kWorld] = Wrench<S>::zero();
  for (int i = model.body_count() - 1; i > 0; --i) {
    ws.force[links[i].parent] += to_parent(ws.parent_from_body[i], ws.force[i]);
  }
  return ws.force[kWorld];
}

/// Mass and first moment of mass of all bodies, in the world.
template <class S>
void sum_masses(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, S& mass, Vec3<S>& moment) {
  const Link* links = model.links().data();
  for (int i = 1; i < model.body_count(); ++i) {
    ws.composite_inertia[i].mass = parameters.canonical_inertias()[i].mass;
    ws.composite_inertia[i].moment = parameters.canonical_inertias()[i].moment;
  }
  ws.composite_inertia[kWorld].mass = S(0.0);
  ws.composite_inertia[kWorld].moment = Vec3<S>::zero();
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Transform<S>& X = ws.parent_from_body[i];
    const Inertia<S>& child = ws.composite_inertia[i];
    Inertia<S>& parent = ws.composite_inertia[links[i].parent];
    parent.mass += child.mass;
    parent.moment += X.rotation * child.moment + X.translation * child.mass;
  }
  mass = ws.composite_inertia[kWorld].mass;
  moment = ws.composite_inertia[kWorld].moment;
}

}  // namespace recursions

template <class S>
S kinetic_energy(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v) {
  recursions::check_state(model, parameters, ws, q, v);
  if (model.has_loops()) return recursions::closed::kinetic_energy<S>(model, parameters, ws, q, v);
  recursions::velocities_outward(model, parameters, ws, q.data(), v.data());
  S twice(0.0);
  for (int i = 1; i < model.body_count(); ++i) {
    twice += dot(ws.velocity[i], parameters.canonical_inertias()[i] * ws.velocity[i]);
  }
  for (int d = 0; d < model.nv(); ++d) twice += parameters.rotor_inertias()[d] * v.data()[d] * v.data()[d];
  return S(0.5) * twice;
}

template <class S>
S potential_energy(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q) {
  check_model(model, parameters, ws);
  check_length(model, "q", q.size(), model.nq());
  recursions::check_quaternions(model, q.data());
  if (model.has_loops()) return recursions::closed::potential_energy<S>(model, parameters, ws, q);
  recursions::place_joints(model, parameters, ws, q.data());
  S mass(0.0);
  Vec3<S> moment = Vec3<S>::zero();
  recursions::sum_masses(model, parameters, ws, mass, moment);
  S energy = -dot(parameters.gravity(), moment);
  for (const Link& link : model.links()) {
    if (link.velocity_count != 1) continue;
    const S stretch = q.data()[link.q_index] - parameters.rests()[link.v_index];
    energy += S(0.5) * parameters.stiffnesses()[link.v_index] * stretch * stretch;
  }
  return energy;
}

template <class S>
Wrench<S> momentum(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v) {
  recursions::check_state(model, parameters, ws, q, v);
  if (model.has_loops()) return recursions::closed::momentum<S>(model, parameters, ws, q, v);
  recursions::velocities_outward(model, parameters, ws, q.data(), v.data());
  for (int i = 1; i < model.body_count(); ++i) ws.force[i] = parameters.canonical_inertias()[i] * ws.velocity[i];
  return recursions::sum_in_world(model, ws);
}

template <class S>
CentreOfMass<S> centre_of_mass(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                               In<S> v) {
  const Wrench<S> total = momentum<S>(model, parameters, ws, q, v);
  S mass(0.0);
  Vec3<S> moment = Vec3<S>::zero();
  recursions::sum_masses(model, parameters, ws, mass, moment);
  const S inverse = S(1.0) / mass;
  return {mass, moment * inverse, total.force * inverse};
}

}  // namespace tandem
