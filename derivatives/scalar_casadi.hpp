#pragma once

#include <tandem/core/num_traits.hpp>
#include <tandem/core/scalar.hpp>
#include <tandem/derivatives/steps_expression.hpp>

#include <Eigen/Core>
#include <casadi/casadi.hpp>

namespace tandem {

/// CasADi's expressions, each a 1 x 1 matrix here: they have no value to compare.
template <>
struct ScalarTraits<casadi::SX> {
  using S = casadi::SX;
  static void sine_cosine(const S& x, S& s, S& c) {
    s = sin(x);
    c = cos(x);
  }
  static S select_less(const S& a, const S& b, const S& yes, const S& no) { return if_else(a < b, yes, no); }
  static bool is_below(const S&, const S&) { return false; }
  static double first_value(const S& a) { return a.is_constant() ? static_cast<double>(a) : 0.0; }
};

}  // namespace tandem

template <>
struct Eigen::NumTraits<casadi::SX> : tandem::RealNumTraits<casadi::SX, double> {
  enum { RequireInitialization = 1, ReadCost = 10, AddCost = 10, MulCost = 10 };
};
