#include <tandem/ocp/search/multi_start.hpp>
#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem::launches_test {

Solution on(const Problem& problem, const std::string& transcription, int intervals, int degree = 0) {
  SolveOptions options{.transcription = transcription, .intervals = intervals, .certify = CertifyLevel::none};
  if (degree > 0) options.degree = degree;
  return solve(problem, options);
}

// sin(angle) = g T^2 / (2 d), range sqrt(d^2 - (g T^2 / 2)^2) with d = g I (T - I / (2 A)).
void expect_range(double impulse, double duration) {
  Problem problem = problems::rocket_range();
  problem.set("impulse", impulse), problem.set("duration", duration);
  const Solution found = on(problem, "gauss", 60, 3);
  const double fall = 0.5 * 32.2 * duration * duration, way = 32.2 * impulse * (duration - impulse / 10.0);
  ASSERT_EQ(found.status, Status::solved);
  EXPECT_NEAR(found.objective, std::sqrt(way * way - fall * fall), 1e-5);
  const PhaseSolution& flight = found.phases.front();
  for (Eigen::Index k = 0; k < flight.control_time.size(); ++k) {
    if (flight.controls(0, k) < 4.9) continue;
    EXPECT_NEAR(flight.controls(1, k), std::asin(fall / way), 1e-6);
  }
}

TEST(RocketRange, IsThatOfTheClosedForm) {
  expect_range(10.0, 12.0);  // 2677.8322 ft at 40.88519 degrees
  expect_range(12.5, 15.0);
}

TEST(TwoStageLaunch, AgreesOnTwoMeshesAndWithWhatShootingFound) {
  const Solution coarse = on(problems::two_stage_launch(), "gauss", 200, 3);
  const Solution fine = on(problems::two_stage_launch(), "gauss", 400, 3);
  EXPECT_NEAR(coarse.objective, fine.objective, 1e-2);
  EXPECT_NEAR(fine.objective, 22290.74, 0.01);
  EXPECT_NEAR(fine.phases[0].time(fine.phases[0].time.size() - 1), 105.950, 0.01);
  EXPECT_NEAR(fine.phases[1].time(fine.phases[1].time.size() - 1), 528.513, 0.01);
}

// Where the stages part at 192 t the multiplier of that is free: the mass's costate jumps, no other does.
TEST(TwoStageLaunch, HasNoJumpOfACostateButTheMasss) {
  const Solution found = on(problems::two_stage_launch(), "gauss", 200, 3);
  const Eigen::VectorXd before = found.phases[0].costates.rightCols(1), after = found.phases[1].costates.leftCols(1);
  EXPECT_GT(std::abs(after(0) - before(0)), 1e-2 * std::abs(before(0)));
  for (int i = 1; i < 4; ++i) EXPECT_NEAR(after(i), before(i), 1e-7 * std::abs(before(i)));
}

// The weak Hamiltonian elements of the paper are the implicit midpoint rule; few of them have more minima than the
// problem, so that they start from the fine answer.
TEST(TwoStageLaunch, HasThePapersElements) {
  const Problem problem = problems::two_stage_launch();
  const Guess fine = guess_from(on(problem, "gauss", 60, 3));
  for (const auto& [intervals, mass] : {std::pair(4, 22036.173), {8, 22205.892}, {16, 22265.930}}) {
    const Solution found = solve(
        problem, {.transcription = "midpoint", .intervals = intervals, .guess = fine, .certify = CertifyLevel::none});
    EXPECT_NEAR(found.objective, mass, 1e-3) << intervals;
  }
}

TEST(TwoStageLaunch, HasMinimaThatAreWorse) {
  MultiStartOptions options{.starts = 12, .threads = 2};
  options.solve.certify = CertifyLevel::none;
  options.solve.solver.max_iterations = 300;
  const MultiStart found = multi_start(problems::two_stage_launch(), options);
  for (const double objective : {22290.74, 22158.01, 21989.12}) {
    EXPECT_TRUE(std::any_of(found.minima.begin(), found.minima.end(), [&](const Minimum& minimum) {
      return std::abs(minimum.solution.objective - objective) < 0.1;
    })) << objective;
  }
}

TEST(Climb, TakesTheSameTimeByTwoTranscriptions) {
  const Solution radau = on(problems::climb(), "radau", 200, 3),
                 simpson = on(problems::climb(), "hermite-simpson", 400);
  EXPECT_NEAR(radau.objective, simpson.objective, 1e-3);
  EXPECT_NEAR(radau.objective, problems::climb().description().reference->objective, 1e-3);
}

}  // namespace tandem::launches_test
