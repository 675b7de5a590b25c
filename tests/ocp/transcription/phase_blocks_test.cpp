#include <tandem/ocp/transcription/phase_blocks.hpp>

#include <gtest/gtest.h>
#include <ocp/support/rich_problem.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace tandem::phase_blocks_test {

std::vector<std::string> names_of(const KnotBlocks& blocks) {
  std::vector<std::string> names;
  for (const KnotBlock& block : blocks.blocks) names.push_back(block.name);
  return names;
}

TEST(PhaseBlocks, StackDynamicsCostPathConstraintsAndIntegrands) {
  const Problem problem = test::rich_problem({.integrals = true});
  const KnotBlocks blocks = blocks_along(problem.phases()[0], problem.number_values(), {0});
  EXPECT_EQ(names_of(blocks), (std::vector<std::string>{"dynamics", "running cost", "reach", "sum", "work", "length"}));
  EXPECT_EQ(blocks.states, 3);
  EXPECT_EQ(blocks.controls, 2);
  EXPECT_EQ(blocks.inputs(), 3 + 2 + 1 + 1);
  EXPECT_EQ(blocks.outputs(), 3 + 1 + 2 + 2);
  EXPECT_EQ(blocks.numbers, problem.number_values());
  EXPECT_EQ(blocks.free_numbers, std::vector<int>{0});
}

TEST(PhaseBlocks, LeaveOutACostThatIsNotThere) {
  const Problem problem = test::rich_problem({.paths = false, .running = false});
  EXPECT_EQ(names_of(blocks_along(problem.phases()[0], {}, {})), std::vector<std::string>{"dynamics"});
}

TEST(PhaseBlocks, HaveNoControlsAtAnEnd) {
  const Problem problem = test::rich_problem();
  const KnotBlocks blocks = blocks_at_end(problem.phases()[0], problem.number_values(), {});
  EXPECT_EQ(names_of(blocks), (std::vector<std::string>{"end cost", "goal", "half"}));
  EXPECT_EQ(blocks.controls, 0);
  EXPECT_EQ(blocks.outputs(), 3);
  EXPECT_TRUE(blocks_at_end(test::rich_problem({.ends = false}).phases()[0], {}, {}).blocks.empty());
}

TEST(PhaseOutputs, SayWhichRowsAreWhat) {
  const Problem problem = test::rich_problem({.integrals = true}), bare = test::rich_problem({.running = false});
  const PhaseOutputs all(problem.phases()[0]), without(bare.phases()[0]);
  EXPECT_EQ(all.cost_row(), 3);
  EXPECT_EQ(all.path_row(), 4);
  EXPECT_EQ(all.integral_row(), 6);
  EXPECT_EQ(all.integrals, 2);
  EXPECT_EQ(without.costs, 0);
  EXPECT_EQ(without.path_row(), 3);
  EXPECT_EQ(without.integral_row(), 5);
}

// At a = 0.3, b = -0.2, c = 0.5, u = 0.4, w = 0.7, t = 0.6: the path 'sum' is c + u, the last row sqrt(1 + w^2).
TEST(PhaseBlocks, AreRowsOfOneKnotFunction) {
  const Problem problem = test::rich_problem({.integrals = true});
  const PhaseOutputs rows(problem.phases()[0]);
  const auto function = make_knot_function(blocks_along(problem.phases()[0], problem.number_values(), {}), "tape");
  KnotBatch batch;
  batch.resize(function->inputs(), function->outputs(), 1);
  batch.inputs.col(0) << 0.3, -0.2, 0.5, 0.4, 0.7, 0.6;
  function->evaluate(batch, 0, 1, Level::values);
  EXPECT_DOUBLE_EQ(batch.values(2, 0), -0.2 * 0.5 - 0.6 * 0.3 * 0.16);
  EXPECT_DOUBLE_EQ(batch.values(rows.cost_row(), 0), 0.49 * 0.8 + std::sin(0.3 * 0.4) * 0.6);
  EXPECT_DOUBLE_EQ(batch.values(rows.path_row() + 1, 0), 0.5 + 0.4);
  EXPECT_DOUBLE_EQ(batch.values(rows.integral_row() + 1, 0), std::sqrt(1.49));
}

}  // namespace tandem::phase_blocks_test
