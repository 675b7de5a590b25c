#include <tandem/core/error.hpp>
#include <tandem/derivatives/bytecode/casadi_knot_function.hpp>
#include <tandem/derivatives/bytecode/from_casadi.hpp>
#include <tandem/derivatives/bytecode/level_program.hpp>
#include <tandem/derivatives/instruction_count.hpp>
#include <tandem/derivatives/knot_function.hpp>
#include <tandem/derivatives/tape_expression.hpp>

#include <array>
#include <mutex>
#include <optional>
#include <utility>

namespace tandem {
namespace {

using bytecode::LevelProgram;

casadi::Function function_of(const SymbolicFunctions& functions, Level level) {
  switch (level) {
    case Level::values:
      return functions.values();
    case Level::jacobian:
      return functions.jacobian();
    case Level::hessian:
      break;
  }
  return functions.hessian();
}

struct Patterns {
  BoolMatrix jacobian, hessian;
};

class BytecodeKnotFunction : public KnotFunction {
 public:
  BytecodeKnotFunction(SymbolicFunctions functions, Patterns patterns, std::vector<double> numbers)
      : functions_(std::move(functions)), patterns_(std::move(patterns)), numbers_(std::move(numbers)) {}

  int inputs() const override { return static_cast<int>(patterns_.jacobian.cols()); }
  int outputs() const override { return static_cast<int>(patterns_.jacobian.rows()); }
  const BoolMatrix& jacobian_pattern() const override { return patterns_.jacobian; }
  const BoolMatrix& hessian_pattern() const override { return patterns_.hessian; }

  void set_numbers(std::span<const double> numbers) override {
    require(numbers.size() == numbers_.size(), "knot function: {} named numbers were given, it has {}", numbers.size(),
            numbers_.size());
    numbers_.assign(numbers.begin(), numbers.end());
    for (auto& program : levels_) {
      if (program) program->set_numbers(numbers_);
    }
  }

  /// Who asks beforehand has no program made while it evaluates.
  void require_level(Level level) const override {
    for (const Level each : {Level::values, Level::jacobian, Level::hessian}) {
      if (each <= level) program_of(each);
    }
  }

  void evaluate(KnotBatch& batch, int first, int count, Level level) override {
    program_of(level).evaluate(batch, first, count);
  }
  void evaluate_entries(SparseKnotBatch& batch, int first, int count, Level level) override {
    program_of(level).evaluate(batch, first, count);
  }

 protected:
  const std::vector<double>& numbers() const { return numbers_; }

 private:
  /// Made when it is first asked for: many functions are never asked for their Hessian. CasADi keeps memory that
  /// threads do not share, so that only one of them makes a program.
  LevelProgram& program_of(Level level) const {
    std::optional<LevelProgram>& program = levels_[static_cast<std::size_t>(level)];
    if (!program) {
      static std::mutex alone;
      const std::lock_guard lock(alone);
      program.emplace(function_of(functions_, level), level, patterns_.jacobian, patterns_.hessian);
      program->set_numbers(numbers_);
    }
    return *program;
  }

  SymbolicFunctions functions_;
  Patterns patterns_;
  std::vector<double> numbers_;
  mutable std::array<std::optional<LevelProgram>, 3> levels_;
};

/// Functions that are compiled for doubles too: these give the values of few knots, as in a roll-out, sooner.
class CompiledKnotFunction : public BytecodeKnotFunction {
 public:
  static constexpr int kFew = 8;

  /// The tape comes by reference: moving one reads a flag that CppAD leaves without a value.
  CompiledKnotFunction(const KnotBlocks& blocks, CppAD::ADFun<double>& tape)
      : BytecodeKnotFunction(SymbolicFunctions(tape),
                             {as_matrix(jacobian_places(tape)), as_matrix(hessian_places(tape, 0, blocks.outputs()))},
                             blocks.numbers),
        blocks_(blocks) {}

  void set_numbers(std::span<const double> numbers) override {
    BytecodeKnotFunction::set_numbers(numbers);
    blocks_.numbers.assign(numbers.begin(), numbers.end());
  }

  void evaluate(KnotBatch& batch, int first, int count, Level level) override {
    if (level > Level::values || count >= kFew) return BytecodeKnotFunction::evaluate(batch, first, count, level);
    values(batch, first, count);
  }
  void evaluate_entries(SparseKnotBatch& batch, int first, int count, Level level) override {
    if (level > Level::values || count >= kFew) {
      return BytecodeKnotFunction::evaluate_entries(batch, first, count, level);
    }
    values(batch, first, count);
  }

 private:
  template <class Batch>
  void values(Batch& batch, int first, int count) {
    for (int knot = first; knot < first + count; ++knot) {
      values(std::span<const double>(batch.inputs.col(knot).data(), inputs()), batch.values.col(knot).data());
    }
  }

  void values(std::span<const double> inputs, double* row) {
    const int time = blocks_.states + blocks_.controls;
    for (std::size_t i = 0; i < blocks_.free_numbers.size(); ++i) {
      blocks_.numbers[blocks_.free_numbers[i]] = inputs[time + 1 + i];
    }
    const KnotView<double> view{inputs.first(blocks_.states), inputs.subspan(blocks_.states, blocks_.controls),
                                inputs[time], blocks_.numbers};
    for (const KnotBlock& block : blocks_.blocks) {
      block.function(view, std::span(row, block.outputs()));
      row += block.outputs();
    }
  }

  KnotBlocks blocks_;
};

BoolMatrix places_of(const casadi::Sparsity& sparsity) {
  BoolMatrix matrix = BoolMatrix::Constant(sparsity.size1(), sparsity.size2(), false);
  const std::vector<casadi_int> rows = sparsity.get_row(), cols = sparsity.get_col();
  for (std::size_t k = 0; k < rows.size(); ++k) matrix(rows[k], cols[k]) = true;
  return matrix;
}

}  // namespace

std::unique_ptr<KnotFunction> make_bytecode_knot_function(const KnotBlocks& blocks) {
  CppAD::ADFun<double> tape = record(blocks);
  require_no_branch(blocks, tape);
  return std::make_unique<CompiledKnotFunction>(blocks, tape);
}

int instruction_count(const KnotBlocks& blocks) {
  CppAD::ADFun<double> tape = record(blocks);
  const casadi::SX x = casadi::SX::sym("x", blocks.inputs()), p = casadi::SX::sym("p", std::ssize(blocks.numbers));
  const casadi::Function values("values", {x, p}, {expression_of(tape, x, p)});
  return static_cast<int>(bytecode::program_of(values).body.size()) - 1;  // without its halt
}

std::unique_ptr<KnotFunction> make_casadi_knot_function(const casadi::Function& function, std::vector<double> numbers) {
  require(function.n_in() == 2 && function.n_out() == 1 && function.sparsity_in(0).is_column() &&
              function.sparsity_in(1).numel() == static_cast<casadi_int>(numbers.size()),
          "bytecode: '{}' is not a function (inputs of a knot, {} named numbers) -> outputs", function.name(),
          numbers.size());
  const SymbolicFunctions functions(bytecode::expanded(function));
  const BoolMatrix lower = places_of(functions.hessian().sparsity_out(2));
  Patterns patterns{places_of(functions.jacobian().sparsity_out(1)), lower.array() || lower.transpose().array()};
  return std::make_unique<BytecodeKnotFunction>(functions, std::move(patterns), std::move(numbers));
}

}  // namespace tandem
