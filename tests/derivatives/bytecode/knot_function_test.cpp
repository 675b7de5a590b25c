#include <tandem/derivatives/bytecode/casadi_knot_function.hpp>
#include <tandem/derivatives/evaluation_threads.hpp>
#include <tandem/derivatives/instruction_count.hpp>
#include <tandem/derivatives/knot_function.hpp>

#include <derivatives/random_composition.hpp>
#include <derivatives/rich_functions.hpp>
#include <derivatives/wide_function.hpp>
#include <gtest/gtest.h>
#include <support/allocations.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::bytecode_knot_function_test {

// What it shares with the other plugs is in exact_plugs_test.cpp.

TEST(BytecodeKnotFunction, AgreesWithTheTapeOnTwoHundredRandomCompositions) {
  for (unsigned seed = 100; seed < 300; ++seed) {
    test::expect_same(test::random_composition(seed, seed % 3 == 0), "bytecode", seed);
  }
}

TEST(BytecodeKnotFunction, TakesAnyCountOfInputsAndFreeNumbers) {
  test::expect_same(test::wide_blocks<14, 6, 2>(0), "bytecode", 2);
  for (const int free : {1, 5, 9}) test::expect_same(test::wide_blocks<3, 1, 9>(free), "bytecode", free);
}

TEST(BytecodeKnotFunction, AllocatesNothingInAnEvaluationAfterTheFirst) {
  const KnotBlocks blocks = test::rich_blocks(true);
  const auto function = make_bytecode_knot_function(blocks);
  KnotBatch batch;
  batch.resize(function->inputs(), function->outputs(), 100);
  batch.inputs.setConstant(0.4), batch.weights.setOnes();
  for (const Level level : {Level::values, Level::jacobian, Level::hessian}) {
    function->evaluate(batch, 0, 100, level);
    EXPECT_EQ(test::allocations_in([&] { function->evaluate(batch, 0, 100, level); }), 0);
    EXPECT_EQ(test::allocations_in([&] { function->evaluate(batch, 0, 3, level); }), 0);
  }
  EXPECT_EQ(test::allocations_in([&] { function->set_numbers(blocks.numbers); }), 0);
}

TEST(BytecodeKnotFunction, GivesAKnotTheSameResultsWhereverItStandsInTheBatch) {
  const auto function = make_bytecode_knot_function(test::rich_blocks(true));
  for (const int knots : {1, 9, 40, 150}) {
    KnotBatch batch;
    batch.resize(function->inputs(), function->outputs(), knots);
    for (int knot = 0; knot < knots; ++knot) batch.inputs.col(knot).setLinSpaced(-0.9, 0.8);
    batch.weights.setConstant(0.7);
    function->evaluate(batch, 0, knots, Level::hessian);
    KnotBatch one;
    one.resize(function->inputs(), function->outputs(), 1);
    one.inputs = batch.inputs.leftCols(1), one.weights = batch.weights.leftCols(1);
    function->evaluate(one, 0, 1, Level::hessian);
    for (int knot = 0; knot < knots; ++knot) {
      EXPECT_EQ(batch.values.col(knot), one.values.col(0));
      EXPECT_EQ(batch.jacobians.col(knot), one.jacobians.col(0));
      EXPECT_EQ(batch.hessians.col(knot), one.hessians.col(0));
    }
  }
}

TEST(BytecodeKnotFunction, TakesValuesOfFewKnotsFromTheCompiledFunction) {
  const KnotBlocks blocks = test::rich_blocks(true);
  const auto function = make_bytecode_knot_function(blocks);
  KnotBatch batch;
  batch.resize(8, 5, 3);
  batch.inputs.setRandom();
  function->evaluate(batch, 1, 2, Level::values);
  for (int knot = 1; knot < 3; ++knot) {
    const double* const in = batch.inputs.col(knot).data();
    const std::vector<double> expected = test::rich_outputs(
        std::vector<double>{in[0], in[1], in[2], in[3], in[4], in[5], in[7], blocks.numbers[1], in[6]});
    for (int i = 0; i < 5; ++i) EXPECT_EQ(batch.values(i, knot), expected[i]);
  }
  EXPECT_TRUE(batch.values.col(0).isZero(0.0));
}

TEST(BytecodeKnotFunction, FollowsPiecesOnTheChosenSide) {
  KnotBlocks blocks{2, 1, {}, {}, {}};
  // Neither the root nor its slope is a number on the side that is not chosen.
  const auto pieces = [](const auto& k) {
    return max(2.0 * k.x[0], -k.x[0]) + abs(k.u[0]) + select_less(k.x[1], 0.0, square(k.x[1]), sqrt(k.x[1]));
  };
  blocks.blocks.emplace_back(GenericFunction::of<2, 1>(pieces, 1));
  const auto function = make_bytecode_knot_function(blocks);
  KnotBatch batch;
  batch.resize(4, 1, 20);
  batch.inputs.setRandom(), batch.weights.setOnes();
  function->evaluate(batch, 0, 20, Level::hessian);
  for (int knot = 0; knot < 20; ++knot) {
    const double a = batch.inputs(0, knot), b = batch.inputs(1, knot), u = batch.inputs(2, knot);
    EXPECT_EQ(batch.jacobian(knot)(0, 0), a < 0.0 ? -1.0 : 2.0);
    EXPECT_DOUBLE_EQ(batch.jacobian(knot)(0, 1), b < 0.0 ? 2.0 * b : 0.5 / std::sqrt(b));
    EXPECT_EQ(batch.jacobian(knot)(0, 2), u < 0.0 ? -1.0 : 1.0);
    EXPECT_DOUBLE_EQ(batch.hessian(knot)(1, 1), b < 0.0 ? 2.0 : -0.25 / (b * std::sqrt(b)));
  }
}

TEST(BytecodeKnotFunction, KeepsNotANumberInItsKnot) {
  const auto function = make_bytecode_knot_function(test::rich_blocks(false));
  KnotBatch batch;
  batch.resize(6, 5, 70);
  batch.inputs.setConstant(0.5), batch.weights.setOnes();
  for (const double odd : {std::nan(""), static_cast<double>(INFINITY)}) {
    batch.inputs(0, 37) = odd;
    function->evaluate(batch, 0, 70, Level::hessian);
    EXPECT_TRUE(batch.hessian(37).hasNaN());
    for (int knot = 0; knot < 70; ++knot) {
      if (knot == 37) continue;
      EXPECT_EQ(batch.jacobians.col(knot), batch.jacobians.col(0));
      EXPECT_EQ(batch.hessians.col(knot), batch.hessians.col(0));
    }
    EXPECT_TRUE(batch.hessian(0).allFinite());
    EXPECT_TRUE((function->hessian_pattern().array() || batch.hessian(37).array() == 0.0).all());
  }
}

TEST(BytecodeKnotFunction, GivesTheSameBitsInAnyNumberOfThreads) {
  const KnotBlocks blocks = test::wide_blocks<14, 6, 2>(0);
  const auto function = make_bytecode_knot_function(blocks);
  SparseKnotBatch one;
  one.resize(*function, 3001);
  one.inputs.setRandom(), one.weights.setRandom();
  SparseKnotBatch several = one;
  function->evaluate_entries(one, 0, 3001, Level::hessian);
  for (const int threads : {2, 3}) {
    set_evaluation_threads(threads);
    function->set_numbers(blocks.numbers);
    function->evaluate_entries(several, 0, 3001, Level::hessian);
    EXPECT_EQ(several.values, one.values);
    EXPECT_EQ(several.jacobians, one.jacobians);
    EXPECT_EQ(several.hessians, one.hessians);
    EXPECT_EQ(test::allocations_in([&] { function->evaluate_entries(several, 0, 3001, Level::hessian); }), 0);
  }
  set_evaluation_threads(1);
}

TEST(BytecodeKnotFunction, WritesEntriesAsItWritesBlocks) {
  const auto function = make_bytecode_knot_function(test::rich_blocks(true));
  for (const int knots : {1, 5, 30}) {
    SparseKnotBatch entries;
    entries.resize(*function, knots);
    entries.inputs.setRandom(), entries.weights.setRandom();
    KnotBatch blocks;
    blocks.resize(function->inputs(), function->outputs(), knots);
    blocks.inputs = entries.inputs, blocks.weights = entries.weights;
    for (const Level level : {Level::values, Level::jacobian, Level::hessian}) {
      function->evaluate_entries(entries, 0, knots, level);
      function->evaluate(blocks, 0, knots, level);
      EXPECT_EQ(entries.values, blocks.values);
      for (int knot = 0; knot < knots; ++knot) {
        EXPECT_EQ(entries.jacobian(knot), blocks.jacobian(knot));
        EXPECT_EQ(entries.hessian(knot), blocks.hessian(knot));
      }
    }
  }
}

TEST(BytecodeKnotFunction, RefusesABranchOnAValueByTheBlocksName) {
  KnotBlocks blocks = test::rich_blocks(false);
  const auto wall = [](const auto& k) {
    if (k.x[0] < 0.25) return k.x[0] * k.x[0];
    return k.x[0] * 0.5;
  };
  blocks.blocks.emplace_back(GenericFunction::of<3, 2>(wall, 1), "wall");
  EXPECT_TRUE(test::refuses([&] { make_bytecode_knot_function(blocks); }, "'wall' branches on a value"));
}

TEST(InstructionCount, IsOfTheValuesForEachKnot) {
  KnotBlocks blocks{2, 0, {}, {0.5}, {}};
  const auto swing = [](const auto& k) { return rates(k.x[1], -exp(k[Number{0}]) * sin(k.x[0])); };
  blocks.blocks.emplace_back(GenericFunction::of<2, 0>(swing, 2));
  EXPECT_EQ(instruction_count(blocks), 2);  // the sine and a product: the exponential is computed once
}

TEST(CasadiKnotFunction, IsTheFunctionWithItsDerivatives) {
  using casadi::SX;
  const SX x = SX::sym("x", 3), p = SX::sym("p", 1);
  const casadi::Function spring("spring", {x, p}, {vertcat(x(1), -p * sin(x(0)) + x(2))});
  const auto function = make_casadi_knot_function(spring, {9.81});
  BoolMatrix pattern(2, 3);
  pattern << false, true, false, true, false, true;
  EXPECT_EQ(function->jacobian_pattern(), pattern);
  KnotBatch batch;
  batch.resize(3, 2, 10);
  batch.inputs.setRandom(), batch.weights.setConstant(2.0);
  for (const double gravity : {9.81, 1.62}) {
    function->set_numbers(std::vector<double>{gravity});
    function->evaluate(batch, 0, 10, Level::hessian);
    for (int knot = 0; knot < 10; ++knot) {
      const double angle = batch.inputs(0, knot);
      EXPECT_NEAR(batch.values(1, knot), -gravity * std::sin(angle) + batch.inputs(2, knot), 1e-14);
      EXPECT_NEAR(batch.jacobian(knot)(1, 0), -gravity * std::cos(angle), 1e-14);
      EXPECT_NEAR(batch.hessian(knot)(0, 0), 2.0 * gravity * std::sin(angle), 1e-14);
    }
  }
}

TEST(CasadiKnotFunction, RefusesArgumentsOfAnotherShape) {
  using casadi::SX;
  const SX x = SX::sym("x", 3), p = SX::sym("p", 1);
  const casadi::Function spring("spring", {x, p}, {sin(x)});
  EXPECT_TRUE(test::refuses([&] { make_casadi_knot_function(spring, {}); },
                            "'spring' is not a function (inputs of a knot, 0 named numbers) -> outputs"));
}

}  // namespace tandem::bytecode_knot_function_test
