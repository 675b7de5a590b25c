#include <tandem/ocp/answers/certificate_checks.hpp>

#include <gtest/gtest.h>
#include <ocp/support/steady_push.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace tandem::certificate_checks_test {

const std::vector<double> kNoNumbers{};

double left_of(double push, double value, const Range& range, double size = 10.0) {
  return unexplained_push(push, value, range, kNoNumbers, size);
}

// ---- pushes ---------------------------------------------------------------------------------------------------------

TEST(UnexplainedPush, IsNothingWhereTheBoundThatItLeansOnIsThere) {
  EXPECT_EQ(left_of(3.0, 2.0, {-1.0, 2.0}), 0.0);
  EXPECT_EQ(left_of(-3.0, -1.0, {-1.0, 2.0}), 0.0);
}

TEST(UnexplainedPush, IsAllOfItAtTheOtherBoundAndBetweenThem) {
  EXPECT_EQ(left_of(-3.0, 2.0, {-1.0, 2.0}), 3.0);
  EXPECT_EQ(left_of(3.0, -1.0, {-1.0, 2.0}), 3.0);
  EXPECT_EQ(left_of(3.0, 0.5, {-1.0, 2.0}), 3.0);
  EXPECT_EQ(left_of(-3.0, 0.5, {}), 3.0);
}

TEST(UnexplainedPush, MayBeAnythingWhereTheValueIsGiven) { EXPECT_EQ(left_of(-7.0, 5.0, Range(2.0)), 0.0); }

// A bound is there within 1e-5 of the size, whatever the bound itself is.
TEST(UnexplainedPush, MeasuresTheDistanceToABoundByTheSize) {
  EXPECT_EQ(left_of(3.0, 2.0 - 0.9e-4, {-1.0, 2.0}), 0.0);
  EXPECT_EQ(left_of(3.0, 2.0 - 1.1e-4, {-1.0, 2.0}), 3.0);
  EXPECT_EQ(left_of(3.0, 2.0 - 0.9e-4, {-1.0, 2.0}, 1.0), 3.0);
}

TEST(UnexplainedPush, StaysNoNumber) {
  EXPECT_TRUE(std::isnan(left_of(std::numeric_limits<double>::quiet_NaN(), 0.0, {-1.0, 2.0})));
}

TEST(UnexplainedPush, FollowsBoundsThatNamedNumbersMove) {
  Problem problem("any");
  const Number limit = problem.number({"limit", 1.0, "", "upper bound", {}, 0.0});
  const Range range(0.0, limit);
  EXPECT_EQ(unexplained_push(3.0, 4.0, range, std::vector<double>{4.0}, 1.0), 0.0);
  EXPECT_EQ(unexplained_push(3.0, 4.0, range, std::vector<double>{5.0}, 1.0), 3.0);
}

// ---- values ---------------------------------------------------------------------------------------------------------

TEST(Outside, IsTheDistanceToTheNearerEnd) {
  EXPECT_EQ(outside(0.5, {-1.0, 2.0}, kNoNumbers), 0.0);
  EXPECT_EQ(outside(2.5, {-1.0, 2.0}, kNoNumbers), 0.5);
  EXPECT_EQ(outside(-3.0, {-1.0, 2.0}, kNoNumbers), 2.0);
  EXPECT_EQ(outside(1e300, {}, kNoNumbers), 0.0);
  EXPECT_TRUE(std::isnan(outside(std::numeric_limits<double>::quiet_NaN(), {}, kNoNumbers)));
}

// ---- by tapes -------------------------------------------------------------------------------------------------------

// [x'; cost] of inputs [x; u; t], and with the price p as an input of its own: p u^2.
TEST(KnotFunctionOf, HasTheFunctionsOfThePhaseAndTheNumbersThatAreAskedFor) {
  const Problem problem = test::SteadyPush().problem();
  const Solution solution = test::steady_answer();
  const Played played(problem, solution);
  EXPECT_EQ(knot_function_of(played)->inputs(), 3);
  const auto function = knot_function_of(played, {0});
  ASSERT_EQ(function->inputs(), 4);
  ASSERT_EQ(function->outputs(), 2);
  KnotBatch batch;
  batch.resize(4, 2, 1);
  batch.inputs.col(0) << 0.3, 2.0, 0.0, 1.5;
  function->evaluate(batch, 0, 1, Level::jacobian);
  EXPECT_EQ(batch.values(0, 0), 2.0);
  EXPECT_EQ(batch.values(1, 0), 6.0);
  EXPECT_EQ(batch.jacobian(0)(1, 1), 6.0);  // 2 p u
  EXPECT_EQ(batch.jacobian(0)(1, 3), 4.0);  // u^2
}

TEST(PhasePrefix, NamesThePhaseWhereThereAreSeveral) {
  Problem problem("two");
  problem.phase<1, 0>("out");
  EXPECT_EQ(phase_prefix(problem, 0), "");
  problem.phase<1, 0>("home");
  EXPECT_EQ(phase_prefix(problem, 1), "phase 'home': ");
}

}  // namespace tandem::certificate_checks_test
