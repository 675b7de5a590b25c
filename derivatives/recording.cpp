#include <tandem/derivatives/recording.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <initializer_list>

namespace tandem {
namespace {

/// Where a tape is recorded: at zeros, numbers at their values and quaternions at one. An operation without a finite
/// value must not be met there: CppAD takes 0 times a variable for a constant, and would keep the NaN of 0 times
/// infinity as its value.
std::vector<CppAD::AD<double>> recording_point(const KnotBlocks& blocks) {
  std::vector<CppAD::AD<double>> x(blocks.inputs(), 0.0);
  std::copy(blocks.recorded_at.begin(), blocks.recorded_at.end(), x.begin());
  for (const KnotBlock& block : blocks.blocks) {
    const MultibodyFunction* const multibody = block.function.multibody();
    if (multibody != nullptr) multibody->check_sizes(blocks.states, blocks.controls);
    const MultibodyDynamics* const dynamics = block.function.dynamics();
    if (dynamics == nullptr) continue;
    const Eigen::VectorXd q = dynamics->model().neutral_configuration();
    std::copy(q.begin(), q.end(), x.begin());
  }
  for (std::size_t i = 0; i < blocks.free_numbers.size(); ++i) {
    x[blocks.states + blocks.controls + 1 + i] = blocks.numbers[blocks.free_numbers[i]];
  }
  return x;
}

/// Whether one of these operations is on the tape.
bool holds(CppAD::ADFun<double>& tape, std::initializer_list<CppAD::graph::graph_op_enum> operations) {
  CppAD::cpp_graph graph;
  tape.to_graph(graph);
  for (std::size_t i = 0; i < graph.operator_vec_size(); ++i) {
    if (std::find(operations.begin(), operations.end(), graph.operator_vec_get(i)) != operations.end()) return true;
  }
  return false;
}

bool has_branch(CppAD::ADFun<double>& tape) {
  using namespace CppAD::graph;
  return holds(tape, {comp_eq_graph_op, comp_le_graph_op, comp_lt_graph_op, comp_ne_graph_op});
}

}  // namespace

CppAD::ADFun<double> record(const KnotBlocks& blocks) {
  using Tape = CppAD::AD<double>;
  std::vector<Tape> x = recording_point(blocks);
  std::vector<Tape> numbers(blocks.numbers.begin(), blocks.numbers.end());
  const std::size_t no_abort = 0;
  const bool with_comparisons = true;  // for require_no_branch
  if (numbers.empty()) {
    CppAD::Independent(x, no_abort, with_comparisons);
  } else {
    CppAD::Independent(x, no_abort, with_comparisons, numbers);
  }
  std::vector<Tape> y(blocks.outputs());
  try {
    const int time = blocks.states + blocks.controls;
    for (std::size_t i = 0; i < blocks.free_numbers.size(); ++i) numbers[blocks.free_numbers[i]] = x[time + 1 + i];
    const std::span<const Tape> all(x);
    const KnotView<Tape> knot{all.first(blocks.states), all.subspan(blocks.states, blocks.controls), x[time], numbers};
    int row = 0;
    for (const KnotBlock& block : blocks.blocks) {
      block.function(knot, std::span<Tape>(y).subspan(row, block.outputs()));
      row += block.outputs();
    }
  } catch (...) {
    Tape::abort_recording();  // or no other tape could be recorded in this thread
    throw;
  }
  CppAD::ADFun<double> tape;
  tape.Dependent(x, y);
  tape.check_for_nan(false);
  return tape;
}

TapePattern jacobian_places(CppAD::ADFun<double>& tape) {
  const std::size_t n = tape.Domain();
  TapePattern identity(n, n, n), pattern;
  for (std::size_t i = 0; i < n; ++i) identity.set(i, i, i);
  tape.for_jac_sparsity(identity, false, false, false, pattern);
  return pattern;
}

TapePattern hessian_places(CppAD::ADFun<double>& tape, int first, int count) {
  jacobian_places(tape);  // leaves in the tape what the next step starts from
  std::vector<bool> outputs(tape.Range(), false);
  for (int i = first; i < first + count; ++i) outputs[i] = true;
  TapePattern pattern;
  // Not for_hes_sparsity: it leaves out entries behind conditional expressions (CppAD 20250000.2).
  tape.rev_hes_sparsity(outputs, false, false, pattern);
  return pattern;
}

bool has_pieces(CppAD::ADFun<double>& tape) {
  using namespace CppAD::graph;
  return holds(tape, {abs_graph_op, sign_graph_op, cexp_eq_graph_op, cexp_le_graph_op, cexp_lt_graph_op,
                      discrete_graph_op, atom4_graph_op});
}

void require_no_branch(const KnotBlocks& blocks, CppAD::ADFun<double>& tape) {
  if (!has_branch(tape)) return;
  for (const KnotBlock& block : blocks.blocks) {
    KnotBlocks alone = blocks;
    alone.blocks = {block};
    CppAD::ADFun<double> its_tape = record(alone);
    require(
        !has_branch(its_tape),
        "derivatives: '{}' branches on a value, of which a recording keeps one side; choose by select_less, min, max "
        "or abs",
        block.name);
  }
}

BoolMatrix as_matrix(const TapePattern& pattern) {
  BoolMatrix matrix = BoolMatrix::Constant(pattern.nr(), pattern.nc(), false);
  for (std::size_t k = 0; k < pattern.nnz(); ++k) matrix(pattern.row()[k], pattern.col()[k]) = true;
  return matrix;
}

}  // namespace tandem
