#pragma once

#include <tandem/derivatives/derivative_workspace.hpp>
#include <tandem/dynamics/recursions/joints.tpp>
#include <tandem/dynamics/recursions/mass_matrix.tpp>

/// First part of every derivative sweep: what bodies and freedoms contribute, all in the root's frame, in which sums
/// over bodies need no transforms and entries are products of 6-vectors.
///
/// When the joint of freedom j turns by d, all bodies beyond move by xi = S_j d. In their own frames their velocities
/// change by Psi' d and their accelerations by (Psi'' - v x Psi') d, with V, A the motions of the joint's parent,
///   Psi' = V x S,   Psi'' = A x S + V x Psi',
/// so that the force on each changes by (2B Psi' + I Psi'') d, and further by xi x* f as seen from bodies that stay:
///   2B m = v x* I m - I (v x m) + m x* I v.
/// (S. Singh, R. Russell, P. Wensing, Efficient analytical derivatives of rigid-body dynamics using spatial vector
/// algebra, 2022, in other words; for joints of several freedoms too.) For a rigid body
///   2B = [D, 0; -2[p], 0],   D = 2 (tr E 1 - E),   E = integral of r' r^T dm,   p = integral of r' dm:
/// twelve numbers, which add up over bodies like the ten of the inertia.
namespace tandem::sweeps {

using recursions::at_joint;

/// 2B m.
template <class S>
inline Wrench<S> spin_times(const CompositeBody<S>& c, const Motion<S>& m) {
  const Vec3<S> f = cross(m.angular, c.momentum);
  return {c.spin * m.angular, f + f};
}

/// The angular part of (2B)' m; the linear one is nil.
template <class S>
inline Vec3<S> spin_transposed_times(const CompositeBody<S>& c, const Motion<S>& m) {
  const Vec3<S> t = cross(c.momentum, m.linear);
  return transposed_times(c.spin, m.angular) + (t + t);
}

/// D of a body with inertia I and velocity v about the same origin: E = [w] P + v c', P = tr(J)/2 1 - J.
template <class S>
inline Mat3<S> spin_of(const Inertia<S>& I, const Motion<S>& v) {
  const SymMat3<S>& J = I.rotational;
  const S half = S(0.5) * (J.xx + J.yy + J.zz);
  const Vec3<S>&w = v.angular, &c = I.moment;
  const Vec3<S> l = v.linear * S(-2.0);
  const S trace = S(2.0) * dot(v.linear, c);
  const Vec3<S> w2 = w * S(-2.0);
  Mat3<S> D{cross(w2, Vec3<S>(half - J.xx, -J.xy, -J.xz)) + l * c.x,
            cross(w2, Vec3<S>(-J.xy, half - J.yy, -J.yz)) + l * c.y,
            cross(w2, Vec3<S>(-J.xz, -J.yz, half - J.zz)) + l * c.z};
  D.x.x += trace;
  D.y.y += trace;
  D.z.z += trace;
  return D;
}

/// The motions of the body that carries the joint of body i, in the root's frame; minus gravity is in the acceleration.
template <class S>
struct ParentMotion {
  Motion<S> velocity, acceleration;
};
template <class S>
inline ParentMotion<S> parent_motion(const Parameters<S>& parameters, const DerivativeWorkspace<S>& ws, int i,
                                     int parent) {
  if (parent != kWorld) return {ws.velocity[parent], ws.acceleration[parent]};
  const Mat3<S>& world_from_root = ws.recursions.parent_from_body[i].rotation;
  return {Motion<S>::zero(), {Vec3<S>::zero(), -transposed_times(world_from_root, parameters.gravity())}};
}

template <class S>
inline void fill_freedom(const Motion<S>& axis, const ParentMotion<S>& parent, const Motion<S>& velocity, bool alone,
                         FreedomColumn<S>& column) {
  column.axis = axis;
  column.rate = cross(parent.velocity, axis);
  column.by_q = cross(parent.acceleration, axis) + cross(parent.velocity, column.rate);
  // S x S = 0: the joint's own rate does not turn a lone axis.
  column.by_v = column.rate + (alone ? column.rate : cross(velocity, axis));
}

/// What the joint's own coordinates and rates add where S depends on them; S constant: nothing. With V, A of the parent
/// and v of the body, sigma_j = (dS/dq_j) v_i and a joint's own q_j, v_i and a_i,
///   Psi'  = V x S + sigma,   Psi'' = A x S + V x Psi' + v x sigma + (dS/dq_j) a_i + d(S° v_i)/dq_j,
///   by v: Psi' + v x S + S°_j,   S°_j = sum_k (dS_j/dq_k) v_k.
/// Slopes stand in the body's frame, which stands at X in that of the columns.
template <class Joint, class S>
inline void add_turning_columns(const Joint&, const Transform<S>&, const S*, const S*, const S*, const Motion<S>&,
                                const Motion<S>&, FreedomColumn<S>*) {}
template <class S>
void add_turning_columns(const recursions::SubspaceJoint<S>& joint, const Transform<S>& X, const S* q, const S* v,
                         const S* a, const Motion<S>& parent_velocity, const Motion<S>& velocity,
                         FreedomColumn<S>* columns) {
  if (joint.slopes == nullptr) return;
  Motion<S> pushed[6];  // (dS/dq_j) a_i + d(S° v_i)/dq_j
  joint.differentiate_convection(q, v, pushed);
  for (int j = 0; j < joint.count; ++j) {
    Motion<S> change = Motion<S>::zero(), turning = Motion<S>::zero();
    for (int k = 0; k < joint.count; ++k) {
      change += joint.slopes[6 * k + j] * v[k];
      turning += joint.slopes[6 * j + k] * v[k];
      pushed[j] += joint.slopes[6 * k + j] * a[k];
    }
    const Motion<S> sigma = to_parent(X, change);
    columns[j].rate += sigma;
    columns[j].by_q += cross(parent_velocity + velocity, sigma) + to_parent(X, pushed[j]);
    columns[j].by_v += sigma + to_parent(X, turning);
  }
}

/// Adds S° v_i of a joint whose body stands at X.
template <class Joint, class S>
inline void add_turning(const Joint&, const Transform<S>&, const S*, Motion<S>&) {}
template <class S>
void add_turning(const recursions::SubspaceJoint<S>& joint, const Transform<S>& X, const S* v, Motion<S>& a) {
  if (joint.slopes == nullptr) return;
  Motion<S> turning = Motion<S>::zero();
  joint.add_turning(turning, v);
  a += to_parent(X, turning);
}

/// Outward: places, motions and columns of all freedoms, and what each body adds to the composites. Where
/// `places_are_there`, parent_from_body is from a recursion at the same q.
template <class S>
void columns_outward(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws, const S* q,
                     const S* v, const S* a, ExternalWrenches<S> wrenches, bool places_are_there) {
  const Link* links = model.links().data();
  const Inertia<S>* inertias = parameters.canonical_inertias();
  Workspace<S>& rec = ws.recursions;
  if (!places_are_there) recursions::place_joints(model, parameters, rec, q);
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = links[i];
    Transform<S>& X = rec.root_from_body[i];
    CompositeBody<S>& body = ws.composite[i];
    if (link.parent == kWorld) {
      X = Transform<S>::identity();
      body.inertia = inertias[i];
    } else {
      X = rec.root_from_body[link.parent] * rec.parent_from_body[i];
      body.inertia = to_parent(X, inertias[i]);
    }
    const ParentMotion<S> parent = parent_motion(parameters, ws, i, link.parent);
    Motion<S> V = parent.velocity, A = parent.acceleration;
    at_joint(link, rec, [&](const auto& joint) {
      Motion<S> axes[6];
      recursions::root_columns(joint, X, axes);
      // V = V_parent + S v_i, A = A_parent + S a_i + V x S v_i + S° v_i
      Motion<S> rate = Motion<S>::zero();
      for (int k = 0; k < link.velocity_count; ++k) {
        rate += axes[k] * v[link.v_index + k];
        A += axes[k] * a[link.v_index + k];
      }
      V += rate;
      A += cross(V, rate);
      add_turning(joint, X, v + link.v_index, A);
      for (int k = 0; k < link.velocity_count; ++k) {
        fill_freedom(axes[k], parent, V, link.velocity_count == 1, ws.freedom[link.v_index + k]);
      }
      add_turning_columns(joint, X, q + link.q_index, v + link.v_index, a + link.v_index, parent.velocity, V,
                          ws.freedom.data() + link.v_index);
    });
    ws.velocity[i] = V;
    ws.acceleration[i] = A;
    const Wrench<S> h = body.inertia * V;
    body.force = body.inertia * A + cross(V, h);
    if (!wrenches.empty()) body.force -= to_parent(X, recursions::to_canonical(parameters, i, wrenches[i]));
    body.spin = spin_of(body.inertia, V);
    body.momentum = h.force;
  }
}

/// Inward: sums over each body and those beyond it.
template <class S>
void composites_inward(const Model& model, DerivativeWorkspace<S>& ws) {
  const Link* links = model.links().data();
  for (int i = model.body_count() - 1; i > 0; --i) {
    if (links[i].parent == kWorld) continue;
    CompositeBody<S>&parent = ws.composite[links[i].parent], &body = ws.composite[i];
    parent.inertia += body.inertia;
    parent.spin += body.spin;
    parent.momentum += body.momentum;
    parent.force += body.force;
  }
}

}  // namespace tandem::sweeps
