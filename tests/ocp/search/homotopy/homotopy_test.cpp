#include <tandem/ocp/search/homotopy/homotopy.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::homotopy_test {

using test::refuses;
using test::says;

HomotopyOptions quick() {
  HomotopyOptions options;
  options.certifies_points = false;
  return options;
}

TEST(Homotopy, FollowsATime) {
  const Homotopy path = follow_number(make_problem("double-integrator-energy"), "duration", 1.0, 3.0);
  EXPECT_EQ(path.status, PathStatus::reached) << path.reason;
  for (const PathPoint& point : path.points) {
    EXPECT_NEAR(point.objective, 12.0 / std::pow(point.value, 3), 1e-7);
    EXPECT_TRUE(point.certificate.passes());
  }
  EXPECT_NEAR(path.solution->final_time, 3.0, 1e-12);
}

TEST(Homotopy, FollowsAProblemWithADesignNumber) {
  const Homotopy path = follow_number(make_problem("co-design-transfer"), "velocity", 1.0, 2.0);
  EXPECT_EQ(path.status, PathStatus::reached) << path.reason;
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
  EXPECT_EQ(path.status, PathStatus::reached) << path.reason;
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
    ASSERT_EQ(path.status, PathStatus::reached) << name << ": " << path.reason;
    int cold = 0, followed = 0;
    const std::size_t stride = 1 + path.points.size() / 10;
    for (std::size_t i = 1; i + 1 < path.points.size(); i += stride) {
      cold += solve(test::problem_with(name, {{number, path.points[i].value}})).iterations;
      followed += path.points[i].iterations + 1;
    }
    EXPECT_LE(followed, 0.5 * cold) << name;
  }
}

TEST(Homotopy, SaysWhenItsStartIsNotSolved) {
  const Homotopy path = follow_number(make_problem("double-integrator-energy"), "max_force", 3.0, 10.0, quick());
  EXPECT_EQ(path.status, PathStatus::failed);
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

}  // namespace tandem::homotopy_test
