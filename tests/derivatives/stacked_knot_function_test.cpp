#include <tandem/derivatives/knot_function.hpp>

#include <derivatives/own_function.hpp>
#include <derivatives/rich_functions.hpp>
#include <gtest/gtest.h>
#include <support/allocations.hpp>
#include <support/refusal.hpp>

#include <random>

namespace tandem::stacked_knot_function_test {

constexpr int kKnots = 37;  // more than the parts have room for at once

/// Values, Jacobian and Hessian of blocks by their plugs agree with those of one tape, to rounding.
void expect_the_tapes_results(const KnotBlocks& blocks, const KnotBlocks& generic) {
  const auto function = make_knot_function(blocks, "jets"), tape = make_tape_knot_function(generic);
  KnotBatch batch;
  batch.resize(function->inputs(), function->outputs(), kKnots);
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (double& entry : batch.inputs.reshaped()) entry = uniform(engine);
  for (double& entry : batch.weights.reshaped()) entry = uniform(engine);
  KnotBatch expected = batch;
  tape->evaluate(expected, 0, kKnots, Level::hessian);
  function->evaluate(batch, 0, kKnots, Level::hessian);
  EXPECT_LT((batch.values - expected.values).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((batch.jacobians - expected.jacobians).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((batch.hessians - expected.hessians).cwiseAbs().maxCoeff(), 1e-13);
  batch.values.setZero(), batch.jacobians.setZero();
  function->evaluate(batch, 0, kKnots, Level::jacobian);
  EXPECT_LT((batch.values - expected.values).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((batch.jacobians - expected.jacobians).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(StackedKnotFunction, ServesEachBlockByItsOwnPlug) {
  for (const bool free : {false, true}) {
    KnotBlocks blocks = test::rich_blocks(free);
    blocks.blocks[0].plugs = {"symbolic", ""};
    blocks.blocks[2].plugs = {"tape", ""};
    expect_the_tapes_results(blocks, test::rich_blocks(free));
  }
}

TEST(StackedKnotFunction, ServesTheHessianByAPlugOfItsOwn) {
  KnotBlocks blocks = test::rich_blocks(true);
  blocks.blocks[0].plugs = {"jets", "symbolic"};
  blocks.blocks[1].plugs = {"symbolic", "tape"};
  expect_the_tapes_results(blocks, test::rich_blocks(true));
}

TEST(StackedKnotFunction, TakesAUsersOwnDerivativesAmongOthers) {
  expect_the_tapes_results(test::blocks_with_own_cost(test::rich_blocks(true)), test::rich_blocks(true));
}

TEST(StackedKnotFunction, FollowsTheNumbers) {
  KnotBlocks blocks = test::blocks_with_own_cost(test::rich_blocks(false));
  const auto function = make_knot_function(blocks, "jets");
  const std::vector<double> numbers{1.9, 0.6, 2.2};
  function->set_numbers(numbers);
  KnotBlocks other = test::rich_blocks(false);
  other.numbers = numbers;
  const auto tape = make_tape_knot_function(other);
  KnotBatch batch;
  batch.resize(6, 5, 1);
  batch.inputs.setConstant(0.3);
  KnotBatch expected = batch;
  function->evaluate(batch, 0, 1, Level::values);
  tape->evaluate(expected, 0, 1, Level::values);
  EXPECT_LT((batch.values - expected.values).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(StackedKnotFunction, HasThePatternsOfItsParts) {
  KnotBlocks blocks = test::rich_blocks(true);
  blocks.blocks[1].plugs = {"tape", "symbolic"};
  const auto function = make_knot_function(blocks, "jets");
  const auto tape = make_tape_knot_function(test::rich_blocks(true));
  EXPECT_EQ(function->jacobian_pattern(), tape->jacobian_pattern());
  EXPECT_EQ(function->hessian_pattern(), tape->hessian_pattern());
}

TEST(StackedKnotFunction, RefusesWhatAPartCannotGive) {
  UserFunction own = test::own_cost();
  own.hessian = nullptr;
  const auto function = make_knot_function(test::blocks_with_own_cost(test::rich_blocks(false), own), "jets");
  EXPECT_TRUE(test::refuses([&] { function->require_level(Level::hessian); }, "'cost' brings a Jacobian but no"));
  EXPECT_NO_THROW(function->require_level(Level::jacobian));
}

TEST(StackedKnotFunction, RefusesAGenericPlugForAUsersOwnDerivatives) {
  KnotBlocks blocks = test::blocks_with_own_cost(test::rich_blocks(false));
  blocks.blocks[1].plugs.plug = "tape";
  EXPECT_TRUE(test::refuses([&] { make_knot_function(blocks, "jets"); }, "the plug 'tape' cannot serve it"));
}

TEST(StackedKnotFunction, AllocatesNothingInEvaluation) {
  KnotBlocks blocks = test::blocks_with_own_cost(test::rich_blocks(true));
  blocks.blocks[2].plugs.plug = "symbolic";
  const auto function = make_knot_function(blocks, "jets");
  KnotBatch batch;
  batch.resize(8, 5, kKnots);
  batch.inputs.setConstant(0.4), batch.weights.setOnes();
  EXPECT_EQ(test::allocations_in([&] { function->evaluate(batch, 0, kKnots, Level::hessian); }), 0);
}

}  // namespace tandem::stacked_knot_function_test
