#include <tandem/derivatives/knot_function.hpp>

#include <derivatives/rich_functions.hpp>
#include <gtest/gtest.h>

namespace tandem::knot_socket_test {

TEST(EntriesOf, GoThroughAPatternColumnByColumn) {
  BoolMatrix pattern(2, 3);
  pattern << true, false, true, true, false, false;
  const std::vector<PatternEntry> entries = entries_of(pattern);
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[1].row, 1);
  EXPECT_EQ(entries[1].col, 0);
  EXPECT_EQ(entries[2].col, 2);
  EXPECT_EQ(lower_entries_of(BoolMatrix::Constant(3, 3, true)).size(), 6U);
}

TEST(SparseKnotBatch, HoldsTheEntriesOfEachKnotByAnyPlug) {
  for (const char* plug : {"tape", "symbolic", "jets", "bytecode"}) {
    const auto function = make_knot_function(test::rich_blocks(true), plug);
    SparseKnotBatch sparse;
    sparse.resize(*function, 40);  // more than are copied at once
    sparse.inputs.setRandom(), sparse.weights.setRandom();
    KnotBatch dense;
    dense.resize(function->inputs(), function->outputs(), 40);
    dense.inputs = sparse.inputs, dense.weights = sparse.weights;
    function->evaluate_entries(sparse, 3, 37, Level::hessian);
    function->evaluate(dense, 3, 37, Level::hessian);
    EXPECT_EQ(sparse.values, dense.values) << plug;
    for (int knot = 0; knot < 40; ++knot) {
      EXPECT_EQ(sparse.jacobian(knot), dense.jacobian(knot)) << plug;
      EXPECT_EQ(sparse.hessian(knot), dense.hessian(knot)) << plug;
    }
  }
}

}  // namespace tandem::knot_socket_test
