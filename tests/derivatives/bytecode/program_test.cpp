#include <tandem/derivatives/bytecode/program.hpp>

#include <tandem/derivatives/bytecode/from_casadi.hpp>
#include <tandem/derivatives/bytecode/fuse.hpp>

#include <gtest/gtest.h>

namespace tandem::program_test {

using bytecode::Operation;
using bytecode::Program;
using casadi::SX;

Program program_of(const casadi::Function& function, const std::vector<bool>& varying) {
  bytecode::Graph graph = bytecode::graph_of(function, varying);
  fuse(graph);
  return bytecode::program_of(graph);
}

TEST(ProgramOf, ComputesWhatDependsOnNumbersAloneInThePrologue) {
  const SX x = SX::sym("x"), p = SX::sym("p");
  const Program program = program_of(casadi::Function("f", {x, p}, {x * sin(exp(p) / 3.0)}), {true, false});
  EXPECT_EQ(program.prologue.size(), 3U + 1U);
  EXPECT_EQ(program.body.size(), 1U + 1U);
  EXPECT_EQ(static_cast<Operation>(program.body.back().operation), Operation::halt);
}

TEST(ProgramOf, TakesSineAndCosineOfOneAngleAtOnce) {
  const SX x = SX::sym("x");
  const Program program = program_of(casadi::Function("f", {x}, {sin(x), cos(x), cos(2.0 * x)}), {true});
  int both = 0;
  for (const auto& instruction : program.body) {
    both += static_cast<Operation>(instruction.operation) == Operation::sine_cosine ? 1 : 0;
  }
  EXPECT_EQ(both, 1);
  EXPECT_EQ(program.body.size(), 3U + 1U);
}

TEST(ProgramOf, GivesSlotsBack) {
  const SX x = SX::sym("x");
  SX y = x;
  for (int i = 0; i < 100; ++i) y = sin(y) / (2.0 + y);
  const Program program = program_of(casadi::Function("f", {x}, {y}), {true});
  EXPECT_EQ(program.body.size(), 300U + 1U);
  EXPECT_LE(program.slots, 5);
}

TEST(ProgramOf, KeepsResultsWhereTheyAre) {
  const SX x = SX::sym("x");
  const Program program = program_of(casadi::Function("f", {x}, {vertcat(SX(2.0), x, sin(x), x * x, sin(x))}), {true});
  ASSERT_EQ(program.outputs.size(), 5U);
  EXPECT_EQ(program.outputs[1].slot, program.inputs.front().slot);
  EXPECT_EQ(program.outputs[0].slot, program.constants.front().slot);
  EXPECT_EQ(program.outputs[2].slot, program.outputs[4].slot);
  EXPECT_NE(program.outputs[2].slot, program.outputs[3].slot);
}

}  // namespace tandem::program_test
