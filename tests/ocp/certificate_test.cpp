#include <tandem/ocp/certificate.hpp>

#include <gtest/gtest.h>
#include <ocp/solved.hpp>
#include <ocp/speed_limit_problem.hpp>
#include <support/order.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem {
namespace {

using test::says;
using test::solved;
using test::SpeedLimit;

std::string joined(const std::vector<std::string>& sentences) {
  std::string all;
  for (const std::string& sentence : sentences) all += sentence + "\n";
  return all;
}

/// Whether exactly these lines fail.
testing::AssertionResult fails_by(const Certificate& certificate, const std::vector<std::string>& expected) {
  std::vector<std::string> failing;
  for (const CertificateLine& line : certificate.lines) {
    if (line.in_verdict && !line.holds) failing.push_back(line.name);
  }
  if (failing == expected && !certificate.passes()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "fails by " << joined(failing) << "because " << joined(certificate.reasons);
}

// ---- golden case 1: smooth ------------------------------------------------------------------------------------------

// The other low order: 7.4e-5 at 100 intervals and 9.1e-6 at 200, where only stationarity is left to refine.
TEST(Certificate, MeasuresTheMidpointsIntervalErrorOnTheCartPole) {
  const double coarse = solved("cart-pole-swing-up", 100, "midpoint").certificate.line("interval_error").value;
  const double fine = solved("cart-pole-swing-up", 200, "midpoint").certificate.line("interval_error").value;
  EXPECT_NEAR(coarse, 7.4e-5, 0.05 * 7.4e-5);
  EXPECT_NEAR(fine, 9.1e-6, 0.05 * 9.1e-6);
}

class CoarseCartPole : public testing::TestWithParam<int> {};

// The coarsest fail by stationarity too, which is cured by refining as well.
TEST_P(CoarseCartPole, IsRefusedByItsIntervalErrorWithTheAdviceToRefine) {
  const Solution solution = solved("cart-pole-swing-up", GetParam());
  EXPECT_TRUE(solution.is_solved());  // the solver is content
  EXPECT_FALSE(solution.certificate.passes());
  EXPECT_FALSE(solution.certificate.line("interval_error").holds);
  for (const std::string other : {"node_violation", "transversality", "curvature"}) {
    EXPECT_TRUE(solution.certificate.line(other).holds) << other;
  }
  EXPECT_TRUE(says(joined(solution.certificate.reasons), "interval_error is"));
  EXPECT_TRUE(says(joined(solution.certificate.reasons), "refine the mesh: about"));
}

INSTANTIATE_TEST_SUITE_P(EveryMesh, CoarseCartPole, testing::Values(4, 8, 20, 50));

TEST(Certificate, RefusesTheCartPoleOnFiftyIntervalsByItsIntervalErrorAlone) {
  EXPECT_TRUE(fails_by(solved("cart-pole-swing-up", 50).certificate, {"interval_error"}));
}

// The objective is far better than the truth, 58.8.
TEST(Certificate, RefusesTheCartPoleOnFourIntervalsThatLooksTooGood) {
  const Solution solution = solved("cart-pole-swing-up", 4);
  EXPECT_TRUE(solution.is_solved());
  EXPECT_NEAR(solution.objective, 45.7657, 5e-5);  // the digits that were printed
  EXPECT_FALSE(solution.certificate.passes());
  EXPECT_FALSE(solution.certificate.line("interval_error").holds);
  EXPECT_TRUE(says(joined(solution.certificate.reasons), "refine the mesh"));
}

class FineCartPole : public testing::TestWithParam<int> {};

TEST_P(FineCartPole, IsCertified) {
  const Solution solution = solved("cart-pole-swing-up", GetParam());
  EXPECT_TRUE(solution.certificate.passes()) << joined(solution.certificate.reasons);
  for (const CertificateLine& line : solution.certificate.lines) EXPECT_TRUE(line.holds) << line.name;
}

INSTANTIATE_TEST_SUITE_P(EveryMesh, FineCartPole, testing::Values(100, 200, 400));

TEST(Certificate, AsksALowOrderForAFinerMeshThatThenPasses) {
  const Certificate coarse = solved("cart-pole-swing-up", 200, "trapezoid").certificate;
  EXPECT_TRUE(fails_by(coarse, {"interval_error", "stationarity"}));
  EXPECT_TRUE(says(joined(coarse.reasons), "refine the mesh: about 8"));
  EXPECT_TRUE(says(joined(coarse.reasons), "intervals of trapezoid instead of 200 should do"));
  EXPECT_TRUE(solved("cart-pole-swing-up", 850, "trapezoid").certificate.passes());
}

// The error in one interval falls with order 3, stationarity with order 2, also at the two ends, where the control
// itself has order 1. Three meshes are rid of the error's next term; 0.006 of the orders is left.
TEST(Certificate, SeesTheOrdersOfTheTrapezoid) {
  std::vector<Certificate> meshes;
  for (const int intervals : {200, 400, 800}) {
    meshes.push_back(solved("cart-pole-swing-up", intervals, "trapezoid").certificate);
  }
  const auto order = [&](const char* line) {
    return test::extrapolated_order(meshes[0].line(line).value, meshes[1].line(line).value, meshes[2].line(line).value);
  };
  EXPECT_NEAR(order("interval_error"), 3.0, 0.01);
  EXPECT_NEAR(order("stationarity"), 2.0, 0.01);
}

// ---- golden case 2: bang-bang ---------------------------------------------------------------------------------------

TEST(Certificate, PassesABangBangAnswerAndNotesTheOvershoot) {
  const Solution solution = solved("double-integrator-time", 20);
  EXPECT_TRUE(solution.certificate.passes()) << joined(solution.certificate.reasons);
  // The switch is the knot both intervals share, the quadratic through 1, 1, 0 rises to 1.125 in between.
  const CertificateLine& between = solution.certificate.line("between_nodes");
  EXPECT_FALSE(between.in_verdict);
  EXPECT_TRUE(says(joined(solution.certificate.notes), "between nodes control 'force'"));
  EXPECT_TRUE(says(joined(solution.certificate.notes), "overshoots"));
}

// ---- golden case 9: wrong on purpose --------------------------------------------------------------------------------

/// minimise  sign * half the integral of x^2 + u^2,  x' = u,  |u| <= 2,  x(0) = 1.
Problem regulator(double sign) {
  Problem problem("regulator");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 1.0});
  phase.control("u", {.bounds = {-2.0, 2.0}});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([=](const auto& k) { return sign * 0.5 * (square(k.x[0]) + square(k.u[0])); });
  return problem;
}

TEST(Certificate, RefusesAnAnswerToTheCostOfTheOtherSign) {
  EXPECT_TRUE(certify(regulator(1.0), solved(regulator(1.0), 50)).passes());
  const Solution worst = solved(regulator(-1.0), 50);
  ASSERT_TRUE(worst.is_solved());
  EXPECT_TRUE(fails_by(certify(regulator(1.0), worst), {"stationarity"}));
}

TEST(Certificate, RefusesAPerturbedStateByItsIntervalError) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Solution solution = solved(problem, 100);
  solution.phases.front().states(0, 41) += 1e-4;
  const Certificate certificate = certify(problem, solution);
  EXPECT_FALSE(certificate.passes());
  EXPECT_FALSE(certificate.line("interval_error").holds);
  EXPECT_TRUE(certificate.line("node_violation").holds);
  EXPECT_TRUE(says(certificate.line("interval_error").where, "state 'position' in interval"));
}

TEST(Certificate, RefusesAPerturbedControl) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Solution solution = solved(problem, 100);
  solution.phases.front().controls(0, 80) += 0.1;
  const Certificate certificate = certify(problem, solution);
  EXPECT_FALSE(certificate.line("interval_error").holds);
  EXPECT_FALSE(certificate.line("stationarity").holds);
}

TEST(Certificate, RefusesAnAnswerWithoutABoundByTheViolation) {
  const Solution fast = solved(test::speed_limit_problem(SpeedLimit::dropped), 20);
  EXPECT_TRUE(fast.certificate.passes());
  const Certificate certificate = certify(test::speed_limit_problem(SpeedLimit::bound), fast);
  EXPECT_FALSE(certificate.passes());
  EXPECT_FALSE(certificate.line("node_violation").holds);
  EXPECT_TRUE(certificate.line("interval_error").holds);
  EXPECT_TRUE(certificate.line("stationarity").holds);
  EXPECT_TRUE(says(certificate.line("node_violation").where, "state 'speed' at"));
}

TEST(Certificate, RefusesAnAnswerWithoutAPathConstraintByTheViolation) {
  Solution fast = solved(test::speed_limit_problem(SpeedLimit::dropped), 20);
  fast.phases.front().path_multipliers.setZero(1, 60);
  const Certificate certificate = certify(test::speed_limit_problem(SpeedLimit::path_constraint), fast);
  EXPECT_TRUE(fails_by(certificate, {"node_violation"}));
  EXPECT_TRUE(says(certificate.line("node_violation").where, "path constraint 'limit' at"));
}

TEST(Certificate, RefusesCostatesOfTheWrongSignByStationarity) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Solution solution = solved(problem, 100);
  solution.phases.front().costates *= -1.0;
  solution.phases.front().costates_before *= -1.0;
  EXPECT_TRUE(fails_by(certify(problem, solution), {"stationarity"}));
}

TEST(Certificate, RefusesACostateJumpOfTheWrongSignByTransversality) {
  const Problem problem = test::problem_with("bryson-denham", {{"limit", 0.2}});
  Solution solution = solved(problem, 54);
  EXPECT_TRUE(certify(problem, solution).passes()) << joined(certify(problem, solution).reasons);
  PhaseSolution& phase = solution.phases.front();
  std::swap(phase.costates, phase.costates_before);
  const Certificate certificate = certify(problem, solution);
  EXPECT_FALSE(certificate.passes());
  EXPECT_FALSE(certificate.line("transversality").holds);
}

TEST(Certificate, RefusesPathMultipliersOfTheWrongSign) {
  const Problem problem = test::speed_limit_problem(SpeedLimit::path_constraint);
  Solution solution = solved(problem, 20);
  EXPECT_TRUE(certify(problem, solution).passes()) << joined(certify(problem, solution).reasons);
  solution.phases.front().path_multipliers *= -1.0;
  const Certificate certificate = certify(problem, solution);
  EXPECT_FALSE(certificate.passes());
  EXPECT_FALSE(certificate.line("transversality").holds && certificate.line("stationarity").holds);
}

TEST(Certificate, RefusesAMaximumTakenForAMinimumByItsCurvature) {
  Solution solution = solved("cart-pole-swing-up", 100);
  solution.last_regularization = 1e-4;
  EXPECT_TRUE(fails_by(certify(make_problem("cart-pole-swing-up"), solution), {"curvature"}));
}

TEST(Certificate, RefusesWhatTheSolverDidNotFinish) {
  SolveOptions options;
  options.solver.max_iterations = 3;
  const Solution solution = solve(make_problem("cart-pole-swing-up"), options);
  EXPECT_EQ(solution.status, Status::iteration_limit);
  EXPECT_FALSE(solution.certificate.passes());
  EXPECT_EQ(solution.certificate.reasons.front(), "the solver did not finish: iteration limit");
}

TEST(Certificate, RefusesNotANumberInEveryLineItTouches) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().states(1, 4) = std::numeric_limits<double>::quiet_NaN();
  solution.phases.front().costates(1, 4) = std::numeric_limits<double>::quiet_NaN();
  const Certificate certificate = certify(problem, solution);
  EXPECT_FALSE(certificate.passes());
  EXPECT_FALSE(certificate.line("interval_error").holds);
  EXPECT_FALSE(certificate.line("node_violation").holds);
  EXPECT_FALSE(certificate.line("stationarity").holds);
}

TEST(Certificate, FailsByAStateFarPastItsBoundBetweenNodes) {
  // A fast oscillation that is within its bound at every knot and far past it in between.
  Problem problem("between");
  auto phase = problem.phase<2, 1>("only");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("x", {.bounds = {-kInfinity, 0.1}, .start = 0.0, .end = 0.0});
  phase.state("v", {.start = 1.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  const Certificate certificate = solved(problem, 1, "trapezoid").certificate;
  EXPECT_FALSE(certificate.passes());
  EXPECT_TRUE(certificate.line("between_nodes").in_verdict);
  EXPECT_FALSE(certificate.line("between_nodes").holds);
  EXPECT_TRUE(certificate.line("node_violation").holds);
}

// ---- its own form ---------------------------------------------------------------------------------------------------

TEST(Certificate, HasTheLinesThatAreDocumented) {
  const Certificate certificate = solved("cart-pole-swing-up", 100).certificate;
  std::vector<std::string> names;
  for (const CertificateLine& line : certificate.lines) names.push_back(line.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"interval_error", "node_violation", "stationarity", "transversality", "curvature",
                                      "open_loop_miss", "between_nodes", "hamiltonian_drift", "mesh_error"}));
  EXPECT_EQ(certificate.line("interval_error").limit, 1e-5);
  EXPECT_EQ(certificate.line("node_violation").limit, 1e-6);
  EXPECT_EQ(certificate.line("stationarity").limit, 1e-4);
  EXPECT_EQ(certificate.line("transversality").limit, 1e-4);
  EXPECT_FALSE(certificate.line("open_loop_miss").in_verdict);
  EXPECT_EQ(certificate.kind, "continuous");
}

TEST(Certificate, TakesOtherLimits) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution solution = solved(problem, 50);
  CertificateLimits limits;
  limits.interval_error = 1e-4;
  EXPECT_TRUE(certify(problem, solution, limits).passes());
  limits.interval_error = 1e-7;
  EXPECT_TRUE(fails_by(certify(problem, solution, limits), {"interval_error"}));
}

TEST(Certificate, RefusesToShowALineItDoesNotHave) {
  EXPECT_TRUE(test::refuses([] { Certificate().line("luck"); }, "certificate: it has no line 'luck'"));
}

}  // namespace
}  // namespace tandem
