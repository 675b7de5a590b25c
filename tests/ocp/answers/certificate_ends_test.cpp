#include <tandem/ocp/answers/certificate_ends.hpp>

#include <gtest/gtest.h>
#include <ocp/support/steady_push.hpp>

namespace tandem::certificate_ends_test {

using test::steady_answer;
using test::SteadyPush;

constexpr double kRounding = 1e-14;

/// The end of x' = u at x = 1, t = 1, a price of 1: the cost (x - 2)^2 + t, and price x t <= 3, x - t / 2 = 0.5.
Problem timed_end() {
  Problem problem("timed-end");
  const Number price = problem.number({"price", 1.0, "", "of the place", Role::design, 0.5, 2.0});
  auto phase = problem.phase<1, 1>("push");
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.end_cost([](const auto& k) { return square(k.x[0] - 2.0) + k.t; });
  phase.end_constraint("paid", {-kInfinity, 3.0}, [=](const auto& k) { return k[price] * k.x[0] * k.t; });
  phase.end_constraint("held", 0.5, [](const auto& k) { return k.x[0] - 0.5 * k.t; });
  return problem;
}

// d/dx of (x - 2)^2 at 1 is -2; neither the end's time nor the price is in it.
TEST(EndFunctions, HaveTheEndCostAndItsSlope) {
  const Problem problem = SteadyPush{}.problem();
  const Solution solution = steady_answer();
  const EndFunctions ends(Played(problem, solution), {0});
  EXPECT_EQ(ends.cost(), 1.0);
  EXPECT_LT((ends.gradient(1.0, Eigen::VectorXd(0)) - Eigen::Vector3d(-2, 0, 0)).norm(), kRounding);
  EXPECT_LT((ends.gradient(-1.0, Eigen::VectorXd(0)) - Eigen::Vector3d(2, 0, 0)).norm(), kRounding);
}

TEST(EndFunctions, AddConstraintsByTheirMultipliers) {
  const Problem problem = timed_end();
  const Solution solution = steady_answer();
  const EndFunctions ends(Played(problem, solution), {0});
  EXPECT_EQ(ends.cost(), 2.0);
  EXPECT_EQ(ends.constraint(0), 1.0);
  EXPECT_EQ(ends.constraint(1), 0.5);
  // by x, t and the price: (-2, 1, 0) + 0.5 (1, 1, 1) + 0.25 (1, -0.5, 0)
  const Eigen::VectorXd gradient = ends.gradient(1.0, Eigen::Vector2d(0.5, 0.25));
  EXPECT_LT((gradient - Eigen::Vector3d(-1.25, 1.375, 0.5)).norm(), kRounding);
}

// x and t both go from 0 to 1: "paid" moves by 1 + 1, less than its bound of 3; "held" by 1 + 0.5, more than 0.5.
TEST(EndFunctions, MeasureAConstraintByWhatCanMoveItOrByItsBound) {
  const Problem problem = timed_end();
  const Solution solution = steady_answer();
  const EndFunctions ends(Played(problem, solution), {});
  EXPECT_NEAR(ends.constraint_size(0), 3.0, kRounding);
  EXPECT_NEAR(ends.constraint_size(1), 1.5, kRounding);
}

// Whatever the unit of length: size and constraint grow alike.
TEST(EndFunctions, KnowNoUnit) {
  Problem problem("far");
  auto phase = problem.phase<1, 1>("push");
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.end_constraint("twice", {-kInfinity, kInfinity}, [](const auto& k) { return 2.0 * k.x[0]; });
  for (const double unit : {1e-8, 1.0, 1e8}) {
    Solution solution = steady_answer();
    solution.numbers.clear();
    solution.phases[0].states *= unit;
    const EndFunctions ends(Played(problem, solution), {});
    EXPECT_NEAR(ends.constraint_size(0) / ends.constraint(0), 1.0, kRounding) << unit;
  }
}

TEST(EndFunctions, PushNothingWhereAnEndHasNeitherCostNorConstraint) {
  Problem problem("free");
  auto phase = problem.phase<1, 1>("push");
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  const Solution solution = steady_answer();
  const EndFunctions ends(Played(problem, solution), {});
  EXPECT_EQ(ends.cost(), 0.0);
  EXPECT_EQ(ends.gradient(1.0, Eigen::VectorXd(0)), Eigen::Vector2d::Zero());
}

// ---- what is missed -------------------------------------------------------------------------------------------------

EndMisses misses_of(const Problem& problem, const Solution& solution) {
  EndMisses misses;
  see_end_misses(problem, solution, 0, misses);
  return misses;
}

TEST(EndMisses, AreNoneWhereTheEndsAreWhereTheyAreGiven) {
  const EndMisses misses = misses_of(SteadyPush{}.problem(), steady_answer());
  EXPECT_EQ(misses.cost, 0.0);
  EXPECT_EQ(misses.moved, 0.0);
}

// A start of 0.1 instead of 0, of a costate of -2 and a range of 0.9.
TEST(EndMisses, PriceAStartByItsCostate) {
  Solution solution = steady_answer();
  solution.phases[0].states(0, 0) = 0.1;
  const EndMisses misses = misses_of(SteadyPush{}.problem(), solution);
  EXPECT_NEAR(misses.cost, 0.2, kRounding);
  EXPECT_NEAR(misses.moved, 0.1 / 0.9, kRounding);
  EXPECT_EQ(misses.worst.where, "the start of state 'x', missed");
}

// x - t / 2 is 0.7 instead of 0.5, and what can move it 1 + 1 / 2 and more with x; p x t = 1.2 is below its bound.
TEST(EndMisses, PriceAnEndConstraintByItsMultiplier) {
  Solution solution = steady_answer();
  solution.phases[0].states(0, 4) = 1.2;
  solution.multipliers["push/end/held"] = {-5.0};
  solution.multipliers["push/end/paid"] = {7.0};
  const EndMisses misses = misses_of(timed_end(), solution);
  EXPECT_NEAR(misses.cost, 1.0, kRounding);
  EXPECT_NEAR(misses.moved, 0.2 / (1.2 + 0.5), kRounding);
  EXPECT_EQ(misses.worst.where, "end constraint 'held', missed");
}

}  // namespace tandem::certificate_ends_test
