#pragma once

#include <tandem/derivatives/recording.hpp>

#include <casadi/casadi.hpp>

namespace tandem {

/// A knot function's expression, and CasADi functions of it and its derivatives, each made when it is asked for.
/// Arguments x: [states; controls; time; free numbers], p: all named numbers, w: weights of the outputs. Jacobian and
/// Hessian are sparse; the Hessian is its lower triangle.
class SymbolicFunctions {
 public:
  explicit SymbolicFunctions(CppAD::ADFun<double>& tape);
  /// Of a function (x, p) -> y of scalar operations.
  explicit SymbolicFunctions(const casadi::Function& function);

  casadi::Function values() const;    ///< (x, p) -> y
  casadi::Function jacobian() const;  ///< (x, p) -> y, dy/dx
  casadi::Function hessian() const;   ///< (x, p, w) -> y, dy/dx, tril(d2 w'y / dx2)

 private:
  casadi::SX x_, p_, y_, jacobian_;
};

}  // namespace tandem
