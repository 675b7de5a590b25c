#include <tandem/derivatives/knot_function.hpp>

#include <derivatives/rich_functions.hpp>
#include <gtest/gtest.h>

namespace tandem::tape_knot_function_test {

// What tapes share with the other plugs is in exact_plugs_test.cpp.

TEST(TapeKnotFunction, OfNoBlocksHasNothingToCompute) {
  const auto function = make_tape_knot_function(KnotBlocks{2, 0, {}, {}, {}});
  EXPECT_EQ(function->outputs(), 0);
  KnotBatch batch;
  batch.resize(function->inputs(), 0, 1);
  EXPECT_NO_THROW(function->evaluate(batch, 0, 1, Level::hessian));
}

TEST(TapeKnotFunction, ServesTwoOfAKindInTurn) {
  const auto first = make_tape_knot_function(test::rich_blocks(false));
  const auto second = make_tape_knot_function(test::rich_blocks(true));
  KnotBatch one, two;
  one.resize(6, 5, 1), two.resize(8, 5, 1);
  one.inputs.setConstant(0.3), two.inputs.setConstant(0.3);
  two.inputs(6, 0) = -0.4, two.inputs(7, 0) = 0.7;  // gain and mass as the first has them
  second->evaluate(two, 0, 1, Level::values);
  first->evaluate(one, 0, 1, Level::values);
  EXPECT_EQ(one.values, two.values);
}

}  // namespace tandem::tape_knot_function_test
