#include <tandem/ocp/answers/switching_function.hpp>

#include <tandem/ocp/answers/certify.hpp>

#include <gtest/gtest.h>

namespace tandem::switching_function_test {

/// minimise the end of x,  x' = u,  -1 <= u <= 2: H = lambda u with lambda = 1, so that u is best at -1.
Problem downhill(double held_at, Range allowed = {-1.0, 2.0}) {
  Problem problem("downhill");
  auto phase = problem.phase<1, 1>("go");
  phase.state("x", {.start = 0.0});
  phase.control("u", {.bounds = held_at, .allowed = allowed});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  return problem;
}

/// Its answer on two intervals of the trapezoid; the costate goes from `start` to `end`.
Solution answer(double control, double start = 1.0, double end = 1.0) {
  Solution solution;
  solution.problem = "downhill";
  solution.transcription = "trapezoid";
  PhaseSolution series;
  series.time = series.control_time = Eigen::Vector3d(0.0, 0.5, 1.0);
  series.states = Eigen::RowVector3d(0.0, 0.5 * control, control);
  series.controls = Eigen::RowVector3d::Constant(control);
  series.costates = series.costates_before = Eigen::RowVector3d(start, 0.5 * (start + end), end);
  solution.phases.push_back(series);
  return solution;
}

TEST(SwitchingFunctions, AreTheCostateOfAnIntegrator) {
  const Problem problem = downhill(-1.0);
  const Solution solution = answer(-1.0);
  PhaseHamiltonian hamiltonian(problem, solution, 0);
  const SwitchingFunctions means = mean_switching_functions(hamiltonian);
  EXPECT_EQ(means.time, Eigen::Vector2d(0.25, 0.75));
  EXPECT_TRUE(means.slopes.isOnes());
  EXPECT_EQ(means.terms(0), 1.0);
  EXPECT_EQ(means.curvatures(0), 0.0);
  const SwitchingFunctions samples = sample_switching_functions(hamiltonian, 2);
  EXPECT_EQ(samples.time, Eigen::Vector4d(0.125, 0.375, 0.625, 0.875));
  EXPECT_TRUE(samples.slopes.isOnes());
}

TEST(HeldControls, AreRightAtTheEndThatTheSlopePointsOutOf) {
  const HeldControls held = examine_held_controls(downhill(-1.0), answer(-1.0));
  EXPECT_TRUE(held.any);
  EXPECT_EQ(held.worst.value, 0.0);
}

TEST(HeldControls, AreWrongAtTheOtherEnd) {
  const HeldControls held = examine_held_controls(downhill(2.0), answer(2.0));
  EXPECT_EQ(held.worst.value, 1.0);
  EXPECT_EQ(held.worst.where.find("control 'u' at"), 0U);
}

// The cubic of the costates with no slope goes from 1 to 0 and on to -1; the last sample is at 1 - 1/32.
TEST(HeldControls, AreFoundWrongOnAPieceOfAnArc) {
  const HeldControls held = examine_held_controls(downhill(-1.0), answer(-1.0, 1.0, -1.0));
  EXPECT_GT(held.worst.value, 0.9);
  EXPECT_EQ(held.worst.where, "control 'u' at 0.9688");
}

TEST(HeldControls, AreNoneWhereAPhaseHoldsNothing) {
  Problem problem = downhill(-1.0);
  std::vector<Phase> phases{problem.phases()[0]};
  phases[0].controls[0].allowed.reset();
  EXPECT_FALSE(examine_held_controls(problem.restated(phases, {}), answer(-1.0)).any);
}

TEST(Certificate, FailsWhereAControlIsHeldAtTheWrongEnd) {
  const Certificate right = certify(downhill(-1.0), answer(-1.0)), wrong = certify(downhill(2.0), answer(2.0));
  EXPECT_TRUE(right.line("switching").holds);
  EXPECT_FALSE(wrong.line("switching").holds);
  EXPECT_TRUE(wrong.line("switching").in_verdict);
  EXPECT_TRUE(right.line("objective_error").holds);
  EXPECT_FALSE(wrong.line("objective_error").holds);  // the whole range counts there too: from 2 to -1 over one second
  EXPECT_NEAR(wrong.error_bar->bar, 3.0, 1e-12);
}

}  // namespace tandem::switching_function_test
