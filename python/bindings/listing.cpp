#include "listing.hpp"

#include "listing_run.hpp"

#include <tandem/core/jet.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>

#include <algorithm>

namespace tandem::python {
namespace {

/// How many operands an operation has; -1: it is not taken.
int operands_of(int operation) {
  switch (operation) {
    case casadi::OP_CONST:
    case casadi::OP_INPUT:
      return 0;
    case casadi::OP_ASSIGN:
    case casadi::OP_NEG:
    case casadi::OP_SQ:
    case casadi::OP_TWICE:
    case casadi::OP_INV:
    case casadi::OP_EXP:
    case casadi::OP_LOG:
    case casadi::OP_SQRT:
    case casadi::OP_SIN:
    case casadi::OP_COS:
    case casadi::OP_TAN:
    case casadi::OP_ASIN:
    case casadi::OP_ACOS:
    case casadi::OP_ATAN:
    case casadi::OP_SINH:
    case casadi::OP_COSH:
    case casadi::OP_TANH:
    case casadi::OP_ASINH:
    case casadi::OP_ACOSH:
    case casadi::OP_ATANH:
    case casadi::OP_FABS:
    case casadi::OP_SIGN:
    case casadi::OP_NOT:
    case casadi::OP_OUTPUT:
      return 1;
    case casadi::OP_ADD:
    case casadi::OP_SUB:
    case casadi::OP_MUL:
    case casadi::OP_DIV:
    case casadi::OP_POW:
    case casadi::OP_CONSTPOW:
    case casadi::OP_ATAN2:
    case casadi::OP_FMIN:
    case casadi::OP_FMAX:
    case casadi::OP_LT:
    case casadi::OP_LE:
    case casadi::OP_EQ:
    case casadi::OP_NE:
    case casadi::OP_AND:
    case casadi::OP_OR:
    case casadi::OP_IF_ELSE_ZERO:
      return 2;
    default:
      return -1;
  }
}

std::string name_of(int operation) {
  if (operation == casadi::OP_CALL) return "call";
  if (operation < 0 || operation > casadi::OP_KRON_CONTRACT) return std::to_string(operation);
  return casadi::casadi_math<double>::name(static_cast<unsigned char>(operation));
}

template <class S>
const S& input(const KnotView<S>& knot, int argument, int entry) {
  switch (argument) {
    case 0:
      return knot.x[entry];
    case 1:
      return knot.u[entry];
    case 2:
      return knot.t;
    default:
      return knot.numbers[entry];
  }
}

}  // namespace

Listing::Listing(std::string name, std::vector<Instruction> instructions, std::vector<double> constants, int outputs)
    : name_(std::move(name)),
      instructions_(std::move(instructions)),
      constants_(std::move(constants)),
      outputs_(outputs) {
  std::size_t used = 0;
  for (const Instruction& each : instructions_) {
    const int operands = operands_of(each.operation);
    require(operands >= 0, "'{}' has the operation '{}', which tandem has no derivatives of", name_,
            name_of(each.operation));
    const bool writes = each.operation == casadi::OP_OUTPUT, reads = each.operation == casadi::OP_INPUT;
    require(each.out >= 0 && each.a >= 0 && each.b >= 0 && (!writes || each.out < outputs) && (!reads || each.a <= 3) &&
                (reads || operands < 1 || each.a < slots_) && (operands < 2 || each.b < slots_),
            "'{}' reads or writes outside of its own results", name_);
    if (!writes) slots_ = std::max(slots_, each.out + 1);
    if (each.operation == casadi::OP_CONST) ++used;
  }
  require(used == constants_.size(), "'{}' has {} constants, {} were given", name_, used, constants_.size());
}

template <class S>
void Listing::run(const KnotView<S>& knot, std::span<S> out) const {
  // Of doubles the results are kept from call to call, which is what the certificate's replay asks most; a tape's
  // variables are let go.
  static thread_local std::vector<S> kept;
  std::vector<S> own;
  std::vector<S>& results = std::is_same_v<S, double> ? kept : own;
  if (results.size() < static_cast<std::size_t>(slots_)) results.resize(static_cast<std::size_t>(slots_), S(0.0));
  auto constant = constants_.begin();
  for (const auto& [operation, to, a, b] : instructions_) {
    switch (operation) {
      case casadi::OP_CONST:
        results[to] = S(*constant++);
        break;
      case casadi::OP_INPUT:
        results[to] = input(knot, a, b);
        break;
      case casadi::OP_OUTPUT:
        out[to] = results[a];
        break;
      default:
        results[to] = result_of(operation, results[a], results[b]);
    }
  }
}

template void Listing::run<double>(const KnotView<double>&, std::span<double>) const;
template void Listing::run<CppAD::AD<double>>(const KnotView<CppAD::AD<double>>&, std::span<CppAD::AD<double>>) const;
template void Listing::run<Jet<double, 1, 1>>(const KnotView<Jet<double, 1, 1>>&, std::span<Jet<double, 1, 1>>) const;

}  // namespace tandem::python
