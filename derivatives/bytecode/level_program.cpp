#include <tandem/derivatives/bytecode/level_program.hpp>

#include <tandem/derivatives/bytecode/from_casadi.hpp>
#include <tandem/derivatives/bytecode/fuse.hpp>
#include <tandem/derivatives/evaluation_threads.hpp>

#include <algorithm>
#include <array>

namespace tandem::bytecode {
namespace {

/// The columns of kLanes knots; the last is repeated.
template <class Number, class Matrix>
Columns<Number> columns_of(Matrix& matrix, int knot, int last) {
  Columns<Number> columns;
  for (int lane = 0; lane < kLanes; ++lane) {
    columns[lane] = matrix.data() + static_cast<std::ptrdiff_t>(std::min(knot + lane, last)) * matrix.rows();
  }
  return columns;
}

}  // namespace

Program program_of(const casadi::Function& function) {
  Graph graph = graph_of(function, {true, false, true});
  fuse(graph);
  return program_of(graph);
}

LevelProgram::LevelProgram(const casadi::Function& function, Level level, const BoolMatrix& jacobian_pattern,
                           const BoolMatrix& hessian_pattern)
    : level_(level),
      machines_{Machine(program_of(function))},
      inputs_(jacobian_pattern.cols(), machine().sink()),
      weights_(jacobian_pattern.rows(), machine().sink()),
      values_(jacobian_pattern.rows(), machine().zero()),
      dense_{Rows(jacobian_pattern.size(), machine().zero()), Rows(hessian_pattern.size(), machine().zero())} {
  for (const Place& place : machine().inputs()) {
    if (place.argument == 0) inputs_[place.entry] = place.slot;
    if (place.argument == 2) weights_[place.entry] = place.slot;
  }
  place_outputs(function, jacobian_pattern, hessian_pattern);
}

void LevelProgram::place_outputs(const casadi::Function& function, const BoolMatrix& jacobian,
                                 const BoolMatrix& hessian) {
  std::array<std::vector<casadi_int>, 3> rows, cols;
  for (casadi_int i = 0; i < function.n_out(); ++i) {
    rows[i] = function.sparsity_out(i).get_row(), cols[i] = function.sparsity_out(i).get_col();
  }
  for (const Place& place : machine().outputs()) {
    const casadi_int row = rows[place.argument][place.entry], col = cols[place.argument][place.entry];
    const auto slot = static_cast<std::uint32_t>(place.slot);
    if (place.argument == 0) values_[row] = slot;
    if (place.argument == 1 && jacobian(row, col)) dense_.jacobian[col * jacobian.rows() + row] = slot;
    if (place.argument != 2 || !hessian(row, col)) continue;
    dense_.hessian[col * hessian.rows() + row] = slot;
    dense_.hessian[row * hessian.rows() + col] = slot;
  }
  for (const auto& [row, col] : entries_of(jacobian)) {
    sparse_.jacobian.push_back(dense_.jacobian[col * jacobian.rows() + row]);
  }
  for (const auto& [row, col] : lower_entries_of(hessian)) {
    sparse_.hessian.push_back(dense_.hessian[col * hessian.rows() + row]);
  }
  // Columns of entries are padded with zeros to whole vectors.
  for (Rows* const slots : {&sparse_.jacobian, &sparse_.hessian}) {
    while (slots->size() % kLanes != 0) slots->push_back(machine().zero());
  }
}

void LevelProgram::set_numbers(std::span<const double> numbers) {
  for (Machine& machine : machines_) machine.set_fixed(1, numbers);
}

/// As many as are worth waking: each has 50 us to do at 4 ns an instruction.
int LevelProgram::parts_for(int count) const {
  const int rounds = (count + kMostLanes - 1) / kMostLanes;
  const double microseconds = 4e-3 * rounds * static_cast<double>(machine().instructions());
  return std::clamp(static_cast<int>(microseconds / 50.0), 1, std::max(1, std::min(evaluation_threads(), rounds)));
}

template <class Batch>
void LevelProgram::evaluate(Batch& batch, const Derivatives& rows, int first, int count) {
  const int parts = parts_for(count), rounds = (count + kMostLanes - 1) / kMostLanes;
  while (std::ssize(machines_) < parts) machines_.push_back(machines_.front());
  auto work = [&](int part) {  // whole rounds, so that each part's last knots alone are fewer than the lanes
    const int from = part * rounds / parts * kMostLanes, to = (part + 1) * rounds / parts * kMostLanes;
    run(machines_[part], batch, rows, first + from, first + std::min(to, count));
  };
  in_parts(parts, work);
}

template <class Batch>
void LevelProgram::run(Machine& machine, Batch& batch, const Derivatives& rows, int first, int end) const {
  for (int knot = first; knot < end; knot += kMostLanes) {
    const int width = Machine::width_for(end - knot);
    load(batch, knot, end - 1, machine, width);
    machine.run(width);
    store(machine, width, batch, rows, knot, end - 1);
  }
}

/// Groups of lanes beyond the last knot would read it again; they are left as they are.
template <class Batch>
void LevelProgram::load(const Batch& batch, int knot, int last, Machine& machine, int width) const {
  for (int group = 0; group < width && knot <= last; ++group, knot += kLanes) {
    gather(columns_of<const double>(batch.inputs, knot, last), inputs_, machine, width, group);
    if (level_ != Level::hessian) continue;
    gather(columns_of<const double>(batch.weights, knot, last), weights_, machine, width, group);
  }
}

template <class Batch>
void LevelProgram::store(Machine& machine, int width, Batch& batch, const Derivatives& rows, int knot, int last) const {
  for (int group = 0; group < width && knot <= last; ++group, knot += kLanes) {
    scatter(machine, width, group, values_, columns_of<double>(batch.values, knot, last));
    if (level_ == Level::values) continue;
    scatter(machine, width, group, rows.jacobian, columns_of<double>(batch.jacobians, knot, last));
    if (level_ == Level::jacobian) continue;
    scatter(machine, width, group, rows.hessian, columns_of<double>(batch.hessians, knot, last));
  }
}

template void LevelProgram::evaluate(KnotBatch&, const Derivatives&, int, int);
template void LevelProgram::evaluate(SparseKnotBatch&, const Derivatives&, int, int);

}  // namespace tandem::bytecode
