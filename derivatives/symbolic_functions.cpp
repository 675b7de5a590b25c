#include <tandem/derivatives/symbolic_functions.hpp>

#include <tandem/derivatives/tape_expression.hpp>

namespace tandem {

using casadi::SX;

SymbolicFunctions::SymbolicFunctions(CppAD::ADFun<double>& tape)
    : x_(SX::sym("x", static_cast<casadi_int>(tape.Domain()))),
      p_(SX::sym("p", static_cast<casadi_int>(tape.size_dyn_ind()))),
      y_(expression_of(tape, x_, p_)),
      jacobian_(SX::jacobian(y_, x_)) {}

SymbolicFunctions::SymbolicFunctions(const casadi::Function& function)
    : x_(SX::sym("x", function.sparsity_in(0))),
      p_(SX::sym("p", function.sparsity_in(1))),
      y_(function(std::vector<SX>{x_, p_}).at(0)),
      jacobian_(SX::jacobian(y_, x_)) {}

casadi::Function SymbolicFunctions::values() const { return casadi::Function("values", {x_, p_}, {y_}); }

casadi::Function SymbolicFunctions::jacobian() const { return casadi::Function("jacobian", {x_, p_}, {y_, jacobian_}); }

casadi::Function SymbolicFunctions::hessian() const {
  const SX w = SX::sym("w", y_.size1());
  return casadi::Function("hessian", {x_, p_, w}, {y_, jacobian_, tril(SX::hessian(dot(w, y_), x_))});
}

}  // namespace tandem
