#include <tandem/derivatives/bytecode/from_casadi.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/steps_expression.hpp>

#include <exception>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace tandem::bytecode {
namespace {

/// Operations that are one of ours as they stand.
std::optional<Operation> plain_operation(casadi_int operation) {
  static const std::map<casadi_int, Operation> all{
      {casadi::OP_SQRT, Operation::square_root},  {casadi::OP_EXP, Operation::exponential},
      {casadi::OP_LOG, Operation::logarithm},     {casadi::OP_POW, Operation::power},
      {casadi::OP_CONSTPOW, Operation::power},    {casadi::OP_TANH, Operation::hyperbolic_tangent},
      {casadi::OP_ATAN2, Operation::arc_tangent}, {casadi::OP_ASIN, Operation::arc_sine},
      {casadi::OP_ACOS, Operation::arc_cosine},   {casadi::OP_FMIN, Operation::minimum},
      {casadi::OP_FMAX, Operation::maximum},      {casadi::OP_SIGN, Operation::sign},
      {casadi::OP_LT, Operation::less},           {casadi::OP_LE, Operation::at_most},
      {casadi::OP_EQ, Operation::equal},          {casadi::OP_NE, Operation::unequal},
      {casadi::OP_AND, Operation::both},          {casadi::OP_OR, Operation::either},
      {casadi::OP_NOT, Operation::negation}};
  const auto found = all.find(operation);
  return found == all.end() ? std::nullopt : std::optional(found->second);
}

class Translation {
 public:
  Translation(const casadi::Function& function, const std::vector<bool>& varying)
      : function_(function),
        varying_(varying),
        graph_(static_cast<std::size_t>(function.n_instructions())),
        work_(static_cast<std::size_t>(function.sz_w()) + 1) {}

  Graph graph() {
    const casadi_int count = function_.n_instructions();
    for (casadi_int k = 0; k < count; ++k) take(k);
    return std::move(graph_);
  }

 private:
  void take(casadi_int k) {
    const casadi_int operation = function_.instruction_id(k);
    const std::vector<casadi_int> in = function_.instruction_input(k), out = function_.instruction_output(k);
    if (operation == casadi::OP_OUTPUT) {
      return graph_.add_output(static_cast<int>(out[0]), static_cast<int>(out[1]), work_[in[0]]);
    }
    if (operation == casadi::OP_CALL) return call(k, in, out);
    work_[out.at(0)] = result(k, operation, in);
  }

  /// Tables alone are called.
  void call(casadi_int k, const std::vector<casadi_int>& in, const std::vector<casadi_int>& out) {
    if (expressions_.is_empty()) expressions_ = function_.instructions_sx();
    const std::string name = expressions_.nonzeros().at(k).which_function().name();
    const auto steps = steps_called(expressions_.nonzeros().at(k).which_function());
    require(steps.has_value(), "bytecode: '{}' calls '{}', which has no instruction", function_.name(), name);
    const Value at = work_[in.at(0)];
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (out[i] < 0) continue;  // nobody reads it
      work_[out[i]] = graph_.look_up(static_cast<std::uint32_t>(*steps), static_cast<std::uint32_t>(i), at);
    }
  }

  Value result(casadi_int k, casadi_int operation, const std::vector<casadi_int>& in) {
    if (operation == casadi::OP_CONST) return graph_.constant(function_.instruction_constant(k));
    if (operation == casadi::OP_INPUT) {
      return graph_.input(static_cast<int>(in[0]), static_cast<int>(in[1]), !varying_.at(in[0]));
    }
    if (operation == casadi::OP_PARAMETER || in.empty() || in.size() > 2) {
      refuse("bytecode: '{}' has the operation '{}', which has no instruction", function_.name(), name_of(operation));
    }
    return result(operation, work_[in[0]], in.size() > 1 ? work_[in[1]] : Value{});
  }

  Value result(casadi_int operation, Value a, Value b) {
    switch (operation) {
      case casadi::OP_ASSIGN:
        return a;
      case casadi::OP_ADD:
        return graph_.add(a, b);
      case casadi::OP_SUB:
        return graph_.add(a, -b);
      case casadi::OP_MUL:
        return graph_.multiply(a, b);
      case casadi::OP_SQ:
        return graph_.multiply(a, a);
      case casadi::OP_TWICE:
        return graph_.add(a, a);
      case casadi::OP_DIV:
        return graph_.divide(a, b);
      case casadi::OP_INV:
        return graph_.divide(graph_.constant(1.0), a);
      case casadi::OP_NEG:
        return -a;
      case casadi::OP_SIN: {  // odd
        const Value sine = graph_.make(Operation::sine, {a.node, false});
        return {sine.node, a.negative};
      }
      case casadi::OP_COS:  // even
        return graph_.make(Operation::cosine, {a.node, false});
      case casadi::OP_FABS:
        return graph_.make(Operation::absolute, {a.node, false});
      case casadi::OP_ATAN:
        return graph_.make(Operation::arc_tangent, a, graph_.constant(1.0));
      case casadi::OP_IF_ELSE_ZERO: {
        const Value chosen = graph_.make(Operation::if_else_zero, a, {b.node, false});
        return {chosen.node, b.negative};
      }
      default:
        break;
    }
    if (const auto plain = plain_operation(operation)) return graph_.make(*plain, a, b);
    return graph_.make(b.node < 0 ? Operation::rare : Operation::rare_of_two, a, b,
                       static_cast<std::uint8_t>(operation));
  }

  static std::string name_of(casadi_int operation) {
    return casadi::casadi_math<double>::name(static_cast<unsigned char>(operation));
  }

  const casadi::Function& function_;
  const std::vector<bool>& varying_;
  Graph graph_;
  casadi::SX expressions_;   ///< of the instructions, where there are calls
  std::vector<Value> work_;  ///< what stands in CasADi's slots
};

}  // namespace

casadi::Function expanded(const casadi::Function& function) {
  if (function.is_a("SXFunction")) return function;
  try {
    return function.expand();
  } catch (const std::exception& error) {
    refuse("bytecode: '{}' cannot be written as scalar operations: {}", function.name(), error.what());
  }
}

Graph graph_of(const casadi::Function& function, const std::vector<bool>& varying) {
  return Translation(function, varying).graph();
}

}  // namespace tandem::bytecode
