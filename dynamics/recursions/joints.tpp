#pragma once

#include <tandem/core/scalar.hpp>
#include <tandem/dynamics/arguments.hpp>
#include <tandem/dynamics/checks.hpp>
#include <tandem/dynamics/recursions/subspace_joint.tpp>
#include <tandem/dynamics/rotation.hpp>
#include <tandem/dynamics/workspace.hpp>

/// What the recursions ask of a joint, once for each path of the hot loop (JointPath):
///
///   place(P, q, X)             X = P * (transform of the joint), parent_from_body
///   add_rate(m, r)             m += S r
///   place_axes(q)              columns and slopes of S at q, where it depends on it; place() does the same besides
///   add_convection(a, v, r)    a += v x S r + S° r, S° = the rate of S in the body's frame
///   add_turning(a, r)          a += S° r
///   project(f, tau)            tau = S'f
///   column(k)                  the k-th column of S
///
/// S is constant in the body's frame but on the general path (recursions/subspace_joint.tpp).
namespace tandem::recursions {

/// What joints of constant S have in common.
template <class S>
struct ConstantAxes {
  static void place_axes(const S*) {}
  static void add_turning(Motion<S>&, const S*) {}
};

template <class S>
struct RevoluteJoint : ConstantAxes<S> {
  static void place(const Transform<S>& P, const S* q, Transform<S>& X) {
    S s, c;
    ScalarTraits<S>::sine_cosine(q[0], s, c);
    const Vec3<S> x = P.rotation.x, y = P.rotation.y;
    X.rotation.x = x * c + y * s;
    X.rotation.y = y * c - x * s;
    X.rotation.z = P.rotation.z;
    X.translation = P.translation;
  }
  static void add_rate(Motion<S>& m, const S* r) { m.angular.z += r[0]; }
  static void add_convection(Motion<S>& a, const Motion<S>& v, const S* r) {
    a.angular.x += v.angular.y * r[0];
    a.angular.y -= v.angular.x * r[0];
    a.linear.x += v.linear.y * r[0];
    a.linear.y -= v.linear.x * r[0];
  }
  static void project(const Wrench<S>& f, S* tau) { tau[0] = f.torque.z; }
  static Motion<S> column(int) { return {Vec3<S>(S(0.0), S(0.0), S(1.0)), Vec3<S>::zero()}; }
};

template <class S>
struct PrismaticJoint : ConstantAxes<S> {
  static void place(const Transform<S>& P, const S* q, Transform<S>& X) {
    X.rotation = P.rotation;
    X.translation = P.translation + P.rotation.z * q[0];
  }
  static void add_rate(Motion<S>& m, const S* r) { m.linear.z += r[0]; }
  static void add_convection(Motion<S>& a, const Motion<S>& v, const S* r) {
    a.linear.x += v.angular.y * r[0];
    a.linear.y -= v.angular.x * r[0];
  }
  static void project(const Wrench<S>& f, S* tau) { tau[0] = f.force.z; }
  static Motion<S> column(int) { return {Vec3<S>::zero(), Vec3<S>(S(0.0), S(0.0), S(1.0))}; }
};

template <class S>
Motion<S> read_motion(const S* r) {
  return {{r[0], r[1], r[2]}, {r[3], r[4], r[5]}};
}

template <class S>
void write_wrench(const Wrench<S>& f, S* tau) {
  tau[0] = f.torque.x, tau[1] = f.torque.y, tau[2] = f.torque.z;
  tau[3] = f.force.x, tau[4] = f.force.y, tau[5] = f.force.z;
}

/// S = 1.
template <class S>
struct FreeJoint : ConstantAxes<S> {
  static void place(const Transform<S>& P, const S* q, Transform<S>& X) {
    X = P * Transform<S>{rotation_matrix(read_quaternion(q)), {q[4], q[5], q[6]}};
  }
  static void add_rate(Motion<S>& m, const S* r) { m += read_motion(r); }
  static void add_convection(Motion<S>& a, const Motion<S>& v, const S* r) { a += cross(v, read_motion(r)); }
  static void project(const Wrench<S>& f, S* tau) { write_wrench(f, tau); }
  static Motion<S> column(int k) {
    Motion<S> m = Motion<S>::zero();
    S* const entries[6] = {&m.angular.x, &m.angular.y, &m.angular.z, &m.linear.x, &m.linear.y, &m.linear.z};
    *entries[k] = S(1.0);
    return m;
  }
};

/// The columns of S of a joint in the root's frame, in which its body stands at X.
template <class S>
void root_columns(const RevoluteJoint<S>&, const Transform<S>& X, Motion<S>* columns) {
  columns[0] = {X.rotation.z, cross(X.translation, X.rotation.z)};
}
template <class S>
void root_columns(const PrismaticJoint<S>&, const Transform<S>& X, Motion<S>* columns) {
  columns[0] = {Vec3<S>::zero(), X.rotation.z};
}
template <class S>
void root_columns(const FreeJoint<S>&, const Transform<S>& X, Motion<S>* columns) {
  const Vec3<S> axes[3] = {X.rotation.x, X.rotation.y, X.rotation.z};
  for (int k = 0; k < 3; ++k) {
    columns[k] = {axes[k], cross(X.translation, axes[k])};
    columns[k + 3] = {Vec3<S>::zero(), axes[k]};
  }
}
template <class S>
void root_columns(const SubspaceJoint<S>& joint, const Transform<S>& X, Motion<S>* columns) {
  for (int k = 0; k < joint.count; ++k) columns[k] = to_parent(X, joint.columns[k]);
}

/// Calls `visit` with the joint of the link, as the type of its path.
template <class S, class Visitor>
inline void at_joint(const Link& link, Workspace<S>& ws, const Visitor& visit) {
  switch (link.path) {
    case JointPath::revolute:
      visit(RevoluteJoint<S>{});
      break;
    case JointPath::prismatic:
      visit(PrismaticJoint<S>{});
      break;
    case JointPath::free:
      visit(FreeJoint<S>{});
      break;
    case JointPath::subspace:
      visit(subspace_joint(link, ws));
      break;
  }
}

/// parent_from_body of every joint, for recursions that do not place them on their way.
template <class S>
void place_joints(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* q) {
  const Link* links = model.links().data();
  const Transform<S>* placements = parameters.canonical_placements();
  for (int i = 1; i < model.body_count(); ++i) {
    at_joint(links[i], ws,
             [&](const auto& joint) { joint.place(placements[i], q + links[i].q_index, ws.parent_from_body[i]); });
  }
}

/// Refuses a quaternion far from unit length; looks at spherical and free joints only.
template <class S>
void check_quaternions(const Model& model, const S* q) {
  const Link* links = model.links().data();
  for (int i = 1; i < model.body_count(); ++i) {
    if (has_quaternion(links[i].type)) check_quaternion(model, i, q + links[i].q_index);
  }
}

template <class S>
void check_state(const Model& model, const Parameters<S>& parameters, const Workspace<S>& ws, In<S> q, In<S> v) {
  check_model(model, parameters, ws);
  check_length(model, "q", q.size(), model.nq());
  check_length(model, "v", v.size(), model.nv());
  check_quaternions(model, q.data());
}

/// What damper and spring of a joint take: d v + k (q - rest), by index of velocity.
template <class S>
inline void add_passive_forces(const Parameters<S>& parameters, const Link& link, const S* q, const S* v, S* tau) {
  const int d = link.v_index;
  if (link.velocity_count == 1) {
    tau[0] += parameters.dampings()[d] * v[d] + parameters.stiffnesses()[d] * (q[link.q_index] - parameters.rests()[d]);
    return;
  }
  for (int k = 0; k < link.velocity_count; ++k) tau[k] += parameters.dampings()[d + k] * v[d + k];
}

/// A wrench in a body's own frame, in its canonical frame.
template <class S>
inline Wrench<S> to_canonical(const Parameters<S>& parameters, int body, const Wrench<S>& f) {
  const Mat3<S> Q = parameters.user_from_canonical(body).template cast<S>();
  return {transposed_times(Q, f.torque), transposed_times(Q, f.force)};
}

template <class S>
inline Wrench<S> to_user(const Parameters<S>& parameters, int body, const Wrench<S>& f) {
  const Mat3<S> Q = parameters.user_from_canonical(body).template cast<S>();
  return {Q * f.torque, Q * f.force};
}

template <class S>
inline Motion<S> to_user(const Parameters<S>& parameters, int body, const Motion<S>& m) {
  const Mat3<S> Q = parameters.user_from_canonical(body).template cast<S>();
  return {Q * m.angular, Q * m.linear};
}

/// canonical body_from_frame.
template <class S>
Transform<S> canonical_placement(const Parameters<S>& parameters, const Frame& frame) {
  const Mat3<S> turn_back = transposed(parameters.user_from_canonical(frame.body)).template cast<S>();
  return Transform<S>::rotated(turn_back) * frame.placement.cast<S>();
}

}  // namespace tandem::recursions
