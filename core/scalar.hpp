#pragma once

#include <tandem/core/sine_cosine.hpp>

#include <cmath>
#include <complex>
#include <type_traits>

namespace tandem {

/// What code that is generic over its scalar needs beyond + - * / and sqrt, atan, exp, log (found by their argument).
/// Specialised for double and std::complex<double> here, for Pack in pack.hpp, for Jet in jet.hpp, for CppAD and CasADi
/// in derivatives/.
///
///   sine_cosine(x, s, c)          s = sin x, c = cos x
///   select_less(a, b, yes, no)    a < b ? yes : no, without a branch; complex numbers compare their real parts
///   is_below(a, b)                true if a < b (or NaN) in any lane; false where a scalar has no value yet
///   first_value(a)                a double to print in an error message
template <class S>
struct ScalarTraits;

template <>
struct ScalarTraits<double> {
  static void sine_cosine(const double& x, double& s, double& c) { tandem::sine_cosine(x, s, c); }
  static double select_less(double a, double b, double yes, double no) { return a < b ? yes : no; }
  static bool is_below(double a, double b) { return !(a >= b); }
  static double first_value(double a) { return a; }
};

template <>
struct ScalarTraits<std::complex<double>> {
  using Complex = std::complex<double>;

  static void sine_cosine(const Complex& x, Complex& s, Complex& c) {
    double sine = 0, cosine = 0;
    tandem::sine_cosine(x.real(), sine, cosine);
    // cosh y - 1 and sinh y keep the digits of the tiny imaginary parts that a complex step makes.
    const double hyperbolic_cosine = std::cosh(x.imag()), hyperbolic_sine = std::sinh(x.imag());
    s = {sine * hyperbolic_cosine, cosine * hyperbolic_sine};
    c = {cosine * hyperbolic_cosine, -sine * hyperbolic_sine};
  }
  static Complex select_less(const Complex& a, const Complex& b, const Complex& yes, const Complex& no) {
    return a.real() < b.real() ? yes : no;
  }
  static bool is_below(const Complex& a, const Complex& b) { return !(a.real() >= b.real()); }
  static double first_value(const Complex& a) { return a.real(); }
};

/// a < b ? yes : no, for every scalar and mixtures with numbers, without a branch on a value. A NaN compares false.
template <class A, class B, class Yes, class No>
auto select_less(const A& a, const B& b, const Yes& yes, const No& no) {
  using S = std::common_type_t<A, B, Yes, No>;
  return ScalarTraits<S>::select_less(a, b, yes, no);
}

/// The smaller and the larger of two; the first where they are equal or one is NaN. Derivatives are the chosen one's.
template <class A, class B>
auto min(const A& a, const B& b) {
  return select_less(b, a, b, a);
}
template <class A, class B>
auto max(const A& a, const B& b) {
  return select_less(a, b, b, a);
}

}  // namespace tandem
