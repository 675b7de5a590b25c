#pragma once

#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/recursions/closed.hpp>
#include <tandem/dynamics/recursions/joints.tpp>

/// Bodies of the functions in dynamics/inverse_dynamics.hpp, for the files that instantiate them.
namespace tandem {
namespace recursions {

/// Outward: places, velocities, accelerations, and the force that each body needs (Featherstone, RBDA, table 5.1).
template <class S>
void newton_euler_outward(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* q, const S* v,
                          const S* a, ExternalWrenches<S> wrenches) {
  const Link* links = model.links().data();
  const Transform<S>* placements = parameters.canonical_placements();
  const Inertia<S>* inertias = parameters.canonical_inertias();
  ws.velocity[kWorld] = Motion<S>::zero();
  ws.acceleration[kWorld] = {Vec3<S>::zero(), -parameters.gravity()};
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = links[i];
    at_joint(link, ws, [&](const auto& joint) {
      const S *rate = v + link.v_index, *acceleration = a + link.v_index;
      Transform<S>& X = ws.parent_from_body[i];
      joint.place(placements[i], q + link.q_index, X);
      // v = X^-1 v_parent + S v_i
      Motion<S> V = to_child(X, ws.velocity[link.parent]);
      joint.add_rate(V, rate);
      // a = X^-1 a_parent + S a_i + v x S v_i
      Motion<S> A = to_child(X, ws.acceleration[link.parent]);
      joint.add_rate(A, acceleration);
      joint.add_convection(A, V, rate);
      // f = I a + v x* I v - f_external
      ws.force[i] = inertias[i] * A + cross(V, inertias[i] * V);
      ws.velocity[i] = V;
      ws.acceleration[i] = A;
    });
    if (!wrenches.empty()) ws.force[i] -= to_canonical(parameters, i, wrenches[i]);
  }
}

/// The same at rest: no velocities, no external wrenches. `base` is minus the acceleration of gravity.
template <class S>
void newton_euler_outward_at_rest(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* q,
                                  const S* a, const Vec3<S>& base) {
  const Link* links = model.links().data();
  const Transform<S>* placements = parameters.canonical_placements();
  const Inertia<S>* inertias = parameters.canonical_inertias();
  ws.acceleration[kWorld] = {Vec3<S>::zero(), base};
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = links[i];
    at_joint(link, ws, [&](const auto& joint) {
      Transform<S>& X = ws.parent_from_body[i];
      joint.place(placements[i], q + link.q_index, X);
      Motion<S> A = to_child(X, ws.acceleration[link.parent]);
      joint.add_rate(A, a + link.v_index);
      ws.force[i] = inertias[i] * A;
      ws.acceleration[i] = A;
    });
  }
}

/// Inward: tau_i = S' f_i, f_parent += X* f_i. The parts of rotors, dampers and springs are the caller's.
template <class S>
void newton_euler_inward(const Model& model, Workspace<S>& ws, S* tau) {
  const Link* links = model.links().data();
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Link& link = links[i];
    at_joint(link, ws, [&](const auto& joint) { joint.project(ws.force[i], tau + link.v_index); });
    if (link.parent != kWorld) ws.force[link.parent] += to_parent(ws.parent_from_body[i], ws.force[i]);
  }
}

}  // namespace recursions

template <class S>
void inverse_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                      Out<S> tau, ExternalWrenches<S> wrenches) {
  recursions::check_state(model, parameters, ws, q, v);
  check_length(model, "a", a.size(), model.nv());
  check_length(model, "tau", tau.size(), model.nv());
  check_wrenches<S>(model, wrenches);
  if (model.has_loops()) return recursions::closed::inverse_dynamics<S>(model, parameters, ws, q, v, a, tau, wrenches);
  recursions::newton_euler_outward(model, parameters, ws, q.data(), v.data(), a.data(), wrenches);
  recursions::newton_euler_inward(model, ws, tau.data());
  for (const Link& link : model.links()) {
    S* out = tau.data() + link.v_index;
    if (link.velocity_count == 1) out[0] += parameters.rotor_inertias()[link.v_index] * a.data()[link.v_index];
    recursions::add_passive_forces(parameters, link, q.data(), v.data(), out);
  }
}

template <class S>
void bias(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, Out<S> tau,
          ExternalWrenches<S> wrenches) {
  recursions::check_state(model, parameters, ws, q, v);
  check_length(model, "tau", tau.size(), model.nv());
  check_wrenches<S>(model, wrenches);
  if (model.has_loops()) return recursions::closed::bias<S>(model, parameters, ws, q, v, tau, wrenches);
  recursions::newton_euler_outward(model, parameters, ws, q.data(), v.data(), ws.zeros.data(), wrenches);
  recursions::newton_euler_inward(model, ws, tau.data());
  for (const Link& link : model.links()) {
    recursions::add_passive_forces(parameters, link, q.data(), v.data(), tau.data() + link.v_index);
  }
}

template <class S>
void gravity_forces(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, Out<S> tau) {
  check_model(model, parameters, ws);
  check_length(model, "q", q.size(), model.nq());
  check_length(model, "tau", tau.size(), model.nv());
  recursions::check_quaternions(model, q.data());
  if (model.has_loops()) return recursions::closed::gravity_forces<S>(model, parameters, ws, q, tau);
  recursions::newton_euler_outward_at_rest(model, parameters, ws, q.data(), ws.zeros.data(), -parameters.gravity());
  recursions::newton_euler_inward(model, ws, tau.data());
}

template <class S>
void apply_mass(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> x, Out<S> y) {
  recursions::check_state(model, parameters, ws, q, x);
  check_length(model, "y", y.size(), model.nv());
  if (model.has_loops()) return recursions::closed::apply_mass<S>(model, parameters, ws, q, x, y);
  recursions::newton_euler_outward_at_rest(model, parameters, ws, q.data(), x.data(), Vec3<S>::zero());
  recursions::newton_euler_inward(model, ws, y.data());
  for (int d = 0; d < model.nv(); ++d) y.data()[d] += parameters.rotor_inertias()[d] * x.data()[d];
}

template <class S>
void joint_wrenches(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                    std::span<Wrench<S>> wrenches_out, ExternalWrenches<S> wrenches) {
  recursions::check_state(model, parameters, ws, q, v);
  check_length(model, "a", a.size(), model.nv());
  check_length(model, "joint wrenches", static_cast<long>(wrenches_out.size()), model.body_count());
  check_wrenches<S>(model, wrenches);
  if (model.has_loops()) {
    return recursions::closed::joint_wrenches<S>(model, parameters, ws, q, v, a, wrenches_out, wrenches);
  }
  recursions::newton_euler_outward(model, parameters, ws, q.data(), v.data(), a.data(), wrenches);
  recursions::newton_euler_inward(model, ws, ws.scratch.data());
  wrenches_out[kWorld] = Wrench<S>::zero();
  for (int i = 1; i < model.body_count(); ++i) {
    wrenches_out[i] = recursions::to_user(parameters, i, ws.force[i]);
  }
}

}  // namespace tandem
