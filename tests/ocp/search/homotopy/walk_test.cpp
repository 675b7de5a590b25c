#include <tandem/ocp/search/homotopy/walk.hpp>

#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/search/homotopy/homotopy.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::walk_test {

using test::says;

HomotopyOptions quick() {
  HomotopyOptions options;
  options.certifies_points = false;
  return options;
}

/// theta of Bratu's problem by its peak: x(1/2) = 2 ln cosh(theta / 4).
double bratu_objective(double theta) { return 0.5 * theta * theta - 4.0 * theta * std::tanh(theta / 4.0); }

TEST(HomotopyWalk, FindsTheFoldOfBratusProblemAndItsUpperBranch) {
  HomotopyOptions options;
  options.folds_first = 1;
  const Homotopy path = follow_number(make_problem("bratu"), "lambda", 0.5, 1.0, options);
  EXPECT_EQ(path.status, PathStatus::reached) << path.reason;
  ASSERT_EQ(path.at(Mark::fold).size(), 1U);
  EXPECT_NEAR(path.at(Mark::fold)[0], 3.513830719125161, 1e-12);
  double theta = 11.0;  // of the upper branch: theta = sqrt 2 cosh(theta / 4)
  for (int i = 0; i < 100; ++i) theta = 4.0 * std::acosh(theta / std::sqrt(2.0));
  EXPECT_NEAR(path.points.back().objective, bratu_objective(theta), 1e-8);
  const auto turn = std::max_element(path.points.begin(), path.points.end(),
                                     [](const PathPoint& a, const PathPoint& b) { return a.value < b.value; });
  for (auto point = path.points.begin(); point + 1 < turn; ++point) {
    EXPECT_TRUE(point->certificate.passes()) << point->value;
  }
  for (auto point = turn + 2; point < path.points.end(); ++point) EXPECT_FALSE(point->certificate.passes());  // saddles
}

TEST(HomotopyWalk, SaysThatBratusProblemTurnsBackBeforeTheTarget) {
  const Homotopy path = follow_number(make_problem("bratu"), "lambda", 1.0, 4.0, quick());
  EXPECT_EQ(path.status, PathStatus::failed);
  EXPECT_TRUE(says(path.reason, "the path turned back at lambda = 3.513830719"));
  ASSERT_EQ(path.at(Mark::fold).size(), 1U);
  EXPECT_NEAR(path.at(Mark::fold)[0], 3.513830719125161, 1e-12);
}

/// J of the limit: free, a touch point, an arc.
double bryson_denham_objective(double l) {
  if (l >= 0.25) return 2.0;
  return l >= 1.0 / 6.0 ? 2.0 + 6.0 * (1.0 - 4.0 * l) * (1.0 - 4.0 * l) : 4.0 / (9.0 * l);
}

// Junctions lie between knots: on 54 intervals the arc's cost is right to 1e-4, that of the touch point to 1e-3.
TEST(HomotopyWalk, TakesBrysonAndDenhamsProblemThroughItsThreeRegimes) {
  Problem problem = make_problem("bryson-denham");
  problem.mesh().intervals = 54;
  const Homotopy path = follow_number(problem, "limit", 0.4, 1.0 / 9.0);
  EXPECT_EQ(path.status, PathStatus::reached) << path.reason;
  EXPECT_TRUE(path.points.back().certificate.passes());
  EXPECT_NEAR(path.points.back().objective, 4.0, 1e-8);
  int regimes[3] = {}, certified = 0;
  for (const PathPoint& point : path.points) {
    ++regimes[point.value >= 0.25 ? 0 : point.value >= 1.0 / 6.0 ? 1 : 2];
    const double mesh_error = point.value >= 0.25 ? 1e-6 : point.value >= 1.0 / 6.0 ? 1e-3 : 2e-4;
    EXPECT_NEAR(point.objective, bryson_denham_objective(point.value), mesh_error) << point.value;
    certified += point.certificate.passes() || wants_finer_mesh(point.certificate);
  }
  // Junctions between knots want a finer mesh; nothing else is wrong with nearly all points of the path.
  EXPECT_GE(certified, 0.95 * static_cast<double>(path.points.size()));
  for (const int count : regimes) EXPECT_GE(count, 2);
}

TEST(HomotopyWalk, StopsWhenToldToAndAtItsStepLimit) {
  const Problem problem = make_problem("double-integrator-energy");
  HomotopyOptions options = quick();
  options.progress = [](const HomotopyProgress& progress) { return progress.step < 2; };
  const Homotopy stopped = follow_number(problem, "max_force", 20.0, 5.0, options);
  EXPECT_EQ(stopped.status, PathStatus::stopped);
  EXPECT_TRUE(says(stopped.reason, "stopped by the caller"));
  options = quick();
  options.most_steps = 2;
  const Homotopy limited = follow_number(problem, "max_force", 20.0, 5.0, options);
  EXPECT_EQ(limited.status, PathStatus::step_limit);
  EXPECT_EQ(limited.points.size(), 3U);
}

}  // namespace tandem::walk_test
