#pragma once

#include "listing.hpp"

#include <casadi/casadi.hpp>

namespace tandem::python {

/// a < b as 1 or 0.
template <class S>
S is_less(const S& a, const S& b) {
  return select_less(a, b, S(1.0), S(0.0));
}

/// An operation with one operand. Operations are refused when a listing is made, so that none is unknown here.
template <class S>
S unary(int operation, const S& a) {
  switch (operation) {
    case casadi::OP_ASSIGN: return a;
    case casadi::OP_NEG: return -a;
    case casadi::OP_SQ: return a * a;
    case casadi::OP_TWICE: return a + a;
    case casadi::OP_INV: return S(1.0) / a;
    case casadi::OP_EXP: return exp(a);
    case casadi::OP_LOG: return log(a);
    case casadi::OP_SQRT: return sqrt(a);
    case casadi::OP_SIN: return sin(a);
    case casadi::OP_COS: return cos(a);
    case casadi::OP_TAN: return tan(a);
    case casadi::OP_ASIN: return asin(a);
    case casadi::OP_ACOS: return acos(a);
    case casadi::OP_ATAN: return atan(a);
    case casadi::OP_SINH: return sinh(a);
    case casadi::OP_COSH: return cosh(a);
    case casadi::OP_TANH: return tanh(a);
    case casadi::OP_FABS: return abs(a);
    case casadi::OP_SIGN: return is_less(S(0.0), a) - is_less(a, S(0.0));
    case casadi::OP_NOT: return S(1.0) - is_less(S(0.0), a) - is_less(a, S(0.0));
    // The logarithms of e^x; the argument's size is kept, the sign put on: near 0 nothing cancels but for the 1 +.
    case casadi::OP_ASINH: return log(a + sqrt(a * a + S(1.0)));
    case casadi::OP_ACOSH: return log(a + sqrt(a * a - S(1.0)));
    default: return S(0.5) * log((S(1.0) + a) / (S(1.0) - a));  // OP_ATANH
  }
}

template <class S>
S binary(int operation, const S& a, const S& b) {
  switch (operation) {
    case casadi::OP_ADD: return a + b;
    case casadi::OP_SUB: return a - b;
    case casadi::OP_MUL: return a * b;
    case casadi::OP_DIV: return a / b;
    case casadi::OP_POW:
    case casadi::OP_CONSTPOW: return pow(a, b);
    case casadi::OP_ATAN2: return atan2(a, b);
    case casadi::OP_FMIN: return min(a, b);
    case casadi::OP_FMAX: return max(a, b);
    case casadi::OP_LT: return is_less(a, b);
    case casadi::OP_LE: return S(1.0) - is_less(b, a);
    case casadi::OP_EQ: return S(1.0) - is_less(a, b) - is_less(b, a);
    case casadi::OP_NE: return is_less(a, b) + is_less(b, a);
    case casadi::OP_AND: return a * b;
    case casadi::OP_OR: return max(a, b);
    default: return select_less(S(0.0), S(abs(a)), b, S(0.0));  // OP_IF_ELSE_ZERO
  }
}
}  // namespace tandem::python
