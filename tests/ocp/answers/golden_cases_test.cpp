#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <functional>

/// The certificate's golden cases beyond the smooth one: what must pass, and what it notes.
namespace tandem::golden_cases_test {

using test::says;

std::string notes_of(const Solution& solution) {
  std::string all;
  for (const std::string& note : solution.certificate.notes) all += note + "\n";
  return all;
}

TEST(GoldenCase, OfASecondOrderSingularArcPassesWithArcAndOvershootNoted) {
  const Solution solution = solve(make_problem("singular-regulator"));
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_TRUE(says(notes_of(solution), "control 'force' is singular from 1.4"));
  EXPECT_TRUE(says(notes_of(solution), "between nodes the stored control 'force' passes its bounds by"));
}

TEST(GoldenCase, OfABangBangTimePassesWithTheOvershootNoted) {
  const Solution solution = solve(make_problem("two-mass-spring"));
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_TRUE(says(notes_of(solution), "between nodes the stored control 'force' passes its bounds by"));
  EXPECT_TRUE(says(notes_of(solution), "it is played within them"));
}

TEST(GoldenCase, OfAQuaternionKeepsItsLength) {
  const Solution solution = solve(make_problem("bilimoria-wie"));
  EXPECT_TRUE(solution.certificate.passes());
  const Eigen::MatrixXd q = solution.phases.front().states.topRows(4);
  EXPECT_LT((q.colwise().norm().array() - 1.0).abs().maxCoeff(), 1e-8);  // collocation's own drift at 200 intervals
}

TEST(GoldenCase, OfAPeriodicOrbitClosesAndItsCostateToo) {
  const Solution solution = solve(make_problem("periodic-follower"));
  EXPECT_TRUE(solution.certificate.passes());
  const PhaseSolution& orbit = solution.phases.front();
  EXPECT_NEAR(orbit.states(0, 0), 1.0 / 3.0, 1e-9);
  EXPECT_NEAR(orbit.states(0, 20), orbit.states(0, 0), 1e-12);
  EXPECT_NEAR(orbit.costates(0, 20), orbit.costates(0, 0), 1e-9);
  EXPECT_NEAR(orbit.costates(0, 0), -solution.multipliers.at("linkage/period-to-period.follower")[0], 1e-9);
}

TEST(GoldenCase, OfAnIntegralConstraintHoldsTheChainsLength) {
  const Solution solution = solve(make_problem("hanging-chain"));
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_NEAR(solution.phases.front().integrals(0, solution.intervals()), 4.0, 1e-12);
}

// d cost / d length, by which the chain's bottom hangs below zero: the multiplier is minus the height of the axis.
TEST(GoldenCase, OfAnIntegralConstraintHasTheSlopeOfTheCostAsItsMultiplier) {
  const double step = 1e-4;
  const auto cost = [](double length) {
    return solve(test::problem_with("hanging-chain", {{"length", length}})).objective;
  };
  const double slope = (cost(4.0 + step) - cost(4.0 - step)) / (2.0 * step);
  EXPECT_NEAR(solve(make_problem("hanging-chain")).multipliers.at("hang/integral/length")[0], -slope, 1e-6);
}

// After the wall v+ = -e v-, so its costate before it is -e times that after it.
TEST(GoldenCase, OfTwoPhasesWithAJumpOfTheStatePassesAndItsCostateJumpsToo) {
  const Solution solution = solve(make_problem("bouncing-mass"));
  EXPECT_TRUE(solution.certificate.passes());
  const PhaseSolution &there = solution.phases[0], &back = solution.phases[1];
  EXPECT_NEAR(there.states(1, 20), 1.5 * 1.3 / 1.09, 1e-9);
  EXPECT_NEAR(back.states(1, 0), -0.3 * there.states(1, 20), 1e-12);
  EXPECT_NEAR(there.costates(1, 20), -0.3 * back.costates(1, 0), 1e-9);
}

// ---- wrong on purpose: each fails by the right line -----------------------------------------------------------------

std::string reasons_after(const std::string& name, const std::function<void(Solution&)>& spoil,
                          const std::function<void(Problem&)>& change = {}) {
  Problem problem = make_problem(name);
  Solution solution = solve(problem);
  EXPECT_TRUE(solution.certificate.passes()) << name;
  spoil(solution);
  if (change) change(problem);
  const Certificate certificate = certify(problem, solution);
  std::string all;
  for (const std::string& reason : certificate.reasons) all += reason + "\n";
  return all;
}

TEST(WrongOnPurpose, ACostOfTheWrongSignFailsByItsErrorBar) {
  const std::string reasons = reasons_after(
      "cart-pole-swing-up", [](Solution&) {}, [](Problem& problem) { problem.maximise(); });
  EXPECT_TRUE(says(reasons, "the objective may be"));
  EXPECT_TRUE(says(reasons, "most of it by control 'force'"));
}

TEST(WrongOnPurpose, APerturbedMotionFailsByItsErrorBarAndIntervalError) {
  const std::string reasons =
      reasons_after("cart-pole-swing-up", [](Solution& s) { s.phases[0].states(1, 50) += 1e-3; });
  EXPECT_TRUE(says(reasons, "the objective may be"));
  EXPECT_TRUE(says(reasons, "interval_error is"));
  EXPECT_TRUE(says(reasons, "interval 49") || says(reasons, "interval 50"));
}

// A cost of u^2: two thousandths of it.
TEST(WrongOnPurpose, AControlAThousandthTooLargeFailsByTwoThousandths) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Solution solution = solve(problem);
  solution.phases[0].controls *= 1.001;
  const Certificate certificate = certify(problem, solution);
  EXPECT_FALSE(certificate.line("objective_error").holds);
  EXPECT_NEAR(certificate.error_bar->relative(), 2e-3, 2e-5);
  EXPECT_NEAR(certificate.line("left_over").value, 2e-3, 2e-5);  // the printed objective is not of these controls
}

TEST(WrongOnPurpose, ADroppedConstraintFailsByItsViolation) {
  const auto tighter = [](Problem& problem) { problem.set("limit", 0.05); };
  EXPECT_TRUE(says(reasons_after(
                       "bryson-denham", [](Solution& s) { s.numbers["limit"] = 0.05; }, tighter),
                   "node_violation is"));
}

TEST(WrongOnPurpose, APerturbedCostateFailsByWhatTheCostatesMissAndItsJumps) {
  const std::string reasons = reasons_after("cart-pole-swing-up", [](Solution& s) { s.phases[0].costates *= 1.01; });
  EXPECT_TRUE(says(reasons, "costates is"));
  EXPECT_TRUE(says(reasons, "left_over is"));
  EXPECT_TRUE(says(reasons, "jump of the costate of"));
}

TEST(WrongOnPurpose, AMultiplierOfTheWrongSignFailsByTransversalityOrTheErrorBar) {
  const auto flip = [](const char* name) {
    return [name](Solution& s) {
      for (double& value : s.multipliers.at(name)) value = -value;
    };
  };
  EXPECT_TRUE(says(reasons_after("hanging-chain", flip("hang/integral/length")), "the objective may be"));
  const std::string ring = reasons_after("periodic-follower", flip("linkage/period-to-period.follower"));
  EXPECT_TRUE(says(ring, "transversality is"));
  EXPECT_TRUE(says(ring, "costate of 'follower'"));
  EXPECT_TRUE(says(reasons_after("bouncing-mass", flip("linkage/impact")), "transversality is"));
}

TEST(WrongOnPurpose, ALinkageThatDoesNotHoldFailsByItsName) {
  const auto change = [](Problem& problem) { problem.set("bounce", 0.5); };
  const std::string reasons = reasons_after(
      "bouncing-mass", [](Solution& s) { s.numbers["bounce"] = 0.5; }, change);
  EXPECT_TRUE(says(reasons, "node_violation is"));
  EXPECT_TRUE(says(reasons, "linkage 'impact'"));
}

TEST(WrongOnPurpose, AWrongDesignNumberFailsByItsName) {
  const std::string reasons = reasons_after("co-design-transfer", [](Solution& s) { s.numbers["stiffness"] *= 1.05; });
  EXPECT_TRUE(says(reasons, "interval_error is"));
}

TEST(WrongOnPurpose, ATimeThatDoesNotBalanceFailsByItsName) {
  const auto later = [](Solution& s) { s.phases[0].costates *= 1.01, s.phases[0].costates_before *= 1.01; };
  EXPECT_TRUE(says(reasons_after("double-integrator-time", later), "H at the free end time"));
}

}  // namespace tandem::golden_cases_test
