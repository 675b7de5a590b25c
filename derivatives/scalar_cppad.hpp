#pragma once

#include <tandem/core/scalar.hpp>
#include <tandem/derivatives/steps_tape.hpp>

#include <Eigen/Core>
#include <cppad/cppad.hpp>
#include <cppad/example/cppad_eigen.hpp>

#include <numbers>

namespace CppAD {

/// The angle of the point (x, y). CppAD writes it out of choices between signs; of constants these keep no dependence
/// on the other number (cond_exp.hpp, CondExpOp), so that for a constant x or y it is atan(y / x) and its complement
/// here.
inline AD<double> atan2(const AD<double>& y, const AD<double>& x) {
  const AD<double> nil(0.0), turn(std::numbers::pi);
  if (Constant(x)) {
    const double at = Value(x);
    if (at == 0.0) return 0.5 * CondExpLt(y, nil, -turn, turn);
    return at > 0.0 ? atan(y / x) : atan(y / x) + CondExpLt(y, nil, -turn, turn);
  }
  if (Constant(y) && Value(y) != 0.0) return (Value(y) > 0.0 ? 0.5 : -0.5) * turn - atan(x / y);
  return atan2<double>(y, x);
}

}  // namespace CppAD

namespace tandem {

/// CppAD's recording scalar: a tape holds for all values, so that nothing is compared while it is recorded.
template <class Base>
struct ScalarTraits<CppAD::AD<Base>> {
  using S = CppAD::AD<Base>;
  static void sine_cosine(const S& x, S& s, S& c) {
    s = CppAD::sin(x);
    c = CppAD::cos(x);
  }
  static S select_less(const S& a, const S& b, const S& yes, const S& no) {
    // Of a choice between constants CppAD keeps the value alone, not what it depends on (cond_exp.hpp, CondExpOp).
    if (CppAD::Constant(a) && CppAD::Constant(b)) return CppAD::Value(a) < CppAD::Value(b) ? yes : no;
    return CppAD::CondExpLt(a, b, yes, no);
  }
  static bool is_below(const S&, const S&) { return false; }
  static double first_value(const S& a) { return CppAD::Value(CppAD::Var2Par(a)); }
};

}  // namespace tandem
