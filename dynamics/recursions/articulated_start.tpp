#pragma once

#include <tandem/dynamics/recursions/articulated_joints.tpp>

/// How the articulated-body method begins, for trees and models with loops alike.
namespace tandem::recursions {

/// Outward (Sohl & Bobrow, algorithm 3.4): places, velocities, convective accelerations c = v x S v_i, bias forces
/// p = v x* I v - f_external, and articulated inertias begun with the rigid ones.
template <class S>
void articulated_outward(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* q, const S* v,
                         ExternalWrenches<S> wrenches) {
  const Link* links = model.links().data();
  const Transform<S>* placements = parameters.canonical_placements();
  const Inertia<S>* inertias = parameters.canonical_inertias();
  ws.velocity[kWorld] = Motion<S>::zero();
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = links[i];
    at_joint(link, ws, [&](const auto& joint) {
      const S* rate = v + link.v_index;
      Transform<S>& X = ws.parent_from_body[i];
      joint.place(placements[i], q + link.q_index, X);
      Motion<S> V = to_child(X, ws.velocity[link.parent]);
      joint.add_rate(V, rate);
      Motion<S> c = Motion<S>::zero();
      joint.add_convection(c, V, rate);
      ws.velocity[i] = V;
      ws.convection[i] = c;
      ws.force[i] = cross(V, inertias[i] * V);
      ws.articulated_inertia[i] = articulated(inertias[i]);
    });
    if (!wrenches.empty()) ws.force[i] -= to_canonical(parameters, i, wrenches[i]);
  }
}

/// What is known, less the forces of dampers and springs where it is a force.
template <class S>
void take_passive_forces(const Model& model, const Parameters<S>& parameters, const Drive* drives, const S* q,
                         const S* v, const S* known, S* effective) {
  const Link* links = model.links().data();
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = links[i];
    const int end = link.v_index + link.velocity_count;
    if (drives != nullptr && drives[i] == Drive::motion) {
      for (int d = link.v_index; d < end; ++d) effective[d] = known[d];
      continue;
    }
    for (int d = link.v_index; d < end; ++d) effective[d] = S(0.0);
    add_passive_forces(parameters, link, q, v, effective + link.v_index);
    for (int d = link.v_index; d < end; ++d) effective[d] = known[d] - effective[d];
  }
}

}  // namespace tandem::recursions
