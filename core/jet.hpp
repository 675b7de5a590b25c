#pragma once

#include <array>
#include <cmath>
#include <type_traits>

#include <Eigen/Core>

#include <tandem/core/math.hpp>
#include <tandem/core/num_traits.hpp>
#include <tandem/core/scalar.hpp>

namespace tandem {

/// A number with its derivatives by N seeds: value, gradient and (for kOrder = 2) Hessian, over S = double or a pack.
///
/// The Hessian is the lower triangle by rows: d2/(ds_i ds_j), j <= i, stands at i (i + 1) / 2 + j. Numbers convert to
/// constants; `constant` promises that all derivatives are zero. It is a plain flag: the operators that look at it are
/// always inlined, so that the compiler knows it where a number is made and leaves the zeros' arithmetic out
/// (docs/notes/knot-plugs.md). A product costs 1 + 2 N multiplications and 4 for each entry of the Hessian.
///
/// Where a function has no derivative (sqrt at 0, say) the jet's derivatives are infinite or NaN, also those by seeds
/// that the argument does not depend on. Comparisons look at the value only.
template <class S, int N, int kOrder = 2>
struct Jet {
  static_assert(N > 0 && (kOrder == 1 || kOrder == 2));
  static constexpr int kSeeds = N;
  static constexpr int kEntries = kOrder == 2 ? N * (N + 1) / 2 : 0;

  S value;
  bool constant;
  std::array<S, N> gradient;
  std::array<S, kEntries> hessian;

  Jet() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a number is a jet
  [[gnu::always_inline]] Jet(const S& number) : value(number), constant(true) {
    gradient.fill(S(0.0));
    hessian.fill(S(0.0));
  }
  template <class T>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, S>)
      [[gnu::always_inline]] Jet(T number)  // NOLINT(google-explicit-constructor)
      : Jet(S(static_cast<double>(number))) {}

  /// The seed `seed` itself: derivative 1 by it.
  static Jet variable(const S& number, int seed) {
    Jet jet(number);
    jet.constant = false;
    jet.gradient[seed] = S(1.0);
    return jet;
  }

  /// f(a) from f, f' and f'' at the value of a:  df = f' da,  d2f = f' d2a + f'' da da'.
  static Jet chain(const Jet& a, const S& f, const S& d, [[maybe_unused]] const S& dd) {
    if (a.constant) return Jet(f);
    Jet r(f, Uninitialised{});
    for (int i = 0; i < N; ++i) r.gradient[i] = d * a.gradient[i];
    r.fill_hessian([&](int k, int i, int j) { return d * a.hessian[k] + (dd * a.gradient[i]) * a.gradient[j]; });
    return r;
  }

  /// f(a, b) from its first and second partial derivatives.
  static Jet chain(const Jet& a, const Jet& b, const S& f, const S& fa, const S& fb, [[maybe_unused]] const S& faa,
                   [[maybe_unused]] const S& fab, [[maybe_unused]] const S& fbb) {
    if (b.constant) return chain(a, f, fa, faa);
    if (a.constant) return chain(b, f, fb, fbb);
    Jet r(f, Uninitialised{});
    for (int i = 0; i < N; ++i) r.gradient[i] = fa * a.gradient[i] + fb * b.gradient[i];
    r.fill_hessian([&](int k, int i, int j) {
      const S &ai = a.gradient[i], &aj = a.gradient[j], &bi = b.gradient[i], &bj = b.gradient[j];
      return fa * a.hessian[k] + fb * b.hessian[k] + (faa * ai + fab * bi) * aj + (fab * ai + fbb * bi) * bj;
    });
    return r;
  }

  // ---- arithmetic ---------------------------------------------------------------------------------------------------

  [[gnu::always_inline]] friend Jet operator+(const Jet& a, const Jet& b) {
    if (b.constant) return a.with_value(a.value + b.value);
    if (a.constant) return b.with_value(a.value + b.value);
    return sum(a, b);
  }
  [[gnu::always_inline]] friend Jet operator-(const Jet& a, const Jet& b) {
    if (b.constant) return a.with_value(a.value - b.value);
    if (a.constant) return b.scaled(a.value - b.value, S(-1.0));
    return difference(a, b);
  }
  [[gnu::always_inline]] friend Jet operator-(const Jet& a) { return a.scaled(-a.value, S(-1.0)); }
  friend const Jet& operator+(const Jet& a) { return a; }

  [[gnu::always_inline]] friend Jet operator*(const Jet& a, const Jet& b) {
    if (b.constant) return a.scaled(a.value * b.value, b.value);
    if (a.constant) return b.scaled(a.value * b.value, a.value);
    return product(a, b);
  }

  [[gnu::always_inline]] friend Jet operator/(const Jet& a, const Jet& b) {
    const S inverse = S(1.0) / b.value, q = a.value / b.value;
    if (b.constant) return a.scaled(q, inverse);
    if (a.constant) return chain(b, q, -(q * inverse), (q + q) * (inverse * inverse));
    return quotient(a, b, q, inverse);
  }

  Jet& operator+=(const Jet& b) { return *this = *this + b; }
  Jet& operator-=(const Jet& b) { return *this = *this - b; }
  Jet& operator*=(const Jet& b) { return *this = *this * b; }
  Jet& operator/=(const Jet& b) { return *this = *this / b; }

  friend auto operator<(const Jet& a, const Jet& b) { return a.value < b.value; }
  friend auto operator>(const Jet& a, const Jet& b) { return a.value > b.value; }
  friend auto operator<=(const Jet& a, const Jet& b) { return a.value <= b.value; }
  friend auto operator>=(const Jet& a, const Jet& b) { return a.value >= b.value; }
  friend bool operator==(const Jet& a, const Jet& b) { return a.value == b.value; }

  // ---- elementary functions -----------------------------------------------------------------------------------------

  friend Jet sin(const Jet& a) {
    S s, c;
    ScalarTraits<S>::sine_cosine(a.value, s, c);
    return chain(a, s, c, -s);
  }
  friend Jet cos(const Jet& a) {
    S s, c;
    ScalarTraits<S>::sine_cosine(a.value, s, c);
    return chain(a, c, -s, -c);
  }
  friend Jet tan(const Jet& a) {
    const S t = tan(a.value), d = S(1.0) + t * t;
    return chain(a, t, d, (t + t) * d);
  }
  friend Jet asin(const Jet& a) {
    const S w = S(1.0) / (S(1.0) - a.value * a.value), d = sqrt(w);
    return chain(a, asin(a.value), d, a.value * w * d);
  }
  friend Jet acos(const Jet& a) {
    const S w = S(1.0) / (S(1.0) - a.value * a.value), d = -sqrt(w);
    return chain(a, acos(a.value), d, a.value * w * d);
  }
  friend Jet atan(const Jet& a) {
    const S d = S(1.0) / (S(1.0) + a.value * a.value);
    return chain(a, atan(a.value), d, -(a.value + a.value) * (d * d));
  }
  friend Jet sinh(const Jet& a) {
    const S s = sinh(a.value);
    return chain(a, s, cosh(a.value), s);
  }
  friend Jet cosh(const Jet& a) {
    const S c = cosh(a.value);
    return chain(a, c, sinh(a.value), c);
  }
  friend Jet tanh(const Jet& a) {
    const S t = tanh(a.value), d = S(1.0) - t * t;
    return chain(a, t, d, -(t + t) * d);
  }
  friend Jet exp(const Jet& a) {
    const S e = exp(a.value);
    return chain(a, e, e, e);
  }
  friend Jet log(const Jet& a) {
    const S d = S(1.0) / a.value;
    return chain(a, log(a.value), d, -(d * d));
  }
  friend Jet sqrt(const Jet& a) {
    const S root = sqrt(a.value), d = S(0.5) / root;
    return chain(a, root, d, -(d / (a.value + a.value)));
  }
  /// |a|; at 0 its derivatives are taken as 0, as CppAD and CasADi do.
  friend Jet abs(const Jet& a) {
    using Traits = ScalarTraits<S>;
    const S zero(0.0), minus(-1.0);
    const S sign = Traits::select_less(zero, a.value, S(1.0), Traits::select_less(a.value, zero, minus, a.value));
    return chain(a, abs(a.value), sign, zero);
  }
  /// The angle of the point (x, y):  with r2 = x2 + y2,  d = (x dy - y dx) / r2.
  friend Jet atan2(const Jet& y, const Jet& x) {
    const S w = S(1.0) / (x.value * x.value + y.value * y.value), dy = x.value * w, dx = -(y.value * w);
    const S dxdy = dx * dx - dy * dy, dydy = S(2.0) * (dx * dy);
    return chain(y, x, atan2(y.value, x.value), dy, dx, dydy, dxdy, -dydy);
  }

  /// a^n without logarithms: right for any sign of a, and at a = 0 for n >= 0.
  friend Jet pow(const Jet& a, int n) {
    const S d = n == 0 ? S(0.0) : S(static_cast<double>(n)) * whole_power(a.value, n - 1);
    const S dd = n == 0 || n == 1 ? S(0.0) : S(static_cast<double>(n) * (n - 1.0)) * whole_power(a.value, n - 2);
    return chain(a, whole_power(a.value, n), d, dd);
  }
  friend Jet pow(const Jet& a, double c) {
    const int n = static_cast<int>(std::abs(c) < 1e3 ? c : 0.0);
    if (n == c) return pow(a, n);
    return chain(a, pow(a.value, S(c)), S(c) * pow(a.value, S(c - 1.0)), S(c * (c - 1.0)) * pow(a.value, S(c - 2.0)));
  }
  /// a^b = exp(b log a) for a > 0; with a constant exponent also a^b where it is smooth.
  friend Jet pow(const Jet& a, const Jet& b) {
    const S power = pow(a.value, b.value), lower = pow(a.value, b.value - S(1.0));
    const S faa = b.value * (b.value - S(1.0)) * pow(a.value, b.value - S(2.0));
    if (b.constant) return chain(a, power, b.value * lower, faa);
    const S logarithm = log(a.value), fb = logarithm * power;
    return chain(a, b, power, b.value * lower, fb, faa, lower * (S(1.0) + b.value * logarithm), logarithm * fb);
  }
  friend Jet pow(double a, const Jet& b) { return pow(Jet(S(a)), b); }

 private:
  struct Uninitialised {};
  [[gnu::always_inline]] Jet(const S& number, Uninitialised) : value(number), constant(false) {}

  [[gnu::always_inline]] static Jet sum(const Jet& a, const Jet& b) {
    Jet r(a.value + b.value, Uninitialised{});
    for (int i = 0; i < N; ++i) r.gradient[i] = a.gradient[i] + b.gradient[i];
    for (int k = 0; k < kEntries; ++k) r.hessian[k] = a.hessian[k] + b.hessian[k];
    return r;
  }

  [[gnu::always_inline]] static Jet difference(const Jet& a, const Jet& b) {
    Jet r(a.value - b.value, Uninitialised{});
    for (int i = 0; i < N; ++i) r.gradient[i] = a.gradient[i] - b.gradient[i];
    for (int k = 0; k < kEntries; ++k) r.hessian[k] = a.hessian[k] - b.hessian[k];
    return r;
  }

  /// d(ab) = a db + b da,  d2(ab) = a d2b + b d2a + da db' + db da'.
  [[gnu::always_inline]] static Jet product(const Jet& a, const Jet& b) {
    Jet r(a.value * b.value, Uninitialised{});
    for (int i = 0; i < N; ++i) r.gradient[i] = a.value * b.gradient[i] + b.value * a.gradient[i];
    r.fill_hessian([&](int k, int i, int j) {
      return a.value * b.hessian[k] + b.value * a.hessian[k] + a.gradient[i] * b.gradient[j] +
             b.gradient[i] * a.gradient[j];
    });
    return r;
  }

  /// q = a / b:  dq = (da - q db) / b,  d2q = (d2a - q d2b - dq db' - db dq') / b.
  [[gnu::always_inline]] static Jet quotient(const Jet& a, const Jet& b, const S& q, const S& inverse) {
    Jet r(q, Uninitialised{});
    for (int i = 0; i < N; ++i) r.gradient[i] = (a.gradient[i] - q * b.gradient[i]) * inverse;
    r.fill_hessian([&](int k, int i, int j) {
      return (a.hessian[k] - q * b.hessian[k] - r.gradient[i] * b.gradient[j] - b.gradient[i] * r.gradient[j]) *
             inverse;
    });
    return r;
  }

  [[gnu::always_inline]] Jet with_value(const S& number) const {
    Jet r = *this;
    r.value = number;
    return r;
  }

  [[gnu::always_inline]] Jet scaled(const S& number, const S& factor) const {
    if (constant) return Jet(number);
    Jet r(number, Uninitialised{});
    for (int i = 0; i < N; ++i) r.gradient[i] = gradient[i] * factor;
    for (int k = 0; k < kEntries; ++k) r.hessian[k] = hessian[k] * factor;
    return r;
  }

  template <class Entry>
  [[gnu::always_inline]] void fill_hessian(const Entry& entry) {
    if constexpr (kOrder == 2) {
      for (int i = 0, k = 0; i < N; ++i) {
        for (int j = 0; j <= i; ++j, ++k) hessian[k] = entry(k, i, j);
      }
    }
  }

  static S whole_power(const S& a, int n) {
    if constexpr (std::is_same_v<S, double>) {
      return std::pow(a, n);
    } else {
      return pow(a, n);
    }
  }
};

template <class S, int N, int kOrder>
struct ScalarTraits<Jet<S, N, kOrder>> {
  using J = Jet<S, N, kOrder>;
  static void sine_cosine(const J& x, J& s, J& c) {
    S sine, cosine;
    ScalarTraits<S>::sine_cosine(x.value, sine, cosine);
    const J angle = x;  // s or c may be x
    s = J::chain(angle, sine, cosine, -sine);
    c = J::chain(angle, cosine, -sine, -cosine);
  }
  static J select_less(const J& a, const J& b, const J& yes, const J& no) {
    const auto pick = [&](const S& y, const S& n) { return ScalarTraits<S>::select_less(a.value, b.value, y, n); };
    J r(pick(yes.value, no.value));
    r.constant = yes.constant && no.constant;
    for (int i = 0; i < N; ++i) r.gradient[i] = pick(yes.gradient[i], no.gradient[i]);
    for (int k = 0; k < J::kEntries; ++k) r.hessian[k] = pick(yes.hessian[k], no.hessian[k]);
    return r;
  }
  static bool is_below(const J& a, const J& b) { return ScalarTraits<S>::is_below(a.value, b.value); }
  static double first_value(const J& a) { return ScalarTraits<S>::first_value(a.value); }
};

}  // namespace tandem

template <class S, int N, int kOrder>
struct Eigen::NumTraits<tandem::Jet<S, N, kOrder>> : tandem::RealNumTraits<tandem::Jet<S, N, kOrder>, double> {
  enum { ReadCost = N, AddCost = N * N, MulCost = 2 * N * N };
};
