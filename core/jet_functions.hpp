#pragma once

#include <tandem/core/math.hpp>
#include <tandem/core/scalar.hpp>

#include <cmath>
#include <type_traits>

namespace tandem {

/// The elementary functions of a jet J over S, its base: each is J::chain() of its value and derivatives there.
template <class J, class S>
struct JetFunctions {
  friend J sin(const J& a) {
    S s, c;
    ScalarTraits<S>::sine_cosine(a.value, s, c);
    return J::chain(a, s, c, -s);
  }
  friend J cos(const J& a) {
    S s, c;
    ScalarTraits<S>::sine_cosine(a.value, s, c);
    return J::chain(a, c, -s, -c);
  }
  friend J tan(const J& a) {
    const S t = tan(a.value), d = S(1.0) + t * t;
    return J::chain(a, t, d, (t + t) * d);
  }
  friend J asin(const J& a) {
    const S w = S(1.0) / (S(1.0) - a.value * a.value), d = sqrt(w);
    return J::chain(a, asin(a.value), d, a.value * w * d);
  }
  friend J acos(const J& a) {
    const S w = S(1.0) / (S(1.0) - a.value * a.value), d = -sqrt(w);
    return J::chain(a, acos(a.value), d, a.value * w * d);
  }
  friend J atan(const J& a) {
    const S d = S(1.0) / (S(1.0) + a.value * a.value);
    return J::chain(a, atan(a.value), d, -(a.value + a.value) * (d * d));
  }
  friend J sinh(const J& a) {
    const S s = sinh(a.value);
    return J::chain(a, s, cosh(a.value), s);
  }
  friend J cosh(const J& a) {
    const S c = cosh(a.value);
    return J::chain(a, c, sinh(a.value), c);
  }
  friend J tanh(const J& a) {
    const S t = tanh(a.value), d = S(1.0) - t * t;
    return J::chain(a, t, d, -(t + t) * d);
  }
  friend J exp(const J& a) {
    const S e = exp(a.value);
    return J::chain(a, e, e, e);
  }
  friend J log(const J& a) {
    const S d = S(1.0) / a.value;
    return J::chain(a, log(a.value), d, -(d * d));
  }
  friend J sqrt(const J& a) {
    const S root = sqrt(a.value), d = S(0.5) / root;
    return J::chain(a, root, d, -(d / (a.value + a.value)));
  }
  /// |a|; at 0 its derivatives are taken as 0, as CppAD and CasADi do.
  friend J abs(const J& a) {
    using Traits = ScalarTraits<S>;
    const S zero(0.0), minus(-1.0);
    const S sign = Traits::select_less(zero, a.value, S(1.0), Traits::select_less(a.value, zero, minus, a.value));
    return J::chain(a, abs(a.value), sign, zero);
  }
  /// The angle of the point (x, y):  with r2 = x2 + y2,  d = (x dy - y dx) / r2.
  friend J atan2(const J& y, const J& x) {
    const S w = S(1.0) / (x.value * x.value + y.value * y.value), dy = x.value * w, dx = -(y.value * w);
    const S dxdy = dx * dx - dy * dy, dydy = S(2.0) * (dx * dy);
    return J::chain(y, x, atan2(y.value, x.value), dy, dx, dydy, dxdy, -dydy);
  }

  /// a^n without logarithms: right for any sign of a, and at a = 0 for n >= 0.
  friend J pow(const J& a, int n) {
    const S d = n == 0 ? S(0.0) : S(static_cast<double>(n)) * whole_power(a.value, n - 1);
    const S dd = n == 0 || n == 1 ? S(0.0) : S(static_cast<double>(n) * (n - 1.0)) * whole_power(a.value, n - 2);
    return J::chain(a, whole_power(a.value, n), d, dd);
  }
  friend J pow(const J& a, double c) {
    const int n = static_cast<int>(std::abs(c) < 1e3 ? c : 0.0);
    if (n == c) return pow(a, n);
    return J::chain(a, pow(a.value, S(c)), S(c) * pow(a.value, S(c - 1.0)),
                    S(c * (c - 1.0)) * pow(a.value, S(c - 2.0)));
  }
  /// a^b = exp(b log a) for a > 0; with a constant exponent also a^b where it is smooth.
  friend J pow(const J& a, const J& b) {
    const S power = pow(a.value, b.value), lower = pow(a.value, b.value - S(1.0));
    const S faa = b.value * (b.value - S(1.0)) * pow(a.value, b.value - S(2.0));
    if (b.constant) return J::chain(a, power, b.value * lower, faa);
    const S logarithm = log(a.value), fb = logarithm * power;
    return J::chain(a, b, power, b.value * lower, fb, faa, lower * (S(1.0) + b.value * logarithm), logarithm * fb);
  }
  friend J pow(double a, const J& b) { return pow(J(S(a)), b); }

 private:
  static S whole_power(const S& a, int n) {
    if constexpr (std::is_same_v<S, double>) {
      return std::pow(a, n);
    } else {
      return pow(a, n);
    }
  }
};

}  // namespace tandem
