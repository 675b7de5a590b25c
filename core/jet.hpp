#pragma once

#include <tandem/core/jet_functions.hpp>
#include <tandem/core/num_traits.hpp>
#include <tandem/core/scalar.hpp>

#include <Eigen/Core>

#include <array>
#include <cmath>
#include <type_traits>

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
struct Jet : JetFunctions<Jet<S, N, kOrder>, S> {
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
