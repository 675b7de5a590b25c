#include <tandem/derivatives/symbolic_functions.hpp>

#include <tandem/derivatives/steps_expression.hpp>
#include <tandem/derivatives/tape_expression.hpp>

namespace tandem {

using casadi::SX;

SymbolicFunctions::SymbolicFunctions(CppAD::ADFun<double>& tape)
    : x_(SX::sym("x", static_cast<casadi_int>(tape.Domain()))),
      p_(SX::sym("p", static_cast<casadi_int>(tape.size_dyn_ind()))) {
  y_ = expression_of(tape, x_, p_, [this](std::size_t steps, const casadi::SXElem& at) {
    looked_up_.push_back({steps, at, SX::sym("looked_up", kept_steps(steps).width())});
    return looked_up_.back().symbols.nonzeros();
  });
  jacobian_ = SX::jacobian(y_, x_);
}

SymbolicFunctions::SymbolicFunctions(const casadi::Function& function)
    : x_(SX::sym("x", function.sparsity_in(0))),
      p_(SX::sym("p", function.sparsity_in(1))),
      y_(function(std::vector<SX>{x_, p_}).at(0)),
      jacobian_(SX::jacobian(y_, x_)) {}

casadi::Function SymbolicFunctions::function(const char* name, const std::vector<SX>& arguments,
                                             const std::vector<SX>& results) const {
  if (looked_up_.empty()) return casadi::Function(name, arguments, results);
  std::vector<SX> symbols, numbers;
  for (const auto& [steps, at, its_symbols] : looked_up_) {  // not substitute_inplace, which loses calls (CasADi 3.8.2)
    const SX place = symbols.empty() ? at : SX::substitute(std::vector<SX>{at}, symbols, numbers).at(0);
    numbers.emplace_back(called(steps, place.scalar()));
    symbols.push_back(its_symbols);
  }
  return casadi::Function(name, arguments, SX::substitute(results, symbols, numbers));
}

casadi::Function SymbolicFunctions::values() const { return function("values", {x_, p_}, {y_}); }

casadi::Function SymbolicFunctions::jacobian() const { return function("jacobian", {x_, p_}, {y_, jacobian_}); }

casadi::Function SymbolicFunctions::hessian() const {
  const SX w = SX::sym("w", y_.size1());
  return function("hessian", {x_, p_, w}, {y_, jacobian_, tril(SX::hessian(dot(w, y_), x_))});
}

}  // namespace tandem
