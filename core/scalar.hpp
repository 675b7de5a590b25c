#pragma once

#include <cmath>
#include <complex>

#include <tandem/core/sine_cosine.hpp>

namespace tandem {

/// What code that is generic over its scalar needs beyond + - * / and sqrt, atan, exp, log (found by their argument).
/// Specialised for double and std::complex<double> here, for Pack in pack.hpp, for CppAD and CasADi in derivatives/.
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

/// a < b ? yes : no, for every scalar, without a branch on its value.
template <class S>
S select_less(const S& a, const S& b, const S& yes, const S& no) {
  return ScalarTraits<S>::select_less(a, b, yes, no);
}

}  // namespace tandem
