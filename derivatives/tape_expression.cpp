#include <tandem/derivatives/tape_expression.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/steps_expression.hpp>
#include <tandem/derivatives/steps_tape.hpp>

#include <limits>
#include <optional>
#include <vector>

namespace tandem {
namespace {

using casadi::SX;
using Element = casadi::SXElem;  // an SX of one element is a matrix, and takes ten times as long
using namespace CppAD::graph;    // the operations' names

Element unary(graph_op_enum operation, const Element& a) {
  switch (operation) {
    case abs_graph_op:
      return fabs(a);
    case acos_graph_op:
      return acos(a);
    case acosh_graph_op:
      return acosh(a);
    case asin_graph_op:
      return asin(a);
    case asinh_graph_op:
      return asinh(a);
    case atan_graph_op:
      return atan(a);
    case atanh_graph_op:
      return atanh(a);
    case cos_graph_op:
      return cos(a);
    case cosh_graph_op:
      return cosh(a);
    case erf_graph_op:
      return erf(a);
    case erfc_graph_op:
      return 1.0 - erf(a);
    case exp_graph_op:
      return exp(a);
    case expm1_graph_op:
      return expm1(a);
    case log1p_graph_op:
      return log1p(a);
    case log_graph_op:
      return log(a);
    case neg_graph_op:
      return -a;
    case sign_graph_op:
      return sign(a);
    case sin_graph_op:
      return sin(a);
    case sinh_graph_op:
      return sinh(a);
    case sqrt_graph_op:
      return sqrt(a);
    case tan_graph_op:
      return tan(a);
    case tanh_graph_op:
      return tanh(a);
    default:
      break;
  }
  refuse("derivatives: the tape's operation '{}' has no counterpart in CasADi; use the plug 'tape' or 'jets'",
         CppAD::local::graph::op_enum2name[operation]);
}

Element result_of(graph_op_enum operation, const std::vector<Element>& a) {
  switch (operation) {
    case add_graph_op:
      return a[0] + a[1];
    case sub_graph_op:
      return a[0] - a[1];
    case mul_graph_op:
      return a[0] * a[1];
    case div_graph_op:
      return a[0] / a[1];
    case pow_graph_op:
      return pow(a[0], a[1]);
    case azmul_graph_op:
      return if_else(a[0] == 0.0, Element(0.0), a[0] * a[1]);
    case cexp_eq_graph_op:
      return if_else(a[0] == a[1], a[2], a[3]);
    case cexp_le_graph_op:
      return if_else(a[0] <= a[1], a[2], a[3]);
    case cexp_lt_graph_op:
      return if_else(a[0] < a[1], a[2], a[3]);
    case sum_graph_op: {
      Element sum = 0.0;
      for (const Element& term : a) sum += term;
      return sum;
    }
    default:
      return unary(operation, a.at(0));
  }
}

/// Comparisons and prints leave no result.
bool has_result(graph_op_enum operation) {
  switch (operation) {
    case comp_eq_graph_op:
    case comp_le_graph_op:
    case comp_lt_graph_op:
    case comp_ne_graph_op:
    case print_graph_op:
      return false;
    default:
      return true;
  }
}

/// What an operation chooses by, if it does.
std::optional<Element> choice_of(graph_op_enum operation, const std::vector<Element>& a) {
  switch (operation) {
    case abs_graph_op:
    case sign_graph_op:
      return a[0];
    case cexp_eq_graph_op:
    case cexp_le_graph_op:
    case cexp_lt_graph_op:
      return a[0] - a[1];
    default:
      return std::nullopt;
  }
}

struct TapeExpressions {
  std::vector<Element> outputs, choices;
};

/// The kept steps that an operation looks up.
std::size_t steps_of(const CppAD::cpp_graph& graph, const CppAD::cpp_graph::const_iterator::value_type& operation) {
  const std::string& name = graph.atomic_name_vec_get((*operation.str_index_ptr)[0]);
  require(name == kStepsOperation, "derivatives: the tape's function '{}' has no counterpart in CasADi", name);
  return operation.call_id;
}

std::vector<Element> written_out_steps(std::size_t steps, const Element& at) {
  return written_out(kept_steps(steps), at);
}

/// Nodes are numbered from 1: parameters, independents, constants, then each operation's results.
TapeExpressions expressions_of(CppAD::ADFun<double>& tape, const SX& independents, const SX& parameters,
                               const Lookup& lookup) {
  CppAD::cpp_graph graph;
  tape.to_graph(graph);
  TapeExpressions found;
  std::vector<Element> nodes{std::numeric_limits<double>::quiet_NaN()};
  for (const SX& known : {parameters, independents}) nodes.insert(nodes.end(), known->begin(), known->end());
  for (std::size_t i = 0; i < graph.constant_vec_size(); ++i) nodes.emplace_back(graph.constant_vec_get(i));
  std::vector<Element> arguments;
  auto step = graph.begin();
  for (std::size_t i = 0; i < graph.operator_vec_size(); ++i) {
    if (i > 0) ++step;  // not after the last one: CppAD's iterator would read beyond it
    const auto operation = *step;
    if (!has_result(operation.op_enum)) continue;
    arguments.clear();
    for (const std::size_t node : *operation.arg_node_ptr) arguments.push_back(nodes[node]);
    if (operation.op_enum == atom4_graph_op) {
      const std::size_t steps = steps_of(graph, operation);
      for (const double at : kept_steps(steps).breaks()) found.choices.push_back(arguments.at(0) - at);
      const std::vector<Element> numbers = lookup(steps, arguments.at(0));
      nodes.insert(nodes.end(), numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(operation.n_result));
      continue;
    }
    nodes.push_back(result_of(operation.op_enum, arguments));
    if (const auto choice = choice_of(operation.op_enum, arguments)) found.choices.push_back(*choice);
  }
  for (std::size_t i = 0; i < graph.dependent_vec_size(); ++i) {
    found.outputs.push_back(nodes[graph.dependent_vec_get(i)]);
  }
  return found;
}

}  // namespace

SX expression_of(CppAD::ADFun<double>& tape, const SX& independents, const SX& parameters) {
  return expression_of(tape, independents, parameters, written_out_steps);
}

SX expression_of(CppAD::ADFun<double>& tape, const SX& independents, const SX& parameters, const Lookup& lookup) {
  return expressions_of(tape, independents, parameters, lookup).outputs;
}

SX choices_of(CppAD::ADFun<double>& tape, const SX& independents, const SX& parameters) {
  return expressions_of(tape, independents, parameters, written_out_steps).choices;
}

}  // namespace tandem
