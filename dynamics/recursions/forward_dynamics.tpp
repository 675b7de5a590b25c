#pragma once

#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/recursions/articulated_start.tpp>
#include <tandem/dynamics/recursions/closed.hpp>

/// Bodies of the functions in dynamics/forward_dynamics.hpp, for the files that instantiate them.
namespace tandem {
namespace recursions {

/// Inward (algorithm 3.5): articulated inertias and bias forces. `drives` may be null: all force-driven. `known` holds
/// forces less those of dampers and springs, or accelerations.
template <class S>
void articulated_inward(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const Drive* drives,
                        const S* known) {
  const Link* links = model.links().data();
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Link& link = links[i];
    at_joint(link, ws, [&](const auto& joint) {
      ArticulatedInertia<S> J = ws.articulated_inertia[i];
      Wrench<S> p = ws.force[i];
      const S* given = known + link.v_index;
      if (drives == nullptr || drives[i] == Drive::force) {
        const JointPass<S> pass{model, parameters, ws, i, link.v_index};
        pass.condense(joint, J);
        pass.remove(joint, given, p);
        if (link.parent == kWorld) return;
        p += J * ws.convection[i];
        ws.articulated_inertia[link.parent] += pass.carry(joint, J);
      } else {
        if (link.parent == kWorld) return;
        Motion<S> prescribed = ws.convection[i];
        joint.add_rate(prescribed, given);
        p += J * prescribed;
        ws.articulated_inertia[link.parent] += to_parent(ws.parent_from_body[i], J);
      }
      ws.force[link.parent] += to_parent(ws.parent_from_body[i], p);
    });
  }
}

/// Outward (algorithm 3.6): the accelerations of force-driven and the forces of motion-driven joints.
template <class S>
void articulated_accelerations(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws,
                               const Drive* drives, const S* known, S* wanted) {
  const Link* links = model.links().data();
  ws.acceleration[kWorld] = {Vec3<S>::zero(), -parameters.gravity()};
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = links[i];
    at_joint(link, ws, [&](const auto& joint) {
      Motion<S> A = to_child(ws.parent_from_body[i], ws.acceleration[link.parent]) + ws.convection[i];
      if (drives == nullptr || drives[i] == Drive::force) {
        JointPass<S>{model, parameters, ws, i, link.v_index}.accelerate(joint, A, wanted + link.v_index);
      } else {
        joint.add_rate(A, known + link.v_index);
        joint.project(ws.articulated_inertia[i] * A + ws.force[i], wanted + link.v_index);
      }
      ws.acceleration[i] = A;
    });
  }
}

/// Articulated inertias alone, with all joints force-driven.
template <class S>
void articulate(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* q) {
  const Link* links = model.links().data();
  const Inertia<S>* inertias = parameters.canonical_inertias();
  place_joints(model, parameters, ws, q);
  for (int i = 1; i < model.body_count(); ++i) ws.articulated_inertia[i] = articulated(inertias[i]);
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Link& link = links[i];
    at_joint(link, ws, [&](const auto& joint) {
      const JointPass<S> pass{model, parameters, ws, i, link.v_index};
      pass.condense(joint, ws.articulated_inertia[i]);
      if (link.parent != kWorld) {
        ws.articulated_inertia[link.parent] += pass.carry(joint, ws.articulated_inertia[i]);
      }
    });
  }
}

/// Inward after articulate(): what forces x leave to each joint.
template <class S>
void remainders_inward(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* x) {
  const Link* links = model.links().data();
  for (int i = 1; i < model.body_count(); ++i) ws.force[i] = Wrench<S>::zero();
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Link& link = links[i];
    at_joint(link, ws, [&](const auto& joint) {
      JointPass<S>{model, parameters, ws, i, link.v_index}.remove(joint, x + link.v_index, ws.force[i]);
    });
    if (link.parent != kWorld) ws.force[link.parent] += to_parent(ws.parent_from_body[i], ws.force[i]);
  }
}

/// The same where x is nil but at the joint of one body, which bears the wrench p besides: only joints from there to
/// the root feel it.
template <class S>
void remainders_from(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, int body, const S* x,
                     Wrench<S> p) {
  const Link* links = model.links().data();
  for (int d = 0; d < model.nv(); ++d) ws.remainder[d] = S(0.0);
  for (int i = body; i != kWorld; i = links[i].parent) {
    at_joint(links[i], ws, [&](const auto& joint) {
      JointPass<S>{model, parameters, ws, i, links[i].v_index}.remove(joint, x + links[i].v_index, p);
    });
    p = to_parent(ws.parent_from_body[i], p);
  }
}

/// Outward: accelerations y from the remainders, for bodies 1 to `last`.
template <class S>
void accelerations_outward(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, int last, S* y) {
  const Link* links = model.links().data();
  ws.acceleration[kWorld] = Motion<S>::zero();
  for (int i = 1; i <= last; ++i) {
    const Link& link = links[i];
    at_joint(link, ws, [&](const auto& joint) {
      Motion<S> A = to_child(ws.parent_from_body[i], ws.acceleration[link.parent]);
      JointPass<S>{model, parameters, ws, i, link.v_index}.accelerate(joint, A, y + link.v_index);
      ws.acceleration[i] = A;
    });
  }
}

}  // namespace recursions

template <class S>
void forward_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v,
                      In<S> tau, Out<S> a, ExternalWrenches<S> wrenches) {
  recursions::check_state(model, parameters, ws, q, v);
  check_length(model, "tau", tau.size(), model.nv());
  check_length(model, "a", a.size(), model.nv());
  check_wrenches<S>(model, wrenches);
  if (model.has_loops()) {
    return recursions::closed::hybrid_dynamics<S>(model, parameters, ws, q, v, nullptr, tau, a, wrenches);
  }
  S* const effective = ws.scratch.data();
  recursions::take_passive_forces<S>(model, parameters, nullptr, q.data(), v.data(), tau.data(), effective);
  recursions::articulated_outward(model, parameters, ws, q.data(), v.data(), wrenches);
  recursions::articulated_inward<S>(model, parameters, ws, nullptr, effective);
  recursions::articulated_accelerations<S>(model, parameters, ws, nullptr, effective, a.data());
}

template <class S>
void hybrid_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v,
                     std::span<const Drive> drives, In<S> known, Out<S> wanted, ExternalWrenches<S> wrenches) {
  recursions::check_state(model, parameters, ws, q, v);
  check_length(model, "drives", static_cast<long>(drives.size()), model.body_count());
  check_length(model, "known", known.size(), model.nv());
  check_length(model, "wanted", wanted.size(), model.nv());
  check_wrenches<S>(model, wrenches);
  if (model.has_loops()) {
    return recursions::closed::hybrid_dynamics<S>(model, parameters, ws, q, v, drives.data(), known, wanted, wrenches);
  }
  S* const effective = ws.scratch.data();
  recursions::take_passive_forces(model, parameters, drives.data(), q.data(), v.data(), known.data(), effective);
  recursions::articulated_outward(model, parameters, ws, q.data(), v.data(), wrenches);
  recursions::articulated_inward(model, parameters, ws, drives.data(), effective);
  recursions::articulated_accelerations(model, parameters, ws, drives.data(), effective, wanted.data());
  for (int i = 1; i < model.body_count(); ++i) {
    if (drives[i] == Drive::force) continue;
    const Link& link = model.links()[i];
    S* out = wanted.data() + link.v_index;
    if (link.velocity_count == 1) out[0] += parameters.rotor_inertias()[link.v_index] * effective[link.v_index];
    recursions::add_passive_forces(parameters, link, q.data(), v.data(), out);
  }
}

template <class S>
void apply_mass_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, InMatrix<S> x,
                        OutMatrix<S> y) {
  check_model(model, parameters, ws);
  check_length(model, "q", q.size(), model.nq());
  check_length(model, "rows of x", x.rows(), model.nv());
  check_shape(model, "y", y.rows(), y.cols(), model.nv(), x.cols());
  recursions::check_quaternions(model, q.data());
  if (model.has_loops()) return recursions::closed::apply_mass_inverse<S>(model, parameters, ws, q, x, y);
  recursions::articulate(model, parameters, ws, q.data());
  for (long column = 0; column < x.cols(); ++column) {
    recursions::remainders_inward(model, parameters, ws, x.data() + column * x.outerStride());
    recursions::accelerations_outward(model, parameters, ws, model.body_count() - 1,
                                      y.data() + column * y.outerStride());
  }
}

}  // namespace tandem
