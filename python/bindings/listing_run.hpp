#pragma once

#include "listing.hpp"

#include <tandem/derivatives/scalar_cppad.hpp>

#include <casadi/casadi.hpp>

#include <numbers>

namespace tandem::python {

/// a < b as 1 or 0.
template <class S>
S is_less(const S& a, const S& b) {
  return select_less(a, b, S(1.0), S(0.0));
}

/// The angle of (x, y). Of tapes it is written out, 2 atan(y / (|x| + r)) on the side of x > 0, because CppAD's own
/// loses what it depends on where one of the two is a constant (scalar_cppad.hpp has why).
template <class S>
S turn_of(const S& y, const S& x) {
  if constexpr (std::is_same_v<S, CppAD::AD<double>>) {
    const S zero(0.0), pi(std::numbers::pi);
    const S across = select_less(x, zero, S(-x), x);
    const S angle = S(2.0) * atan(y / (across + sqrt(x * x + y * y)));
    return select_less(x, zero, S(select_less(y, zero, S(-pi), pi) - angle), angle);
  } else {
    return atan2(y, x);
  }
}

/// An operation with one operand or two; of one, b is not looked at. Operations are refused when a listing is made, so
/// that none is unknown here.
template <class S>
S result_of(int operation, const S& a, const S& b) {
  switch (operation) {
    case casadi::OP_ASSIGN:
      return a;
    case casadi::OP_NEG:
      return -a;
    case casadi::OP_SQ:
      return a * a;
    case casadi::OP_TWICE:
      return a + a;
    case casadi::OP_INV:
      return S(1.0) / a;
    case casadi::OP_EXP:
      return exp(a);
    case casadi::OP_LOG:
      return log(a);
    case casadi::OP_SQRT:
      return sqrt(a);
    case casadi::OP_SIN:
      return sin(a);
    case casadi::OP_COS:
      return cos(a);
    case casadi::OP_TAN:
      return tan(a);
    case casadi::OP_ASIN:
      return asin(a);
    case casadi::OP_ACOS:
      return acos(a);
    case casadi::OP_ATAN:
      return atan(a);
    case casadi::OP_SINH:
      return sinh(a);
    case casadi::OP_COSH:
      return cosh(a);
    case casadi::OP_TANH:
      return tanh(a);
    case casadi::OP_FABS:
      return abs(a);
    case casadi::OP_SIGN:
      return is_less(S(0.0), a) - is_less(a, S(0.0));
    case casadi::OP_NOT:
      return S(1.0) - is_less(S(0.0), a) - is_less(a, S(0.0));
    // The logarithms of e^x; the argument's size is kept, the sign put on: near 0 nothing cancels but for the 1 +.
    case casadi::OP_ASINH:
      return log(a + sqrt(a * a + S(1.0)));
    case casadi::OP_ACOSH:
      return log(a + sqrt(a * a - S(1.0)));
    case casadi::OP_ATANH:
      return S(0.5) * log((S(1.0) + a) / (S(1.0) - a));
    case casadi::OP_ADD:
      return a + b;
    case casadi::OP_SUB:
      return a - b;
    case casadi::OP_MUL:
      return a * b;
    case casadi::OP_DIV:
      return a / b;
    case casadi::OP_POW:
    case casadi::OP_CONSTPOW:
      return pow(a, b);
    case casadi::OP_ATAN2:
      return turn_of(a, b);
    case casadi::OP_FMIN:
      return min(a, b);
    case casadi::OP_FMAX:
      return max(a, b);
    case casadi::OP_LT:
      return is_less(a, b);
    case casadi::OP_LE:
      return S(1.0) - is_less(b, a);
    case casadi::OP_EQ:
      return S(1.0) - is_less(a, b) - is_less(b, a);
    case casadi::OP_NE:
      return is_less(a, b) + is_less(b, a);
    case casadi::OP_AND:
      return a * b;
    case casadi::OP_OR:
      return max(a, b);
    default:
      return select_less(S(0.0), S(abs(a)), b, S(0.0));  // OP_IF_ELSE_ZERO
  }
}
}  // namespace tandem::python
