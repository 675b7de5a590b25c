#include <tandem/derivatives/knot_function.hpp>

#include <derivatives/rich_functions.hpp>
#include <gtest/gtest.h>
#include <support/allocations.hpp>

namespace tandem::symbolic_knot_function_test {

// What it shares with the other plugs is in exact_plugs_test.cpp.

TEST(SymbolicKnotFunction, AllocatesNothingInEvaluation) {
  const auto function = make_symbolic_knot_function(test::rich_blocks(true));
  KnotBatch batch;
  batch.resize(function->inputs(), function->outputs(), 5);
  batch.inputs.setConstant(0.4), batch.weights.setOnes();
  for (const Level level : {Level::values, Level::jacobian, Level::hessian}) {
    EXPECT_EQ(test::allocations_in([&] { function->evaluate(batch, 0, 5, level); }), 0);
  }
}

}  // namespace tandem::symbolic_knot_function_test
