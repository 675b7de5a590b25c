#pragma once

#include <tandem/core/num_traits.hpp>
#include <tandem/core/scalar.hpp>

#include <Eigen/Core>

#include <cmath>
#include <type_traits>

namespace tandem {

/// A number and its slope along one direction: forward mode for the recursions, over packs (a direction at four states)
/// and over itself (second derivatives by two directions). Without Jet's flag for constants, which costs a branch an
/// operation where nearly everything varies. A product costs 3 multiplications.
template <class S>
struct Dual {
  S value, slope;

  Dual() = default;
  Dual(const S& number) : value(number), slope(0.0) {}  // NOLINT(google-explicit-constructor): a number is constant
  Dual(const S& number, const S& its_slope) : value(number), slope(its_slope) {}
  template <class T>
  requires(std::is_arithmetic_v<T> && !std::is_same_v<T, S>) Dual(T number)  // NOLINT(google-explicit-constructor)
      : Dual(S(static_cast<double>(number))) {}

  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
  friend Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.value * b.slope + b.value * a.slope};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const S inverse = S(1.0) / b.value, q = a.value * inverse;
    return {q, (a.slope - q * b.slope) * inverse};
  }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const S root = sqrt(a.value);
    return {root, a.slope / (root + root)};
  }
  friend Dual exp(const Dual& a) {
    using std::exp;
    const S e = exp(a.value);
    return {e, e * a.slope};
  }
  friend Dual log(const Dual& a) {
    using std::log;
    return {log(a.value), a.slope / a.value};
  }
  friend Dual sin(const Dual& a) {
    Dual s, c;
    ScalarTraits<Dual>::sine_cosine(a, s, c);
    return s;
  }
  friend Dual cos(const Dual& a) {
    Dual s, c;
    ScalarTraits<Dual>::sine_cosine(a, s, c);
    return c;
  }
  friend Dual tan(const Dual& a) { return sin(a) / cos(a); }
  friend Dual tanh(const Dual& a) {
    using std::tanh;
    const S t = tanh(a.value);
    return {t, (S(1.0) - t * t) * a.slope};
  }
  friend Dual atan(const Dual& a) {
    using std::atan;
    return {atan(a.value), a.slope / (S(1.0) + a.value * a.value)};
  }
  friend Dual pow(const Dual& a, double power) {
    using std::pow;
    return {pow(a.value, power), S(power) * pow(a.value, power - 1.0) * a.slope};
  }
  friend Dual pow(const Dual& a, int power) {
    if (power < 0) return Dual(1.0) / pow(a, -power);
    Dual product(1.0);
    for (int i = 0; i < power; ++i) product = product * a;
    return product;
  }
};

template <class S>
struct ScalarTraits<Dual<S>> {
  using D = Dual<S>;
  static void sine_cosine(const D& x, D& s, D& c) {
    S sine, cosine;
    ScalarTraits<S>::sine_cosine(x.value, sine, cosine);
    const S slope = x.slope;  // s or c may be x
    s = {sine, cosine * slope};
    c = {cosine, -sine * slope};
  }
  static D select_less(const D& a, const D& b, const D& yes, const D& no) {
    return {ScalarTraits<S>::select_less(a.value, b.value, yes.value, no.value),
            ScalarTraits<S>::select_less(a.value, b.value, yes.slope, no.slope)};
  }
  static bool is_below(const D& a, const D& b) { return ScalarTraits<S>::is_below(a.value, b.value); }
  static double first_value(const D& a) { return ScalarTraits<S>::first_value(a.value); }
};

}  // namespace tandem

template <class S>
struct Eigen::NumTraits<tandem::Dual<S>> : tandem::RealNumTraits<tandem::Dual<S>, double> {
  enum { ReadCost = 2, AddCost = 2, MulCost = 6 };
};
