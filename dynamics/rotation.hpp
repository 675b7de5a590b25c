#pragma once

#include <tandem/core/scalar.hpp>
#include <tandem/dynamics/spatial.hpp>

#include <cmath>

/// Rotations and displacements: quaternions (w, x, y, z), exponentials and logarithms, generic over the scalar, without
/// branches and without 0/0 at rest (each function of an angle is a series near zero, chosen by select_less).
namespace tandem {

/// w + (x, y, z).
template <class S>
struct Quaternion {
  S w;
  Vec3<S> vector;

  friend Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.w - dot(a.vector, b.vector), a.vector * b.w + b.vector * a.w + cross(a.vector, b.vector)};
  }
};

template <class S>
Quaternion<S> conjugate(const Quaternion<S>& q) {
  return {q.w, -q.vector};
}

template <class S>
Quaternion<S> read_quaternion(const S* q) {
  return {q[0], {q[1], q[2], q[3]}};
}

template <class S>
void write_quaternion(const Quaternion<S>& quaternion, S* q) {
  q[0] = quaternion.w, q[1] = quaternion.vector.x, q[2] = quaternion.vector.y, q[3] = quaternion.vector.z;
}

/// 1 + 2/|q|^2 (w [u] + [u]^2): orthonormal for a quaternion of any length.
template <class S>
Mat3<S> rotation_matrix(const Quaternion<S>& q) {
  const S &w = q.w, &x = q.vector.x, &y = q.vector.y, &z = q.vector.z;
  const S k = S(2.0) / (w * w + x * x + y * y + z * z);
  const S kx = k * x, ky = k * y, kz = k * z;
  const S wx = kx * w, wy = ky * w, wz = kz * w, xx = kx * x, xy = kx * y, xz = kx * z, yy = ky * y, yz = ky * z,
          zz = kz * z;
  const S one(1.0);
  return {
      {one - (yy + zz), xy + wz, xz - wy}, {xy - wz, one - (xx + zz), yz + wx}, {xz + wy, yz - wx, one - (xx + yy)}};
}

/// A turn by an angle about a unit axis: c + (1 - c) a a' + s [a].
template <class S>
Mat3<S> turn_about(const Vec3<S>& a, const S& angle) {
  S s, c;
  ScalarTraits<S>::sine_cosine(angle, s, c);
  const Vec3<S> t = a * (S(1.0) - c), as = a * s;
  return {t * a.x + Vec3<S>(c, as.z, -as.y), t * a.y + Vec3<S>(-as.z, c, as.x), t * a.z + Vec3<S>(as.y, -as.x, c)};
}

/// Coefficients of the exponential at the squared angle t2: sin t / t, (1 - cos t)/t^2, (t - sin t)/t^3.
template <class S>
struct RotationSeries {
  S sinc, versine, third;

  explicit RotationSeries(const S& t2) {
    using std::sqrt;
    const S small(0.04), one(1.0);  // the series is right to 1e-18 there
    const S safe = select_less(t2, small, one, t2);
    const S t = sqrt(safe);
    S s, c;
    ScalarTraits<S>::sine_cosine(t * S(0.5), s, c);
    const S sine = S(2.0) * s * c;
    sinc = select_less(t2, small, series(t2, 6.0, 20.0, 42.0, 72.0, 110.0), S(sine / t));
    versine = select_less(t2, small, S(S(0.5) * series(t2, 12.0, 30.0, 56.0, 90.0, 132.0)), S(S(2.0) * s * s / safe));
    third = select_less(t2, small, S(S(1.0 / 6.0) * series(t2, 20.0, 42.0, 72.0, 110.0, 156.0)),
                        S((t - sine) / (t * safe)));
  }

 private:
  /// 1 - t2/a (1 - t2/b (1 - t2/c (1 - ...))).
  static S series(const S& t2, double a, double b, double c, double d, double e) {
    const S one(1.0);
    S sum = one - t2 * S(1.0 / e);
    for (const double divisor : {d, c, b, a}) sum = one - t2 * S(1.0 / divisor) * sum;
    return sum;
  }
};

/// exp of half the rotation vector: the unit quaternion of a turn by |r| about r.
template <class S>
Quaternion<S> quaternion_exp(const Vec3<S>& r) {
  const Vec3<S> half = r * S(0.5);
  const S t2 = dot(half, half);
  const RotationSeries<S> e(t2);
  return {S(1.0) - t2 * e.versine, half * e.sinc};
}

/// The rotation vector of a quaternion of any length, of angle at most pi: 4 atan(|u|/(|q| + |w|)) u/|u|, with the
/// sign of w.
template <class S>
Vec3<S> quaternion_log(const Quaternion<S>& q) {
  using std::atan;
  using std::sqrt;
  const S one(1.0), nil(0.0);
  const S sign = select_less(q.w, nil, S(-1.0), one);
  const S u2 = dot(q.vector, q.vector);
  const S denominator = sqrt(S(q.w * q.w + u2)) + sign * q.w;
  const S x2 = u2 / (denominator * denominator);  // squared tangent of a quarter of the angle, at most 1
  const S small(0.0004);
  const S x = sqrt(select_less(x2, small, one, x2));
  S series = one;
  for (const double power : {13.0, 11.0, 9.0, 7.0, 5.0, 3.0}) {
    series = S(1.0 / power) - x2 * (power == 13.0 ? S(1.0 / 15.0) : series);
  }
  const S arc = select_less(x2, small, S(one - x2 * series), S(atan(x) / x));
  return q.vector * (S(4.0) * sign * arc / denominator);
}

/// Where a frame comes after moving for a unit of time with a constant spatial velocity in its own axes:
/// rotation exp(w), translation V v with V = 1 + versine [w] + third [w]^2.
template <class S>
Vec3<S> displacement_exp(const Motion<S>& m) {
  const Vec3<S>& w = m.angular;
  const RotationSeries<S> e(dot(w, w));
  const Vec3<S> wv = cross(w, m.linear);
  return m.linear + wv * e.versine + cross(w, wv) * e.third;
}

/// The spatial velocity that brings a frame by (rotation vector w, translation p) in a unit of time: the inverse of
/// the above, V^-1 = 1 - [w]/2 + k [w]^2 with k = (1 - (t/2) cot(t/2))/t^2.
template <class S>
Vec3<S> displacement_log(const Vec3<S>& w, const Vec3<S>& p) {
  const RotationSeries<S> e(dot(w, w));
  const S t2 = dot(w, w);
  const S small(0.04);  // below, 1 - (t/2) cot(t/2) = 1 - sinc/(2 versine) cancels
  const S safe = select_less(t2, small, S(1.0), t2);
  const S series =
      S(1.0 / 12.0) +
      t2 * (S(1.0 / 720.0) + t2 * (S(1.0 / 30240.0) + t2 * (S(1.0 / 1209600.0) + t2 * S(1.0 / 47900160.0))));
  const S k = select_less(t2, small, series, S((S(1.0) - e.sinc / (S(2.0) * e.versine)) / safe));
  const Vec3<S> wp = cross(w, p);
  return p - wp * S(0.5) + cross(w, wp) * k;
}

}  // namespace tandem
