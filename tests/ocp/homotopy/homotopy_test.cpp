#include <tandem/ocp/homotopy/homotopy.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/solved.hpp>
#include <support/refusal.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem {
namespace {

using test::refuses;
using test::says;

HomotopyOptions quick() {
  HomotopyOptions options;
  options.certifies_points = false;
  return options;
}

/// theta of Bratu's problem by its peak: x(1/2) = 2 ln cosh(theta / 4).
double bratu_objective(double theta) { return 0.5 * theta * theta - 4.0 * theta * std::tanh(theta / 4.0); }

TEST(Homotopy, FindsTheFoldOfBratusProblemAndItsUpperBranch) {
  HomotopyOptions options;
  options.folds_first = 1;
  const Homotopy path = follow_number(make_problem("bratu"), "lambda", 0.5, 1.0, options);
  EXPECT_EQ(path.status, HomotopyStatus::reached) << path.reason;
  ASSERT_EQ(path.folds.size(), 1U);
  EXPECT_NEAR(path.folds[0], 3.513830719125161, 1e-12);
  double theta = 11.0;  // of the upper branch: theta = sqrt 2 cosh(theta / 4)
  for (int i = 0; i < 100; ++i) theta = 4.0 * std::acosh(theta / std::sqrt(2.0));
  EXPECT_NEAR(path.points.back().objective, bratu_objective(theta), 1e-8);
  const auto turn = std::max_element(path.points.begin(), path.points.end(),
                                     [](const HomotopyPoint& a, const HomotopyPoint& b) { return a.value < b.value; });
  for (auto point = path.points.begin(); point + 1 < turn; ++point) EXPECT_TRUE(point->certified) << point->value;
  for (auto point = turn + 2; point < path.points.end(); ++point) EXPECT_FALSE(point->certified);  // saddles
}

TEST(Homotopy, SaysThatBratusProblemTurnsBackBeforeTheTarget) {
  const Homotopy path = follow_number(make_problem("bratu"), "lambda", 1.0, 4.0, quick());
  EXPECT_EQ(path.status, HomotopyStatus::failed);
  EXPECT_TRUE(says(path.reason, "the path turned back at lambda = 3.513830719"));
  ASSERT_EQ(path.folds.size(), 1U);
  EXPECT_NEAR(path.folds[0], 3.513830719125161, 1e-12);
}

/// J of the limit: free, a touch point, an arc.
double bryson_denham_objective(double l) {
  if (l >= 0.25) return 2.0;
  return l >= 1.0 / 6.0 ? 2.0 + 6.0 * (1.0 - 4.0 * l) * (1.0 - 4.0 * l) : 4.0 / (9.0 * l);
}

// Junctions lie between knots: on 54 intervals the arc's cost is right to 1e-4, that of the touch point to 1e-3.
TEST(Homotopy, TakesBrysonAndDenhamsProblemThroughItsThreeRegimes) {
  const Homotopy path = follow_number(make_problem("bryson-denham"), "limit", 0.4, 1.0 / 9.0);
  EXPECT_EQ(path.status, HomotopyStatus::reached) << path.reason;
  EXPECT_TRUE(path.points.back().certified);
  EXPECT_NEAR(path.points.back().objective, 4.0, 1e-8);
  int regimes[3] = {}, certified = 0;
  for (const HomotopyPoint& point : path.points) {
    ++regimes[point.value >= 0.25 ? 0 : point.value >= 1.0 / 6.0 ? 1 : 2];
    const double mesh_error = point.value >= 0.25 ? 1e-6 : point.value >= 1.0 / 6.0 ? 1e-3 : 2e-4;
    EXPECT_NEAR(point.objective, bryson_denham_objective(point.value), mesh_error) << point.value;
    certified += point.certified;
  }
  // Where one more knot is about to touch the limit the barrier shows in the costate's jump: 1.05e-4, limit 1e-4.
  EXPECT_GE(certified, 0.95 * static_cast<double>(path.points.size()));
  for (const int count : regimes) EXPECT_GE(count, 2);
}

TEST(Homotopy, FindsWhereAForceIsTooWeakToArriveInTime) {
  for (const auto& [distance, duration] : {std::pair{1.0, 1.0}, std::pair{3.0, 2.0}}) {
    Problem problem = test::problem_with("double-integrator-energy", {{"distance", distance}, {"duration", duration}});
    const Homotopy path = follow_number(problem, "max_force", 20.0, 1.0, quick());
    EXPECT_EQ(path.status, HomotopyStatus::end_of_feasibility) << path.reason;
    EXPECT_NEAR(path.points.back().value, 4.0 * distance / (duration * duration), 1e-7);  // T = 2 sqrt(d / u)
    EXPECT_TRUE(says(path.reason, "no motion near the last one meets the constraints beyond max_force = "));
  }
}

TEST(Homotopy, FindsHowEarlyAForceMayArriveAndHowFar) {
  const Problem problem = test::problem_with("double-integrator-energy", {{"max_force", 5.0}});
  const Homotopy earlier = follow_number(problem, "duration", 2.0, 0.1, quick());
  EXPECT_EQ(earlier.status, HomotopyStatus::end_of_feasibility) << earlier.reason;
  EXPECT_NEAR(earlier.points.back().value, 2.0 / std::sqrt(5.0), 1e-7);
  const Homotopy farther = follow_number(problem, "distance", 0.5, 10.0, quick());
  EXPECT_EQ(farther.status, HomotopyStatus::end_of_feasibility) << farther.reason;
  EXPECT_NEAR(farther.points.back().value, 1.25, 1e-7);
}

TEST(Homotopy, FollowsATime) {
  const Homotopy path = follow_number(make_problem("double-integrator-energy"), "duration", 1.0, 3.0);
  EXPECT_EQ(path.status, HomotopyStatus::reached) << path.reason;
  for (const HomotopyPoint& point : path.points) {
    EXPECT_NEAR(point.objective, 12.0 / std::pow(point.value, 3), 1e-7);
    EXPECT_TRUE(point.certified);
  }
  EXPECT_NEAR(path.solution->final_time, 3.0, 1e-12);
}

TEST(Homotopy, FollowsAProblemWithADesignNumber) {
  const Homotopy path = follow_number(make_problem("co-design-transfer"), "velocity", 1.0, 2.0);
  EXPECT_EQ(path.status, HomotopyStatus::reached) << path.reason;
  EXPECT_NEAR(path.points.back().objective, 23.62281484, 1e-6);
  EXPECT_NEAR(path.solution->numbers.at("stiffness"), 6.92448098, 1e-5);
}

/// Between the least effort and the shortest of two costs, by a number of the role path.
Problem blend() {
  Problem problem("blend");
  problem.description().title = "between two problems";
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 10};
  const Number share = problem.number({"share", 0.0, "", "of the second problem", Role::path, 0.0, 1.0});
  auto phase = problem.phase<2, 1>("move");
  phase.state("position", {.start = 0.0, .end = 1.0});
  phase.state("velocity", {.start = 0.0, .end = 0.0});
  phase.control("force", {});
  phase.dynamics([=](const auto& k) { return rates(k.x[1], k.u[0] - k[share] * 4.0 * k.x[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

TEST(Homotopy, BlendsTwoProblemsByAPathNumber) {
  const Homotopy path = follow_number(blend(), "share", 0.0, 1.0);
  EXPECT_EQ(path.status, HomotopyStatus::reached) << path.reason;
  EXPECT_NEAR(path.points.front().objective, 12.0, 1e-9);
  Problem second = blend();
  second.set("share", 1.0);
  EXPECT_NEAR(path.points.back().objective, solve(second).objective, 1e-8);
}

// Factorisations of corrector and predictor, beside those of IPOPT from the straight line at the same values.
TEST(Homotopy, NeedsHalfTheIterationsOfColdSolves) {
  struct Case {
    const char *problem, *number;
    double from, to;
  };
  for (const auto& [name, number, from, to] :
       {Case{"cart-pole-swing-up", "max_force", 20.0, 9.0}, Case{"bryson-denham", "limit", 0.3, 0.15},
        Case{"brachistochrone", "gravity", 9.81, 30.0}, Case{"hanging-chain", "length", 4.0, 3.0}}) {
    const Homotopy path = follow_number(make_problem(name), number, from, to, quick());
    ASSERT_EQ(path.status, HomotopyStatus::reached) << name << ": " << path.reason;
    int cold = 0, followed = 0;
    const std::size_t stride = 1 + path.points.size() / 10;
    for (std::size_t i = 1; i + 1 < path.points.size(); i += stride) {
      cold += solve(test::problem_with(name, {{number, path.points[i].value}})).iterations;
      followed += path.points[i].iterations + 1;
    }
    EXPECT_LE(followed, 0.5 * cold) << name;
  }
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

TEST(Homotopy, FindsTheWeakestForceThatSwingsACartPoleUp) {
  HomotopyOptions options = quick();
  options.solve.intervals = 50;
  const Homotopy path = follow_number(make_problem("cart-pole-swing-up"), "max_force", 20.0, 1.0, options);
  ASSERT_EQ(path.status, HomotopyStatus::end_of_feasibility) << path.reason;
  SolveOptions around;
  around.guess = guess_from(*path.solution);
  around.guess->numbers = {{"bound", path.points.back().value}};
  const Solution weakest = solve(weakest_swing_up(), around);
  EXPECT_TRUE(weakest.is_solved());
  EXPECT_NEAR(weakest.objective, path.points.back().value, 1e-7);
}

TEST(Homotopy, StopsWhenToldToAndAtItsStepLimit) {
  const Problem problem = make_problem("double-integrator-energy");
  HomotopyOptions options = quick();
  options.progress = [](const HomotopyProgress& progress) { return progress.step < 2; };
  const Homotopy stopped = follow_number(problem, "max_force", 20.0, 5.0, options);
  EXPECT_EQ(stopped.status, HomotopyStatus::failed);
  EXPECT_TRUE(says(stopped.reason, "stopped by the caller"));
  options = quick();
  options.most_steps = 2;
  const Homotopy limited = follow_number(problem, "max_force", 20.0, 5.0, options);
  EXPECT_EQ(limited.status, HomotopyStatus::step_limit);
  EXPECT_EQ(limited.points.size(), 3U);
}

TEST(Homotopy, SaysWhenItsStartIsNotSolved) {
  const Homotopy path = follow_number(make_problem("double-integrator-energy"), "max_force", 3.0, 10.0, quick());
  EXPECT_EQ(path.status, HomotopyStatus::failed);
  EXPECT_TRUE(says(path.reason, "max_force = 3 is not solved: "));
  EXPECT_TRUE(path.points.empty());
}

TEST(Homotopy, RefusesWhatCannotBeFollowed) {
  const Problem problem = make_problem("co-design-transfer");
  EXPECT_TRUE(refuses([&] { follow_number(problem, "velocty", 1.0, 2.0); }, "did you mean 'velocity'?"));
  EXPECT_TRUE(refuses([&] { follow_number(problem, "stiffness", 1.0, 2.0); }, "is a design number"));
  EXPECT_TRUE(refuses([&] { follow_number(make_problem("bryson-denham"), "limit", 0.1, -1.0); }, "outside its bounds"));
  EXPECT_TRUE(refuses([&] { follow_number(problem, "velocity", std::nan(""), 2.0); }, "is not finite"));
  HomotopyOptions options;
  options.barrier = 0.0;
  EXPECT_TRUE(refuses([&] { follow_number(problem, "velocity", 1.0, 2.0, options); }, "the barrier 0 must be"));
}

}  // namespace
}  // namespace tandem
