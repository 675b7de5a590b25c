#pragma once

#include <Eigen/Core>

namespace tandem {

/// Three numbers. Written out by hand: a plain structure compiles fast for every scalar and stays in registers.
template <class S>
struct Vec3 {
  S x, y, z;

  Vec3() = default;
  Vec3(const S& x_, const S& y_, const S& z_) : x(x_), y(y_), z(z_) {}
  template <class Derived>
  Vec3(const Eigen::MatrixBase<Derived>& v) : x(v(0)), y(v(1)), z(v(2)) {}  // NOLINT(google-explicit-constructor)

  static Vec3 zero() { return {S(0.0), S(0.0), S(0.0)}; }

  Eigen::Matrix<S, 3, 1> eigen() const { return {x, y, z}; }
  template <class T>
  Vec3<T> cast() const {
    return {T(x), T(y), T(z)};
  }

  Vec3& operator+=(const Vec3& b) {
    x += b.x, y += b.y, z += b.z;
    return *this;
  }
  Vec3& operator-=(const Vec3& b) {
    x -= b.x, y -= b.y, z -= b.z;
    return *this;
  }
  friend Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend Vec3 operator*(const Vec3& a, const S& s) { return {a.x * s, a.y * s, a.z * s}; }
  friend Vec3 operator*(const S& s, const Vec3& a) { return {a.x * s, a.y * s, a.z * s}; }
};

/// a' b, without conjugation.
template <class S>
S dot(const Vec3<S>& a, const Vec3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class S>
Vec3<S> cross(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A 3x3 matrix by its columns.
template <class S>
struct Mat3 {
  Vec3<S> x, y, z;

  static Mat3 identity() {
    const S one(1.0), nil(0.0);
    return {{one, nil, nil}, {nil, one, nil}, {nil, nil, one}};
  }
  static Mat3 zero() { return {Vec3<S>::zero(), Vec3<S>::zero(), Vec3<S>::zero()}; }
  template <class Derived>
  static Mat3 from(const Eigen::MatrixBase<Derived>& m) {
    return {Vec3<S>(m.col(0)), Vec3<S>(m.col(1)), Vec3<S>(m.col(2))};
  }

  Eigen::Matrix<S, 3, 3> eigen() const {
    Eigen::Matrix<S, 3, 3> m;
    m << x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z;
    return m;
  }
  template <class T>
  Mat3<T> cast() const {
    return {x.template cast<T>(), y.template cast<T>(), z.template cast<T>()};
  }

  Mat3& operator+=(const Mat3& b) {
    x += b.x, y += b.y, z += b.z;
    return *this;
  }
  friend Vec3<S> operator*(const Mat3& m, const Vec3<S>& v) {
    return {m.x.x * v.x + m.y.x * v.y + m.z.x * v.z, m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
            m.x.z * v.x + m.y.z * v.y + m.z.z * v.z};
  }
  friend Mat3 operator*(const Mat3& a, const Mat3& b) { return {a * b.x, a * b.y, a * b.z}; }
};

/// m' v.
template <class S>
Vec3<S> transposed_times(const Mat3<S>& m, const Vec3<S>& v) {
  return {dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}

template <class S>
Mat3<S> transposed(const Mat3<S>& m) {
  return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

/// A symmetric 3x3 matrix by its six numbers.
template <class S>
struct SymMat3 {
  S xx, xy, xz, yy, yz, zz;

  static SymMat3 zero() { return {S(0.0), S(0.0), S(0.0), S(0.0), S(0.0), S(0.0)}; }
  static SymMat3 diagonal(const S& a, const S& b, const S& c) { return {a, S(0.0), S(0.0), b, S(0.0), c}; }
  /// The upper triangle of m.
  template <class Derived>
  static SymMat3 from(const Eigen::MatrixBase<Derived>& m) {
    return {m(0, 0), m(0, 1), m(0, 2), m(1, 1), m(1, 2), m(2, 2)};
  }

  Eigen::Matrix<S, 3, 3> eigen() const {
    Eigen::Matrix<S, 3, 3> m;
    m << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return m;
  }
  template <class T>
  SymMat3<T> cast() const {
    return {T(xx), T(xy), T(xz), T(yy), T(yz), T(zz)};
  }

  SymMat3& operator+=(const SymMat3& b) {
    xx += b.xx, xy += b.xy, xz += b.xz, yy += b.yy, yz += b.yz, zz += b.zz;
    return *this;
  }
  SymMat3& operator-=(const SymMat3& b) {
    xx -= b.xx, xy -= b.xy, xz -= b.xz, yy -= b.yy, yz -= b.yz, zz -= b.zz;
    return *this;
  }
  friend SymMat3 operator+(SymMat3 a, const SymMat3& b) { return a += b; }
  friend SymMat3 operator-(SymMat3 a, const SymMat3& b) { return a -= b; }
  friend Vec3<S> operator*(const SymMat3& m, const Vec3<S>& v) {
    return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
            m.xz * v.x + m.yz * v.y + m.zz * v.z};
  }
};

/// R A R'.
template <class S>
SymMat3<S> rotated(const Mat3<S>& R, const SymMat3<S>& A) {
  const Vec3<S> X = R * Vec3<S>(A.xx, A.xy, A.xz), Y = R * Vec3<S>(A.xy, A.yy, A.yz), Z = R * Vec3<S>(A.xz, A.yz, A.zz);
  return {X.x * R.x.x + Y.x * R.y.x + Z.x * R.z.x, X.x * R.x.y + Y.x * R.y.y + Z.x * R.z.y,
          X.x * R.x.z + Y.x * R.y.z + Z.x * R.z.z, X.y * R.x.y + Y.y * R.y.y + Z.y * R.z.y,
          X.y * R.x.z + Y.y * R.y.z + Z.y * R.z.z, X.z * R.x.z + Y.z * R.y.z + Z.z * R.z.z};
}

/// m (|c|^2 1 - c c'): the rotational inertia of a point mass m at c.
template <class S>
SymMat3<S> point_inertia(const S& m, const Vec3<S>& c) {
  return {m * (c.y * c.y + c.z * c.z), -m * c.x * c.y, -m * c.x * c.z,
          m * (c.x * c.x + c.z * c.z), -m * c.y * c.z, m * (c.x * c.x + c.y * c.y)};
}

}  // namespace tandem
