#pragma once

#include <tandem/dynamics/spatial.hpp>

namespace tandem {

/// The inertia of a rigid body by its ten numbers, about the origin of the body's frame.
template <class S>
struct Inertia {
  S mass;
  Vec3<S> moment;         ///< first moment of mass: mass times centre of mass, kg m
  SymMat3<S> rotational;  ///< second moments about the frame's origin, kg m^2

  static Inertia zero() { return {S(0.0), Vec3<S>::zero(), SymMat3<S>::zero()}; }
  /// From the centre of mass and the rotational inertia about it, both in the body's axes.
  static Inertia from_com(const S& mass, const Vec3<S>& com, const SymMat3<S>& about_com) {
    return {mass, com * mass, about_com + point_inertia(mass, com)};
  }
  static Inertia point(const S& mass, const Vec3<S>& at) { return from_com(mass, at, SymMat3<S>::zero()); }
  /// A uniform box with edges along the axes.
  static Inertia box(const S& mass, const Vec3<S>& com, const Vec3<S>& edges) {
    const S xx = edges.x * edges.x, yy = edges.y * edges.y, zz = edges.z * edges.z, k = mass * S(1.0 / 12.0);
    return from_com(mass, com, SymMat3<S>::diagonal(k * (yy + zz), k * (xx + zz), k * (xx + yy)));
  }
  static Inertia sphere(const S& mass, const Vec3<S>& com, const S& radius) {
    const S k = mass * radius * radius * S(0.4);
    return from_com(mass, com, SymMat3<S>::diagonal(k, k, k));
  }
  /// A thin uniform rod between two points.
  static Inertia rod(const S& mass, const Vec3<S>& from, const Vec3<S>& to) {
    return from_com(mass, (from + to) * S(0.5), point_inertia(S(mass * S(1.0 / 12.0)), to - from));
  }
  template <class T>
  Inertia<T> cast() const {
    return {T(mass), moment.template cast<T>(), rotational.template cast<T>()};
  }

  /// Not for a massless body.
  Vec3<S> com() const { return moment * (S(1.0) / mass); }
  SymMat3<S> about_com() const {
    const Vec3<S> c = com();
    return rotational - point_inertia(mass, c);
  }

  Inertia& operator+=(const Inertia& b) {
    mass += b.mass, moment += b.moment, rotational += b.rotational;
    return *this;
  }
  friend Inertia operator+(Inertia a, const Inertia& b) { return a += b; }
  /// (I w + h x v, m v - h x w): momentum from velocity. 24 multiplications.
  friend Wrench<S> operator*(const Inertia& I, const Motion<S>& m) {
    return {I.rotational * m.angular + cross(I.moment, m.linear), m.linear * I.mass - cross(I.moment, m.angular)};
  }
};

/// An inertia given in the child frame, in the parent frame: with h' = R h,
/// (m, h' + m p, R I R' + 2 (p.h') 1 - p h'' - h' p' + m (p.p 1 - p p')).
template <class S>
Inertia<S> to_parent(const Transform<S>& X, const Inertia<S>& I) {
  const Vec3<S>& p = X.translation;
  const Vec3<S> h = X.rotation * I.moment, g = p * I.mass + h;  // g: first moment about the parent's origin
  SymMat3<S> J = rotated(X.rotation, I.rotational);
  // -[p]x[h]x - [g]x[p]x, symmetric because g = h + m p.
  const S xx = p.x * (h.x + g.x), yy = p.y * (h.y + g.y), zz = p.z * (h.z + g.z);
  J.xx += yy + zz;
  J.yy += xx + zz;
  J.zz += xx + yy;
  J.xy -= p.x * h.y + g.x * p.y;
  J.xz -= p.x * h.z + g.x * p.z;
  J.yz -= p.y * h.z + g.y * p.z;
  return {I.mass, g, J};
}

/// A symmetric 6x6 inertia [A B; B' C] by its 21 numbers: articulated-body inertia (Featherstone, RBDA, chapter 7).
template <class S>
struct ArticulatedInertia {
  SymMat3<S> A;
  Mat3<S> B;
  SymMat3<S> C;

  ArticulatedInertia& operator+=(const ArticulatedInertia& b) {
    A += b.A, B += b.B, C += b.C;
    return *this;
  }
  friend Wrench<S> operator*(const ArticulatedInertia& I, const Motion<S>& m) {
    return {I.A * m.angular + I.B * m.linear, transposed_times(I.B, m.angular) + I.C * m.linear};
  }
};

/// B = [h]x, C = m 1.
template <class S>
ArticulatedInertia<S> articulated(const Inertia<S>& I) {
  const S nil(0.0);
  const Vec3<S>& h = I.moment;
  return {
      I.rotational, {{nil, h.z, -h.y}, {-h.z, nil, h.x}, {h.y, -h.x, nil}}, {I.mass, nil, nil, I.mass, nil, I.mass}};
}

/// The translation step of a change of frame: with p from the new origin to the old one, B+ = B + [p]C and
/// A+ = A + [p]B' + ([p]B')' - [p]C[p] = A + [p]B' + B+ [p]'.
template <class S>
void translate(ArticulatedInertia<S>& I, const Vec3<S>& p) {
  const Mat3<S> B = I.B;
  I.B.x += cross(p, Vec3<S>(I.C.xx, I.C.xy, I.C.xz));
  I.B.y += cross(p, Vec3<S>(I.C.xy, I.C.yy, I.C.yz));
  I.B.z += cross(p, Vec3<S>(I.C.xz, I.C.yz, I.C.zz));
  const Mat3<S>& N = I.B;
  // ([p]B')_ij = (p x row_j(B))_i and (N[p]')_ij = (p x row_i(N))_j.
  I.A.xx += p.y * (B.z.x + N.z.x) - p.z * (B.y.x + N.y.x);
  I.A.yy += p.z * (B.x.y + N.x.y) - p.x * (B.z.y + N.z.y);
  I.A.zz += p.x * (B.y.z + N.y.z) - p.y * (B.x.z + N.x.z);
  I.A.xy += p.y * B.z.y - p.z * B.y.y + p.z * N.x.x - p.x * N.z.x;
  I.A.xz += p.y * B.z.z - p.z * B.y.z + p.x * N.y.x - p.y * N.x.x;
  I.A.yz += p.z * B.x.z - p.x * B.z.z + p.x * N.y.y - p.y * N.x.y;
}

/// An articulated inertia given in the child frame, in the parent frame. 183 multiplications.
template <class S>
ArticulatedInertia<S> to_parent(const Transform<S>& X, const ArticulatedInertia<S>& I) {
  const Mat3<S>& R = X.rotation;
  ArticulatedInertia<S> J{rotated(R, I.A), R * I.B * transposed(R), rotated(R, I.C)};
  translate(J, X.translation);
  return J;
}

/// The same for an inertia whose angular z row and column are nil (what a revolute joint about z lets through):
/// A has three numbers and B two rows. 131 multiplications.
template <class S>
ArticulatedInertia<S> to_parent_without_z(const Transform<S>& X, const ArticulatedInertia<S>& I) {
  const Mat3<S>& R = X.rotation;
  const Vec3<S> U = R.x * I.A.xx + R.y * I.A.xy, V = R.x * I.A.xy + R.y * I.A.yy;
  const SymMat3<S> A{U.x * R.x.x + V.x * R.y.x, U.x * R.x.y + V.x * R.y.y, U.x * R.x.z + V.x * R.y.z,
                     U.y * R.x.y + V.y * R.y.y, U.y * R.x.z + V.y * R.y.z, U.z * R.x.z + V.z * R.y.z};
  // R B R': the rows of B turned first, then their columns.
  const Vec3<S> rx = R * Vec3<S>(I.B.x.x, I.B.y.x, I.B.z.x), ry = R * Vec3<S>(I.B.x.y, I.B.y.y, I.B.z.y);
  const Mat3<S> B{R.x * rx.x + R.y * ry.x, R.x * rx.y + R.y * ry.y, R.x * rx.z + R.y * ry.z};
  ArticulatedInertia<S> J{A, B, rotated(R, I.C)};
  translate(J, X.translation);
  return J;
}

}  // namespace tandem
