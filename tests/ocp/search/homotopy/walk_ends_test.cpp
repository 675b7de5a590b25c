#include <tandem/ocp/search/homotopy/homotopy.hpp>
#include <tandem/ocp/search/homotopy/walk.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <numbers>

namespace tandem::walk_ends_test {

using test::says;

HomotopyOptions quick() {
  HomotopyOptions options;
  options.certifies_points = false;
  return options;
}

TEST(HomotopyEnds, FindsWhereAForceIsTooWeakToArriveInTime) {
  for (const auto& [distance, duration] : {std::pair{1.0, 1.0}, std::pair{3.0, 2.0}}) {
    Problem problem = test::problem_with("double-integrator-energy", {{"distance", distance}, {"duration", duration}});
    const Homotopy path = follow_number(problem, "max_force", 20.0, 1.0, quick());
    EXPECT_EQ(path.status, PathStatus::end_of_feasibility) << path.reason;
    EXPECT_NEAR(path.points.back().value, 4.0 * distance / (duration * duration), 1e-7);  // T = 2 sqrt(d / u)
    EXPECT_TRUE(says(path.reason, "no motion near the last one meets the constraints beyond max_force = "));
  }
}

TEST(HomotopyEnds, FindsHowEarlyAForceMayArriveAndHowFar) {
  const Problem problem = test::problem_with("double-integrator-energy", {{"max_force", 5.0}});
  const Homotopy earlier = follow_number(problem, "duration", 2.0, 0.1, quick());
  EXPECT_EQ(earlier.status, PathStatus::end_of_feasibility) << earlier.reason;
  EXPECT_NEAR(earlier.points.back().value, 2.0 / std::sqrt(5.0), 1e-7);
  const Homotopy farther = follow_number(problem, "distance", 0.5, 10.0, quick());
  EXPECT_EQ(farther.status, PathStatus::end_of_feasibility) << farther.reason;
  EXPECT_NEAR(farther.points.back().value, 1.25, 1e-7);
}

/// The cart-pole's swing-up with the bound of its force as what is minimised.
Problem weakest_swing_up() {
  Problem problem("weakest-swing-up");
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 50};
  const Number bound = problem.number({"bound", 10.0, "N", "of the force", Role::design, 0.0, 20.0});
  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("position", {.bounds = {-2.0, 2.0}, .start = 0.0, .end = 1.0});
  phase.state("angle", {.start = 0.0, .end = std::numbers::pi});
  phase.state("velocity", {.start = 0.0, .end = 0.0});
  phase.state("rate", {.start = 0.0, .end = 0.0});
  phase.control("force", {});
  phase.dynamics([](const auto& k) {
    const auto s = sin(k.x[1]), c = cos(k.x[1]);
    const auto inertia = 1.0 + 0.3 * s * s;
    const auto a1 = (0.15 * s * k.x[3] * k.x[3] + k.u[0] + 0.3 * 9.81 * c * s) / inertia;
    const auto a2 = -(0.15 * c * s * k.x[3] * k.x[3] + k.u[0] * c + 1.3 * 9.81 * s) / (0.5 * inertia);
    return rates(k.x[2], k.x[3], a1, a2);
  });
  phase.path_constraint("push", {-kInfinity, 0.0}, [=](const auto& k) { return k.u[0] - k[bound]; });
  phase.path_constraint("pull", {-kInfinity, 0.0}, [=](const auto& k) { return -k.u[0] - k[bound]; });
  phase.end_cost([=](const auto& k) { return k[bound] + 0.0 * k.t; });
  return problem;
}

TEST(HomotopyEnds, FindsTheWeakestForceThatSwingsACartPoleUp) {
  HomotopyOptions options = quick();
  options.solve.intervals = 50;
  const Homotopy path = follow_number(make_problem("cart-pole-swing-up"), "max_force", 20.0, 1.0, options);
  ASSERT_EQ(path.status, PathStatus::end_of_feasibility) << path.reason;
  SolveOptions around;
  around.guess = guess_from(*path.solution);
  around.guess->numbers = {{"bound", path.points.back().value}};
  const Solution weakest = solve(weakest_swing_up(), around);
  EXPECT_TRUE(weakest.is_solved());
  EXPECT_NEAR(weakest.objective, path.points.back().value, 1e-7);
}

}  // namespace tandem::walk_ends_test
