#pragma once

#include <tandem/core/vec3.hpp>

/// Spatial algebra in components (Featherstone, RBDA, chapter 2 and appendix A): 6-vectors are (angular; linear), and
/// no 6x6 matrix is ever formed. A motion of a frame is taken at that frame's origin, in its axes.
namespace tandem {

/// A spatial velocity or acceleration: angular part, and linear part of the point at the frame's origin.
template <class S>
struct Motion {
  Vec3<S> angular, linear;

  static Motion zero() { return {Vec3<S>::zero(), Vec3<S>::zero()}; }
  Motion& operator+=(const Motion& b) {
    angular += b.angular, linear += b.linear;
    return *this;
  }
  friend Motion operator+(const Motion& a, const Motion& b) { return {a.angular + b.angular, a.linear + b.linear}; }
  friend Motion operator-(const Motion& a, const Motion& b) { return {a.angular - b.angular, a.linear - b.linear}; }
  friend Motion operator*(const Motion& a, const S& s) { return {a.angular * s, a.linear * s}; }
  Eigen::Matrix<S, 6, 1> eigen() const {
    Eigen::Matrix<S, 6, 1> m;
    m << angular.x, angular.y, angular.z, linear.x, linear.y, linear.z;
    return m;
  }
};

/// A spatial force or momentum: torque about the frame's origin, and force.
template <class S>
struct Wrench {
  Vec3<S> torque, force;

  static Wrench zero() { return {Vec3<S>::zero(), Vec3<S>::zero()}; }
  Wrench& operator+=(const Wrench& b) {
    torque += b.torque, force += b.force;
    return *this;
  }
  Wrench& operator-=(const Wrench& b) {
    torque -= b.torque, force -= b.force;
    return *this;
  }
  friend Wrench operator+(const Wrench& a, const Wrench& b) { return {a.torque + b.torque, a.force + b.force}; }
  friend Wrench operator-(const Wrench& a, const Wrench& b) { return {a.torque - b.torque, a.force - b.force}; }
  friend Wrench operator*(const Wrench& a, const S& s) { return {a.torque * s, a.force * s}; }
  Eigen::Matrix<S, 6, 1> eigen() const {
    Eigen::Matrix<S, 6, 1> m;
    m << torque.x, torque.y, torque.z, force.x, force.y, force.z;
    return m;
  }
};
/// Wrench{turn, push} in a force law: of aggregates not every compiler finds it by itself.
template <class S>
Wrench(Vec3<S>, Vec3<S>) -> Wrench<S>;

/// Power of a wrench on a motion.
template <class S>
S dot(const Motion<S>& v, const Wrench<S>& f) {
  return dot(v.angular, f.torque) + dot(v.linear, f.force);
}

/// v x m: the rate of a motion vector fixed in a frame that moves with v.
template <class S>
Motion<S> cross(const Motion<S>& v, const Motion<S>& m) {
  return {cross(v.angular, m.angular), cross(v.angular, m.linear) + cross(v.linear, m.angular)};
}

/// v x* f: the rate of a wrench fixed in a frame that moves with v.
template <class S>
Wrench<S> cross(const Motion<S>& v, const Wrench<S>& f) {
  return {cross(v.angular, f.torque) + cross(v.linear, f.force), cross(v.angular, f.force)};
}

/// Where a frame (child) stands in another (parent): the child's axes are the columns of `rotation`, its origin is
/// `translation`, both in the parent's axes. A variable of this type is called parent_from_child.
template <class S>
struct Transform {
  Mat3<S> rotation;
  Vec3<S> translation;

  static Transform identity() { return {Mat3<S>::identity(), Vec3<S>::zero()}; }
  static Transform translated(const Vec3<S>& p) { return {Mat3<S>::identity(), p}; }
  static Transform rotated(const Mat3<S>& R) { return {R, Vec3<S>::zero()}; }
  template <class T>
  Transform<T> cast() const {
    return {rotation.template cast<T>(), translation.template cast<T>()};
  }
  friend Transform operator*(const Transform& a, const Transform& b) {
    return {a.rotation * b.rotation, a.rotation * b.translation + a.translation};
  }
};

template <class S>
Transform<S> inverse(const Transform<S>& X) {
  return {transposed(X.rotation), -transposed_times(X.rotation, X.translation)};
}

/// A point given in the child frame, in the parent frame.
template <class S>
Vec3<S> to_parent(const Transform<S>& X, const Vec3<S>& point) {
  return X.rotation * point + X.translation;
}

/// A motion given in the parent frame, in the child frame: (R'w, R'(v + w x p)). 24 multiplications.
template <class S>
Motion<S> to_child(const Transform<S>& X, const Motion<S>& m) {
  return {transposed_times(X.rotation, m.angular),
          transposed_times(X.rotation, m.linear + cross(m.angular, X.translation))};
}

/// A motion given in the child frame, in the parent frame.
template <class S>
Motion<S> to_parent(const Transform<S>& X, const Motion<S>& m) {
  const Vec3<S> w = X.rotation * m.angular;
  return {w, X.rotation * m.linear + cross(X.translation, w)};
}

/// A wrench given in the child frame, in the parent frame: (R n + p x R f, R f). 24 multiplications.
template <class S>
Wrench<S> to_parent(const Transform<S>& X, const Wrench<S>& f) {
  const Vec3<S> force = X.rotation * f.force;
  return {X.rotation * f.torque + cross(X.translation, force), force};
}

/// A wrench given in the parent frame, in the child frame.
template <class S>
Wrench<S> to_child(const Transform<S>& X, const Wrench<S>& f) {
  return {transposed_times(X.rotation, f.torque - cross(X.translation, f.force)),
          transposed_times(X.rotation, f.force)};
}

}  // namespace tandem
