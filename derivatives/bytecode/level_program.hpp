#pragma once

#include <tandem/derivatives/bytecode/columns.hpp>
#include <tandem/derivatives/knot_socket.hpp>
#include <tandem/derivatives/symbolic_functions.hpp>

#include <span>
#include <vector>

namespace tandem::bytecode {

/// The program of one of SymbolicFunctions, whose arguments are inputs, named numbers and weights.
Program program_of(const casadi::Function& function);

/// A function and its derivatives up to one level as a program, and where the rows of a batch's columns stand in it.
class LevelProgram {
 public:
  /// `function` is one of SymbolicFunctions. Its derivatives outside the patterns are zeros that CasADi did not see.
  LevelProgram(const casadi::Function& function, Level level, const BoolMatrix& jacobian_pattern,
               const BoolMatrix& hessian_pattern);

  void set_numbers(std::span<const double> numbers);

  /// Fills columns [first, first + count) of the batch, large counts by several threads (evaluation_threads.hpp).
  /// Nothing is allocated, but a thread's arena when it first takes part.
  void evaluate(KnotBatch& batch, int first, int count) { evaluate(batch, dense_, first, count); }
  void evaluate(SparseKnotBatch& batch, int first, int count) { evaluate(batch, sparse_, first, count); }

  const Machine& machine() const { return machines_.front(); }

 private:
  using Rows = std::vector<std::uint32_t>;  // a slot each

  /// Of a batch's columns of derivatives.
  struct Derivatives {
    Rows jacobian, hessian;
  };

  void place_outputs(const casadi::Function& function, const BoolMatrix& jacobian, const BoolMatrix& hessian);
  template <class Batch>
  void evaluate(Batch& batch, const Derivatives& rows, int first, int count);
  template <class Batch>
  void run(Machine& machine, Batch& batch, const Derivatives& rows, int first, int end) const;
  template <class Batch>
  void load(const Batch& batch, int knot, int last, Machine& machine, int width) const;
  template <class Batch>
  void store(Machine& machine, int width, Batch& batch, const Derivatives& rows, int knot, int last) const;
  int parts_for(int count) const;

  Level level_;
  std::vector<Machine> machines_;  ///< one a thread
  Rows inputs_, weights_, values_;
  Derivatives dense_, sparse_;
};

}  // namespace tandem::bytecode
