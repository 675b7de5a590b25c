#include <tandem/derivatives/knot_function.hpp>

#include <derivatives/own_function.hpp>
#include <derivatives/rich_functions.hpp>
#include <gtest/gtest.h>
#include <support/allocations.hpp>
#include <support/refusal.hpp>

namespace tandem::user_knot_function_test {

KnotBlocks only_own_cost(bool free, UserFunction own = test::own_cost()) {
  KnotBlocks blocks = test::blocks_with_own_cost(test::rich_blocks(free), std::move(own));
  blocks.blocks = {blocks.blocks[1]};
  return blocks;
}

TEST(UserKnotFunction, GivesWhatTheUserWrote) {
  for (const bool free : {false, true}) {
    const auto function = make_user_knot_function(only_own_cost(free));
    KnotBlocks generic = test::rich_blocks(free);
    generic.blocks = {generic.blocks[1]};
    const auto tape = make_tape_knot_function(generic);
    KnotBatch batch;
    batch.resize(function->inputs(), 1, 3);
    for (int knot = 0; knot < 3; ++knot) batch.inputs.col(knot).setLinSpaced(-0.5 + 0.2 * knot, 0.9);
    batch.weights.setConstant(1.3);
    KnotBatch expected = batch;
    function->evaluate(batch, 0, 3, Level::hessian);
    tape->evaluate(expected, 0, 3, Level::hessian);
    EXPECT_LT((batch.values - expected.values).cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_LT((batch.jacobians - expected.jacobians).cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_LT((batch.hessians - expected.hessians).cwiseAbs().maxCoeff(), 1e-15);
  }
}

TEST(UserKnotFunction, RefusesSecondOrderByNameWithoutAHessian) {
  UserFunction own = test::own_cost();
  own.hessian = nullptr;
  const auto function = make_user_knot_function(only_own_cost(false, own));
  KnotBatch batch;
  batch.resize(6, 1, 1);
  EXPECT_NO_THROW(function->evaluate(batch, 0, 1, Level::jacobian));
  EXPECT_NO_THROW(function->require_level(Level::jacobian));
  EXPECT_TRUE(test::refuses([&] { function->evaluate(batch, 0, 1, Level::hessian); },
                            "'cost' brings a Jacobian but no Hessian"));
  EXPECT_TRUE(test::refuses([&] { function->require_level(Level::hessian); }, "'cost'"));
}

TEST(UserKnotFunction, TakesALinearFunctionWithoutAHessian) {
  UserFunction own = test::own_cost();
  own.hessian = nullptr;
  own.linear = true;
  const auto function = make_user_knot_function(only_own_cost(false, own));
  EXPECT_FALSE(function->hessian_pattern().any());
  EXPECT_NO_THROW(function->require_level(Level::hessian));
}

TEST(UserKnotFunction, HasThePatternsTheUserGave) {
  UserFunction own = test::own_cost();
  BoolMatrix pattern = BoolMatrix::Constant(1, 9, false);
  pattern(0, 2) = pattern(0, 3) = pattern(0, 4) = pattern(0, 6) = true;
  own.jacobian_pattern = pattern;
  const auto function = make_user_knot_function(only_own_cost(true, own));
  BoolMatrix expected = BoolMatrix::Constant(1, 8, false);
  expected(0, 2) = expected(0, 3) = expected(0, 4) = expected(0, 7) = true;  // mass is the second free number
  EXPECT_EQ(function->jacobian_pattern(), expected);
  EXPECT_TRUE(function->hessian_pattern()(2, 7));
  EXPECT_FALSE(function->hessian_pattern()(0, 0));
}

TEST(UserKnotFunction, RefusesPatternsOfAnotherShape) {
  UserFunction own = test::own_cost();
  own.jacobian_pattern = BoolMatrix::Constant(1, 4, true);
  EXPECT_TRUE(test::refuses([&] { make_user_knot_function(only_own_cost(true, own)); },
                            "the Jacobian's pattern of 'cost' has 4 columns for 9 inputs"));
}

TEST(UserKnotFunction, AllocatesNothingInEvaluation) {
  const auto function = make_user_knot_function(only_own_cost(true));
  KnotBatch batch;
  batch.resize(8, 1, 3);
  batch.weights.setOnes();
  EXPECT_EQ(test::allocations_in([&] { function->evaluate(batch, 0, 3, Level::hessian); }), 0);
}

TEST(UserKnotFunction, RefusesAnotherCountOfNumbers) {
  const auto function = make_user_knot_function(only_own_cost(true));
  EXPECT_TRUE(test::refuses([&] { function->set_numbers(std::vector<double>{1.0}); }, "it has 3"));
}

}  // namespace tandem::user_knot_function_test
