#pragma once

#include <tandem/core/math.hpp>
#include <tandem/dynamics/inertia.hpp>

#include <array>

namespace tandem {

/// The inertia of ten numbers (alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3), every choice of which is one that a body
/// can have: its pseudo-inertia [Sigma h; h' m] is U U' with
///   U = e^alpha [e^d1 s12 s13 t1;  0 e^d2 s23 t2;  0 0 e^d3 t3;  0 0 0 1],
/// and the rotational inertia tr(Sigma) 1 - Sigma (C. Rucker and P. Wensing, IEEE Robotics and Automation Letters 7
/// (2022), (10)). For design numbers without bounds.
template <class S>
Inertia<S> log_cholesky_inertia(const std::array<S, 10>& p) {
  const S scale = exp(p[0]), square = scale * scale;
  const S u1 = exp(p[1]), u2 = exp(p[2]), u3 = exp(p[3]);
  const S &s12 = p[4], &s23 = p[5], &s13 = p[6], &t1 = p[7], &t2 = p[8], &t3 = p[9];
  const S xx = square * (u1 * u1 + s12 * s12 + s13 * s13 + t1 * t1);
  const S yy = square * (u2 * u2 + s23 * s23 + t2 * t2), zz = square * (u3 * u3 + t3 * t3);
  const S xy = square * (s12 * u2 + s13 * s23 + t1 * t2), xz = square * (s13 * u3 + t1 * t3),
          yz = square * (s23 * u3 + t2 * t3);
  return {square, Vec3<S>(square * t1, square * t2, square * t3), {yy + zz, -xy, -xz, xx + zz, -yz, xx + yy}};
}

}  // namespace tandem
