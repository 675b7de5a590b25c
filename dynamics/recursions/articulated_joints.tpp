#pragma once

#include <tandem/core/error.hpp>
#include <tandem/dynamics/recursions/joints.tpp>

#include <type_traits>

/// A force-driven joint in the articulated-body method, once for each path of the hot loop. With J the articulated
/// inertia of the body, p its bias force, c its convective acceleration, and r = tau - S'p:
///
///   condense(J)            U = J S, D = S'U + rotor, factors of D; J+ = J - U D^-1 U', given to the parent
///   remove(tau, p)         r; p+ = p + U D^-1 r, given to the parent once J+ c is added
///   accelerate(a)          a_i = D^-1 (r - U'a), a += S a_i
///
/// (Sohl & Bobrow, (53)-(60); Featherstone, RBDA, section 7.3.)
namespace tandem::recursions {

using SixApart = std::integral_constant<int, 6>;

/// L D L' of a symmetric k x k matrix in the rows of `d`, `apart` from each other: L below the diagonal, 1/D on it.
template <class S, class Apart = SixApart>
void factor(const Model& model, int body, S* d, int k, Apart apart = {}) {
  for (int j = 0; j < k; ++j) {
    const S scale = d[apart * j + j];
    for (int m = 0; m < j; ++m) d[apart * j + j] -= d[apart * j + m] * d[apart * m + j];
    check_pivot(model, body, d[apart * j + j], scale);
    d[apart * j + j] = S(1.0) / d[apart * j + j];
    for (int i = j + 1; i < k; ++i) {
      for (int m = 0; m < j; ++m) d[apart * i + j] -= d[apart * i + m] * d[apart * m + j];
      d[apart * j + i] = d[apart * i + j];  // above the diagonal: D L', for the next columns
      d[apart * i + j] *= d[apart * j + j];
    }
  }
}

/// Solves with the factors above, in place; x may hold several right-hand sides at once.
template <class S, class X, class Apart = SixApart>
void solve(const S* d, int k, X* x, Apart apart = {}) {
  for (int i = 0; i < k; ++i) {
    for (int m = 0; m < i; ++m) x[i] -= d[apart * i + m] * x[m];
  }
  for (int i = 0; i < k; ++i) x[i] *= d[apart * i + i];
  for (int i = k - 1; i >= 0; --i) {
    for (int m = i + 1; m < k; ++m) x[i] -= d[apart * m + i] * x[m];
  }
}

/// J - k U U'.
template <class S>
inline void subtract_product(ArticulatedInertia<S>& J, const Wrench<S>& U, const S& k) {
  const Vec3<S>&t = U.torque, &f = U.force;
  const Vec3<S> kt = t * k, kf = f * k;
  J.A -= SymMat3<S>{kt.x * t.x, kt.x * t.y, kt.x * t.z, kt.y * t.y, kt.y * t.z, kt.z * t.z};
  J.B.x -= t * kf.x;
  J.B.y -= t * kf.y;
  J.B.z -= t * kf.z;
  J.C -= SymMat3<S>{kf.x * f.x, kf.x * f.y, kf.x * f.z, kf.y * f.y, kf.y * f.z, kf.z * f.z};
}

/// J - U V', one term of a sum that is symmetric.
template <class S>
inline void subtract_term(ArticulatedInertia<S>& J, const Wrench<S>& U, const Wrench<S>& V) {
  const Vec3<S>&t = U.torque, &f = U.force, &s = V.torque, &g = V.force;
  J.A -= SymMat3<S>{t.x * s.x, t.x * s.y, t.x * s.z, t.y * s.y, t.y * s.z, t.z * s.z};
  J.B.x -= t * g.x;
  J.B.y -= t * g.y;
  J.B.z -= t * g.z;
  J.C -= SymMat3<S>{f.x * g.x, f.x * g.y, f.x * g.z, f.y * g.y, f.y * g.z, f.z * g.z};
}

/// Reports moving axes that depend on each other at this configuration: taken off those before them (Gram and Schmidt),
/// nothing is left.
template <class S>
void check_independent(const Model& model, int body, const SubspaceJoint<S>& joint) {
  if (joint.slopes == nullptr) return;
  const auto product = [](const Motion<S>& a, const Motion<S>& b) {
    return dot(a.angular, b.angular) + dot(a.linear, b.linear);
  };
  Motion<S> left[6];
  for (int j = 0; j < joint.count; ++j) {
    left[j] = joint.columns[j];
    for (int k = 0; k < j; ++k) {
      left[j] = left[j] - left[k] * S(product(left[k], left[j]) / product(left[k], left[k]));
    }
    check_freedom(model, body, product(left[j], left[j]), product(joint.columns[j], joint.columns[j]));
  }
}

/// Column of J along a one-freedom joint's axis, and the component of a wrench along it.
template <class S>
inline Wrench<S> axis_column(const RevoluteJoint<S>&, const ArticulatedInertia<S>& J) {
  return {{J.A.xz, J.A.yz, J.A.zz}, {J.B.x.z, J.B.y.z, J.B.z.z}};
}
template <class S>
inline Wrench<S> axis_column(const PrismaticJoint<S>&, const ArticulatedInertia<S>& J) {
  return {J.B.z, {J.C.xz, J.C.yz, J.C.zz}};
}
template <class S>
inline const S& along(const RevoluteJoint<S>&, const Wrench<S>& f) {
  return f.torque.z;
}
template <class S>
inline const S& along(const PrismaticJoint<S>&, const Wrench<S>& f) {
  return f.force.z;
}
/// What a pivot is compared with: the moments (or masses) in all directions.
template <class S>
inline S pivot_scale(const RevoluteJoint<S>&, const ArticulatedInertia<S>& J) {
  return J.A.xx + J.A.yy + J.A.zz;
}
template <class S>
inline S pivot_scale(const PrismaticJoint<S>&, const ArticulatedInertia<S>& J) {
  return J.C.xx + J.C.yy + J.C.zz;
}

/// The entries of J in the rows of a 6 x 6 array.
template <class S>
void write_rows(const ArticulatedInertia<S>& J, S* d) {
  const Vec3<S> rows[6] = {{J.A.xx, J.A.xy, J.A.xz}, {J.A.xy, J.A.yy, J.A.yz}, {J.A.xz, J.A.yz, J.A.zz},
                           {J.C.xx, J.C.xy, J.C.xz}, {J.C.xy, J.C.yy, J.C.yz}, {J.C.xz, J.C.yz, J.C.zz}};
  const Vec3<S> lower[3] = {J.B.x, J.B.y, J.B.z};
  for (int i = 0; i < 3; ++i) {
    d[6 * i] = rows[i].x, d[6 * i + 1] = rows[i].y, d[6 * i + 2] = rows[i].z;
    d[6 * (i + 3)] = lower[i].x, d[6 * (i + 3) + 1] = lower[i].y, d[6 * (i + 3) + 2] = lower[i].z;
    d[6 * (i + 3) + 3] = rows[i + 3].x, d[6 * (i + 3) + 4] = rows[i + 3].y, d[6 * (i + 3) + 5] = rows[i + 3].z;
  }
}

/// The joint of one body while the articulated-body method passes it.
template <class S>
struct JointPass {
  const Model& model;
  const Parameters<S>& parameters;
  Workspace<S>& ws;
  int body;
  int d;  ///< its first freedom

  // One freedom about or along z.
  template <class Joint>
  void condense(const Joint& joint, ArticulatedInertia<S>& J) const {
    const Wrench<S> U = axis_column(joint, J);
    const S pivot = along(joint, U) + parameters.rotor_inertias()[d];
    check_pivot(model, body, pivot, pivot_scale(joint, J));
    const S inverse = S(1.0) / pivot;
    ws.column_force[d] = U;
    ws.pivot[6 * d] = inverse;
    subtract_product(J, U, inverse);
  }
  template <class Joint>
  void remove(const Joint& joint, const S* tau, Wrench<S>& p) const {
    const S r = tau[0] - along(joint, p);
    ws.remainder[d] = r;
    p += ws.column_force[d] * (r * ws.pivot[6 * d]);
  }
  template <class Joint>
  void accelerate(const Joint& joint, Motion<S>& a, S* rate) const {
    rate[0] = ws.pivot[6 * d] * (ws.remainder[d] - dot(a, ws.column_force[d]));
    joint.add_rate(a, rate);
  }

  // Six freedoms: D = J, so nothing of J reaches the parent, and a + S a_i = J^-1 r.
  void condense(const FreeJoint<S>&, ArticulatedInertia<S>& J) const {
    S* rows = ws.pivot.data() + 6 * d;
    write_rows(J, rows);
    factor(model, body, rows, 6);
    J = {SymMat3<S>::zero(), Mat3<S>::zero(), SymMat3<S>::zero()};
  }
  void remove(const FreeJoint<S>&, const S* tau, Wrench<S>& p) const {
    S* r = ws.remainder.data() + d;
    write_wrench(p, r);
    for (int k = 0; k < 6; ++k) r[k] = tau[k] - r[k];
    p = {{tau[0], tau[1], tau[2]}, {tau[3], tau[4], tau[5]}};
  }
  void accelerate(const FreeJoint<S>&, Motion<S>& a, S* rate) const {
    for (int k = 0; k < 6; ++k) rate[k] = ws.remainder[d + k];
    solve(ws.pivot.data() + 6 * d, 6, rate);
    const Motion<S> total = read_motion(rate);
    const Motion<S> relative = total - a;
    write_wrench(Wrench<S>{relative.angular, relative.linear}, rate);
    a = total;
  }

  // Any subspace. Rotors belong to joints of one freedom.
  void condense(const SubspaceJoint<S>& joint, ArticulatedInertia<S>& J) const {
    if (joint.count == 0) return;
    S* rows = ws.pivot.data() + 6 * d;
    for (int k = 0; k < joint.count; ++k) ws.column_force[d + k] = J * joint.columns[k];
    for (int i = 0; i < joint.count; ++i) {
      for (int k = 0; k < joint.count; ++k) rows[6 * i + k] = dot(joint.columns[i], ws.column_force[d + k]);
    }
    if (joint.count == 1) rows[0] += parameters.rotor_inertias()[d];
    factor_joint(joint, rows);
    for (int k = 0; k < joint.count; ++k) {
      // W = the k-th column of U D^-1.
      S column[6];
      for (int i = 0; i < joint.count; ++i) column[i] = S(i == k ? 1.0 : 0.0);
      solve(rows, joint.count, column);
      Wrench<S> W = ws.column_force[d] * column[0];
      for (int i = 1; i < joint.count; ++i) W += ws.column_force[d + i] * column[i];
      subtract_term(J, ws.column_force[d + k], W);
    }
  }
  void remove(const SubspaceJoint<S>& joint, const S* tau, Wrench<S>& p) const {
    S rate[6];
    for (int k = 0; k < joint.count; ++k) {
      ws.remainder[d + k] = tau[k] - dot(joint.columns[k], p);
      rate[k] = ws.remainder[d + k];
    }
    solve(ws.pivot.data() + 6 * d, joint.count, rate);
    for (int k = 0; k < joint.count; ++k) p += ws.column_force[d + k] * rate[k];
  }
  void accelerate(const SubspaceJoint<S>& joint, Motion<S>& a, S* rate) const {
    for (int k = 0; k < joint.count; ++k) rate[k] = ws.remainder[d + k] - dot(a, ws.column_force[d + k]);
    solve(ws.pivot.data() + 6 * d, joint.count, rate);
    joint.add_rate(a, rate);
  }

  /// A pivot of nothing is the joint's own fault where its columns depend on each other.
  void factor_joint(const SubspaceJoint<S>& joint, S* rows) const {
    try {
      factor(model, body, rows, joint.count);
    } catch (const NumericalError&) {
      check_independent(model, body, joint);
      throw;
    }
  }

  /// J+ in the parent's frame. A revolute joint without a rotor leaves nothing of J about its axis.
  ArticulatedInertia<S> carry(const RevoluteJoint<S>&, const ArticulatedInertia<S>& J) const {
    const Transform<S>& X = ws.parent_from_body[body];
    return parameters.has_rotor(d) ? to_parent(X, J) : to_parent_without_z(X, J);
  }
  template <class Joint>
  ArticulatedInertia<S> carry(const Joint&, const ArticulatedInertia<S>& J) const {
    return to_parent(ws.parent_from_body[body], J);
  }
};

}  // namespace tandem::recursions
