#pragma once

#include <tandem/derivatives/recording.hpp>

#include <casadi/casadi.hpp>

namespace tandem {

/// CasADi functions of a knot function's tape. Arguments x: [states; controls; time; free numbers], p: all named
/// numbers, w: weights of the outputs. Jacobian and Hessian are sparse; the Hessian is its lower triangle.
struct SymbolicFunctions {
  casadi::Function values;    ///< (x, p) -> y
  casadi::Function jacobian;  ///< (x, p) -> y, dy/dx
  casadi::Function hessian;   ///< (x, p, w) -> y, dy/dx, tril(d2 w'y / dx2)
};

SymbolicFunctions symbolic_functions(CppAD::ADFun<double>& tape);

}  // namespace tandem
