#include <tandem/ocp/answers/knot_pushes.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>

namespace tandem::knot_pushes_test {

constexpr double kRounding = 1e-15;

Eigen::VectorXd one(double value) { return Eigen::VectorXd::Constant(1, value); }

/// x' = u; 3 x <= 1, or 3 x + 5 u <= 1, along the phase.
Problem problem_with(bool has_path, bool has_control) {
  Problem problem("pushed");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  if (has_path && !has_control) {
    phase.path_constraint("wall", {-kInfinity, 1.0}, [](const auto& k) { return 3.0 * k.x[0]; });
  }
  if (has_path && has_control) {
    phase.path_constraint("wall", {-kInfinity, 1.0}, [](const auto& k) { return 3.0 * k.x[0] + 5.0 * k.u[0]; });
  }
  return problem;
}

/// Two intervals; the costate falls by 0.4 at the knot between, and at both ends, where there is nothing before or
/// after.
struct Found {
  explicit Found(const Problem& problem, double left = 0.0, double right = 0.0)
      : lone(problem, answer(problem, left, right)), pushes(find_knot_pushes(lone.flow)) {}

  /// `left` and `right`: multipliers of the path at the middle knot, seen from either side.
  static Solution answer(const Problem& problem, double left, double right) {
    const auto x = [](double) { return one(0.2); };
    Solution solution = test::answer_of(problem, "trapezoid", 2, test::Motion{x, x, x, 0.0, 1.0});
    PhaseSolution& series = solution.phases[0];
    series.costates_before.array() = 0.6;
    if (series.path_multipliers.rows() > 0) series.path_multipliers << 0.0, left, right, 0.0;
    return solution;
  }

  test::LoneFlow lone;
  KnotPushes pushes;
};

TEST(KnotPushes, AreWhatCostatesFallByBetweenTheEnds) {
  const Found found(problem_with(false, false));
  EXPECT_EQ(found.pushes.all(0, 0), 0.0);
  EXPECT_NEAR(found.pushes.all(0, 1), 0.4, kRounding);
  EXPECT_EQ(found.pushes.all(0, 2), 0.0);
  EXPECT_FALSE(found.pushes.has_paths());
}

// Each interval of 1/2 gives the knot the weight 1/2 of its length: h w mu c_x.
TEST(KnotPushes, ArePartlyThoseOfPathConstraintsOfStates) {
  const Found found(problem_with(true, false), 0.1, 0.3);
  EXPECT_NEAR(found.pushes.by_paths(0, 1), 0.25 * 3.0 * (0.1 + 0.3), kRounding);
  EXPECT_NEAR(found.pushes.all(0, 1), 0.4, kRounding);
  EXPECT_TRUE(found.pushes.left_shift.isZero(0.0));
  EXPECT_TRUE(found.pushes.right_shift.isZero(0.0));
}

// A multiplier of a constraint with controls is a function of time: its share at the knot is no push.
TEST(KnotPushes, LeaveOutThoseOfPathConstraintsWithControls) {
  const Found found(problem_with(true, true), 0.1, 0.3);
  EXPECT_NEAR(found.pushes.right_shift(0, 0), 0.25 * 3.0 * 0.1, kRounding);
  EXPECT_NEAR(found.pushes.left_shift(0, 1), 0.25 * 3.0 * 0.3, kRounding);
  EXPECT_EQ(found.pushes.right_shift(0, 1), 0.0);
  EXPECT_EQ(found.pushes.left_shift(0, 0), 0.0);
  EXPECT_NEAR(found.pushes.all(0, 1), 0.4 - 0.25 * 3.0 * (0.1 + 0.3), kRounding);
  EXPECT_EQ(found.pushes.by_paths(0, 1), 0.0);
}

}  // namespace tandem::knot_pushes_test
