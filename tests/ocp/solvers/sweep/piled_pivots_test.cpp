#include <ocp/solvers/sweep/right_factors.hpp>

namespace tandem::sweep::piled_pivots_test {

using test::StagedKind;
using test::StagedSystem;

// A border whose entries are the largest of every column would fail every pivot: without a limit the last of 200
// frontals held hundreds of rows, and time was cubic in the stages.
TEST(Sweep, DoesNotLetDelayedPivotsPileUp) {
  StagedKind kind{.stages = 200, .fewest_unknowns = 8, .most_unknowns = 8, .fewest_multipliers = 4, .border = 1};
  StagedSystem system = test::random_system(kind, 1);
  for (std::size_t e = 0; e < system.values.size(); ++e) {
    const bool is_border = system.stage[system.rows[e]] == system.stages;
    if (is_border && system.rows[e] != system.cols[e]) system.values[e] *= 1e4;
  }
  SweepFactor factor(system.chain());
  factor.set_threshold(0.5);
  factor.factorise(system.values);
  EXPECT_LE(factor.delayed(), system.stages * (4 + 12 / 4));
  test::expect_right(system, "a large border", 0.5);
}

// Half of the unknowns without curvature, and a threshold that few pivots pass.
TEST(Sweep, GivesUpWhereDelayedPivotsWouldTakeMoreThanItMayHold) {
  StagedKind kind{.stages = 20, .fewest_unknowns = 8, .most_unknowns = 8, .most_multipliers = 4, .border = 1};
  kind.zero_curvature = 0.5;
  const StagedSystem system = test::random_system(kind, 2);
  SweepFactor factor(system.chain());
  factor.set_threshold(0.5);
  const FactorStatus free = factor.factorise(system.values);
  ASSERT_EQ(free, FactorStatus::done);
  ASSERT_GT(factor.delayed(), 0);
  factor.set_most_numbers(1);
  EXPECT_EQ(factor.factorise(system.values), FactorStatus::swollen);
  factor.set_most_numbers(std::size_t{1} << 23);
  EXPECT_EQ(factor.factorise(system.values), FactorStatus::done);
}

}  // namespace tandem::sweep::piled_pivots_test
