#pragma once

#include <cmath>
#include <complex>

namespace tandem::test {

using Complex = std::complex<double>;

/// value + derivative * epsilon over the complex numbers: forward mode by one direction, and a complex step by
/// another gives mixed second derivatives without a difference, exact to rounding. Owes nothing to any plug.
struct ComplexDual {
  Complex value;
  Complex derivative;

  ComplexDual(double constant = 0.0) : value(constant) {}  // NOLINT(google-explicit-constructor): reads as a value
  ComplexDual(Complex v, Complex d) : value(v), derivative(d) {}

  friend ComplexDual operator+(const ComplexDual& a, const ComplexDual& b) {
    return {a.value + b.value, a.derivative + b.derivative};
  }
  friend ComplexDual operator-(const ComplexDual& a, const ComplexDual& b) {
    return {a.value - b.value, a.derivative - b.derivative};
  }
  friend ComplexDual operator-(const ComplexDual& a) { return {-a.value, -a.derivative}; }
  friend ComplexDual operator*(const ComplexDual& a, const ComplexDual& b) {
    return {a.value * b.value, a.derivative * b.value + a.value * b.derivative};
  }
  friend ComplexDual operator/(const ComplexDual& a, const ComplexDual& b) {
    const Complex quotient = a.value / b.value;
    return {quotient, (a.derivative - quotient * b.derivative) / b.value};
  }
  friend ComplexDual sin(const ComplexDual& a) { return {std::sin(a.value), std::cos(a.value) * a.derivative}; }
  friend ComplexDual cos(const ComplexDual& a) { return {std::cos(a.value), -std::sin(a.value) * a.derivative}; }
  friend ComplexDual exp(const ComplexDual& a) { return {std::exp(a.value), std::exp(a.value) * a.derivative}; }
  friend ComplexDual log(const ComplexDual& a) { return {std::log(a.value), a.derivative / a.value}; }
  friend ComplexDual sqrt(const ComplexDual& a) {
    const Complex root = std::sqrt(a.value);
    return {root, a.derivative / (2.0 * root)};
  }
  friend ComplexDual tanh(const ComplexDual& a) {
    const Complex t = std::tanh(a.value);
    return {t, (1.0 - t * t) * a.derivative};
  }
};

}  // namespace tandem::test
