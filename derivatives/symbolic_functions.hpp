#pragma once

#include <tandem/derivatives/recording.hpp>

#include <casadi/casadi.hpp>

#include <cstddef>
#include <vector>

namespace tandem {

/// A knot function's expression, and CasADi functions of it and its derivatives, each made when it is asked for.
/// Arguments x: [states; controls; time; free numbers], p: all named numbers, w: weights of the outputs. Jacobian and
/// Hessian are sparse; the Hessian is its lower triangle. What tables look up has no derivative: it is symbols while
/// the expression is differentiated, and calls afterwards.
class SymbolicFunctions {
 public:
  explicit SymbolicFunctions(CppAD::ADFun<double>& tape);
  /// Of a function (x, p) -> y of scalar operations.
  explicit SymbolicFunctions(const casadi::Function& function);

  casadi::Function values() const;    ///< (x, p) -> y
  casadi::Function jacobian() const;  ///< (x, p) -> y, dy/dx
  casadi::Function hessian() const;   ///< (x, p, w) -> y, dy/dx, tril(d2 w'y / dx2)

 private:
  /// With calls where tables are looked up.
  casadi::Function function(const char* name, const std::vector<casadi::SX>& arguments,
                            const std::vector<casadi::SX>& results) const;

  casadi::SX x_, p_;
  /// Symbols for the numbers of kept steps at an expression of x, p and earlier symbols.
  struct LookedUp {
    std::size_t steps;
    casadi::SX at, symbols;
  };
  std::vector<LookedUp> looked_up_;
  casadi::SX y_, jacobian_;
};

}  // namespace tandem
