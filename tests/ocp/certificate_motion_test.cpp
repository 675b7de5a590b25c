#include <tandem/ocp/certificate_checks.hpp>

#include <gtest/gtest.h>
#include <ocp/solved.hpp>
#include <ocp/speed_limit_problem.hpp>
#include <support/refusal.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <string>

namespace tandem {
namespace {

using test::says;
using test::solved;

// ---- errors of the mesh ---------------------------------------------------------------------------------------------

struct Golden {
  int intervals;
  double interval_error;
  double open_loop_miss;

  friend void PrintTo(const Golden& one, std::ostream* out) { *out << one.intervals << " intervals"; }
};

class GoldenCartPole : public testing::TestWithParam<Golden> {};

// Measured elsewhere, with another integrator and other scales; hence the factor 3.
TEST_P(GoldenCartPole, HasTheKnownErrorsWithinAFactorThree) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const MotionEvidence motion = examine_motion(problem, solved(problem, GetParam().intervals));
  EXPECT_LT(std::abs(std::log(motion.interval_error.value / GetParam().interval_error)), std::log(3.0))
      << motion.interval_error.value;
  EXPECT_LT(std::abs(std::log(motion.open_loop_miss.value / GetParam().open_loop_miss)), std::log(3.0))
      << motion.open_loop_miss.value;
}

INSTANTIATE_TEST_SUITE_P(EveryMesh, GoldenCartPole,
                         testing::Values(Golden{20, 1.9e-3, 0.71}, Golden{50, 2.3e-5, 5.5e-3},
                                         Golden{100, 7.5e-7, 3.4e-4}, Golden{200, 2.4e-8, 2.1e-5},
                                         Golden{400, 7.4e-10, 1.3e-6}),
                         [](const auto& one) { return std::to_string(one.param.intervals) + "Intervals"; });

class GoldenTrapezoid : public testing::TestWithParam<Golden> {};

TEST_P(GoldenTrapezoid, HasTheKnownErrorsWithinAFactorThree) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const MotionEvidence motion = examine_motion(problem, solved(problem, GetParam().intervals, "trapezoid"));
  EXPECT_LT(std::abs(std::log(motion.interval_error.value / GetParam().interval_error)), std::log(3.0))
      << motion.interval_error.value;
}

INSTANTIATE_TEST_SUITE_P(EveryMesh, GoldenTrapezoid,
                         testing::Values(Golden{200, 5.0e-5, 0.0}, Golden{400, 6.3e-6, 0.0}),
                         [](const auto& one) { return std::to_string(one.param.intervals) + "Intervals"; });

// Both transcriptions have the same equations.
TEST(Motion, OfSeparatedHermiteSimpsonHasTheSameErrors) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const MotionEvidence compressed = examine_motion(problem, solved(problem, 50));
  const MotionEvidence separated = examine_motion(problem, solved(problem, 50, "hermite-simpson-separated"));
  EXPECT_NEAR(separated.interval_error.value / compressed.interval_error.value, 1.0, 1e-4);
}

// Where a transcription is exact, only the solver's and the integrator's tolerances are left.
TEST(Motion, OfAnExactTranscriptionHasNoError) {
  const Problem problem = make_problem("double-integrator-energy");
  const MotionEvidence motion = examine_motion(problem, solved(problem, 4));
  EXPECT_LT(motion.interval_error.value, 1e-10);
  EXPECT_LT(motion.open_loop_miss.value, 1e-10);
  EXPECT_LT(motion.mesh_error.value, 1e-10);
  EXPECT_LT(motion.node_violation.value, 1e-10);
}

TEST(Motion, HasAnErrorForEachInterval) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const MotionEvidence motion = examine_motion(problem, solved(problem, 20));
  ASSERT_EQ(motion.interval_errors.at(0).size(), 20U);
  EXPECT_EQ(*std::max_element(motion.interval_errors[0].begin(), motion.interval_errors[0].end()),
            motion.interval_error.value);
}

// The local error estimate of the cubic falls with order 4 at least, as the step from 100 to 200 shows.
TEST(Motion, HasAMeshErrorThatFallsWithTheMesh) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const double coarse = examine_motion(problem, solved(problem, 100)).mesh_error.value;
  const double fine = examine_motion(problem, solved(problem, 200)).mesh_error.value;
  EXPECT_GT(std::log2(coarse / fine), 3.5);
}

// Ten rotations: the product is orthogonal, its Frobenius norm sqrt(2); one classical Runge-Kutta step of 0.1 has a
// relative error of 1e-7.
TEST(Motion, MeasuresTheAmplificationOfErrors) {
  Problem problem("oscillator");
  auto phase = problem.phase<2, 1>("only");
  phase.state("x", {.start = 1.0});
  phase.state("v", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], -k.x[0] + k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  EXPECT_NEAR(examine_motion(problem, solved(problem, 10)).amplification, std::sqrt(2.0), 1e-6);
}

// ---- a perturbed answer ---------------------------------------------------------------------------------------------

TEST(Motion, NamesTheStateAndTheIntervalOfAWrongKnot) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().states(0, 3) += 1e-3;
  const MotionEvidence motion = examine_motion(problem, solution);
  EXPECT_NEAR(motion.interval_error.value, 1e-3, 1e-9);  // the range of the position is 1
  EXPECT_TRUE(says(motion.interval_error.where, "state 'position' in interval"));
  for (const int k : {2, 3}) EXPECT_NEAR(motion.interval_errors.at(0)[k], 1e-3, 1e-9);
  for (const int k : {0, 1, 4, 9}) EXPECT_LT(motion.interval_errors.at(0)[k], 1e-9);
}

TEST(Motion, MeasuresWhatAnOpenLoopMisses) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().controls.array() += 0.01;
  const MotionEvidence motion = examine_motion(problem, solution);
  EXPECT_NEAR(motion.open_loop_miss.value, 0.01, 1e-9);  // of the velocity after 1 s; the position misses half of it
  EXPECT_EQ(motion.open_loop_miss.where, "state 'velocity'");
}

// ---- bounds and constraints -----------------------------------------------------------------------------------------

TEST(Motion, SeesAStatePastItsBoundByNameAndTime) {
  const Solution solution = solved(test::speed_limit_problem(test::SpeedLimit::dropped), 10);
  const MotionEvidence motion = examine_motion(test::speed_limit_problem(test::SpeedLimit::bound), solution);
  EXPECT_NEAR(motion.node_violation.value, 0.25 / 1.5, 1e-9);  // 1.5 at the middle, of a range of 1.5
  EXPECT_EQ(motion.node_violation.where, "state 'speed' at 0.5");
  // Between knots the nearest of 20 points an interval is 0.1/20 away, where the parabola has lost 6 (0.1/20)^2.
  EXPECT_NEAR(motion.states_between.value, (0.25 - 6.0 * 0.005 * 0.005) / 1.5, 1e-9);
}

TEST(Motion, SeesAPathConstraintPastItsBoundByNameAndTime) {
  const Solution solution = solved(test::speed_limit_problem(test::SpeedLimit::dropped), 10);
  const Problem limited = test::speed_limit_problem(test::SpeedLimit::path_constraint);
  const MotionEvidence motion = examine_motion(limited, solution);
  EXPECT_NEAR(motion.node_violation.value, 0.25, 1e-9);
  EXPECT_EQ(motion.node_violation.where, "path constraint 'limit' at 0.5");
}

TEST(Motion, SeesAControlPastItsBound) {
  const Solution solution = solved("double-integrator-energy", 10);
  const Problem weak = test::problem_with("double-integrator-energy", {{"max_force", 5.0}});
  EXPECT_EQ(examine_motion(weak, solution).node_violation.value, 0.0);  // the solution's own numbers count
  Solution same = solution;
  same.numbers["max_force"] = 5.0;
  EXPECT_NEAR(examine_motion(weak, same).node_violation.value, 1.0 / 12.0, 1e-9);  // 6 instead of 5, range 12
}

TEST(Motion, SeesAMissedEnd) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().states(1, 10) = 0.125;
  const MotionEvidence motion = examine_motion(problem, solution);
  EXPECT_NEAR(motion.node_violation.value, 0.125 / 1.5, 1e-9);
  EXPECT_EQ(motion.node_violation.where, "state 'velocity' at 1");
}

TEST(Motion, SeesAMissedEndConstraint) {
  Problem problem("end");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.end_constraint("twice", 1.0, [](const auto& k) { return 2.0 * k.x[0]; });
  Solution solution = solved(problem, 4);
  EXPECT_LT(examine_motion(problem, solution).node_violation.value, 1e-12);
  solution.phases.front().states(0, 4) += 0.1;
  const MotionEvidence motion = examine_motion(problem, solution);
  EXPECT_NEAR(motion.node_violation.value, 0.2, 1e-9);
  EXPECT_EQ(motion.node_violation.where, "end constraint 'twice' at 1");
}

TEST(Motion, SeesAnEndTimeOutOfItsBounds) {
  const Problem problem = make_problem("double-integrator-time");
  Solution solution = solved(problem, 10);
  solution.phases.front().time *= 75.0;  // to 150 of at most 100
  const MotionEvidence motion = examine_motion(problem, solution);
  EXPECT_NEAR(motion.node_violation.value, 50.0, 1e-6);
  EXPECT_EQ(motion.node_violation.where, "the end time at 150");
}

TEST(Motion, SeesNotANumber) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 4);
  solution.phases.front().states(0, 2) = std::numeric_limits<double>::quiet_NaN();
  const MotionEvidence motion = examine_motion(problem, solution);
  EXPECT_TRUE(std::isnan(motion.interval_error.value));
  EXPECT_TRUE(std::isnan(motion.node_violation.value));
  EXPECT_TRUE(std::isnan(motion.open_loop_miss.value) || motion.open_loop_miss.value < 1e-9);  // never reads that knot
}

}  // namespace
}  // namespace tandem
