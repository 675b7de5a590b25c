#include <tandem/ocp/answers/certify.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <support/order.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::certify_test {

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

// The other low order: 7.4e-5 at 100 intervals and 9.1e-6 at 200, an eighth of it.
TEST(Certificate, MeasuresTheMidpointsIntervalErrorOnTheCartPole) {
  const double coarse = solved("cart-pole-swing-up", 100, "midpoint").certificate.line("interval_error").value;
  const double fine = solved("cart-pole-swing-up", 200, "midpoint").certificate.line("interval_error").value;
  EXPECT_NEAR(coarse, 7.4e-5, 0.05 * 7.4e-5);
  EXPECT_NEAR(fine, 9.1e-6, 0.05 * 9.1e-6);
}

class CoarseCartPole : public testing::TestWithParam<int> {};

// The coarsest fail by the costates and the interval error too, which are cured by refining as well.
TEST_P(CoarseCartPole, IsRefusedByItsErrorBarWithTheAdviceToRefine) {
  const Solution solution = solved("cart-pole-swing-up", GetParam());
  EXPECT_TRUE(solution.is_solved());  // the solver is content
  EXPECT_FALSE(solution.certificate.passes());
  EXPECT_FALSE(solution.certificate.line("objective_error").holds);
  for (const std::string other : {"node_violation", "left_over", "transversality", "curvature", "derivatives"}) {
    EXPECT_TRUE(solution.certificate.line(other).holds) << other;
  }
  EXPECT_TRUE(says(joined(solution.certificate.reasons), "the objective may be"));
  EXPECT_TRUE(says(joined(solution.certificate.reasons),
                   "a finer mesh should mend it: tandem solve cart-pole-swing-up --refine 1e-05"));
}

INSTANTIATE_TEST_SUITE_P(EveryMesh, CoarseCartPole, testing::Values(4, 8, 20, 50));

TEST(Certificate, RefusesTheCartPoleOnFiftyIntervalsByItsErrorBarAlone) {
  EXPECT_TRUE(fails_by(solved("cart-pole-swing-up", 50).certificate, {"objective_error"}));
}

// The objective is far better than the truth, 58.8, and the bar says how far.
TEST(Certificate, RefusesTheCartPoleOnFourIntervalsThatLooksTooGood) {
  const Solution solution = solved("cart-pole-swing-up", 4);
  EXPECT_TRUE(solution.is_solved());
  EXPECT_NEAR(solution.objective, 45.7657, 5e-5);  // the digits that were printed
  EXPECT_TRUE(fails_by(solution.certificate, {"objective_error", "costates", "interval_error"}));
  ASSERT_TRUE(solution.certificate.error_bar.has_value());
  EXPECT_GT(solution.certificate.error_bar->bar, 0.5 * (58.80766747 - solution.objective));
  EXPECT_TRUE(says(joined(solution.certificate.reasons), "a finer mesh should mend it"));
}

class FineCartPole : public testing::TestWithParam<int> {};

// The truth lies within the bar, and the better objective is nearer to it (by 200 times at least on these meshes).
TEST_P(FineCartPole, IsCertified) {
  const Solution solution = solved("cart-pole-swing-up", GetParam());
  EXPECT_TRUE(solution.certificate.passes()) << joined(solution.certificate.reasons);
  for (const CertificateLine& line : solution.certificate.lines) EXPECT_TRUE(line.holds) << line.name;
}

INSTANTIATE_TEST_SUITE_P(EveryMesh, FineCartPole, testing::Values(100, 200, 400));

TEST(Certificate, AsksALowOrderForAFinerMeshThatThenPasses) {
  const Certificate coarse = solved("cart-pole-swing-up", 200, "trapezoid").certificate;
  EXPECT_TRUE(fails_by(coarse, {"objective_error", "costates"}));
  EXPECT_TRUE(says(joined(coarse.reasons), "a finer mesh should mend it"));
  EXPECT_TRUE(solved("cart-pole-swing-up", 3000, "trapezoid").certificate.passes());  // 850 have a bar of 1.2e-4
}

// The error in one interval falls with order 3, the bar and what the costates miss, sums over all intervals, with
// order 2. Three meshes are rid of the error's next term.
TEST(Certificate, SeesTheOrdersOfTheTrapezoid) {
  std::vector<Certificate> meshes;
  for (const int intervals : {200, 400, 800}) {
    meshes.push_back(solved("cart-pole-swing-up", intervals, "trapezoid").certificate);
  }
  const auto order = [&](const char* line) {
    return test::extrapolated_order(meshes[0].line(line).value, meshes[1].line(line).value, meshes[2].line(line).value);
  };
  EXPECT_NEAR(order("interval_error"), 3.0, 0.01);
  EXPECT_NEAR(order("objective_error"), 2.0, 0.01);
  EXPECT_NEAR(order("costates"), 2.0, 0.01);
}

// ---- golden case 2: bang-bang ---------------------------------------------------------------------------------------

// The switch is the knot both intervals share; the quadratic through 1, 1, 0 rises to 1.125 in between.
TEST(Certificate, PassesABangBangAnswerAndNotesTheOvershoot) {
  const Solution solution = solved("double-integrator-time", 20);
  EXPECT_TRUE(solution.certificate.passes()) << joined(solution.certificate.reasons);
  EXPECT_TRUE(says(joined(solution.certificate.notes),
                   "between nodes the stored control 'force' passes its bounds by 0.125 N"));
  EXPECT_TRUE(says(joined(solution.certificate.notes), "it is played within them"));
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
  const Certificate certificate = certify(regulator(1.0), worst);
  EXPECT_FALSE(certificate.passes());
  EXPECT_FALSE(certificate.line("costates").holds);
  EXPECT_FALSE(certificate.line("left_over").holds);  // the printed objective is not that cost
}

TEST(Certificate, RefusesAPerturbedStateByItsErrorBar) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Solution solution = solved(problem, 100);
  solution.phases.front().states(0, 41) += 1e-3;  // 6e-4 of the position's range
  const Certificate certificate = certify(problem, solution);
  EXPECT_FALSE(certificate.passes());
  EXPECT_FALSE(certificate.line("objective_error").holds);
  EXPECT_FALSE(certificate.line("interval_error").holds);
  EXPECT_TRUE(certificate.line("node_violation").holds);
  EXPECT_TRUE(says(certificate.line("objective_error").where, "state 'position' in interval 4"));
  EXPECT_TRUE(says(certificate.line("interval_error").where, "state 'position' in interval 4"));
}

// The cost is that of the spoilt force, of which neither the motion nor the printed objective is.
TEST(Certificate, RefusesAPerturbedControl) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Solution solution = solved(problem, 100);
  solution.phases.front().controls(0, 80) += 0.1;
  const Certificate certificate = certify(problem, solution);
  for (const char* line : {"objective_error", "interval_error", "left_over"}) {
    EXPECT_FALSE(certificate.line(line).holds) << line;
  }
  EXPECT_TRUE(says(certificate.line("interval_error").where, "in interval 39") ||
              says(certificate.line("interval_error").where, "in interval 40"));
}

TEST(Certificate, RefusesAnAnswerWithoutABoundByTheViolation) {
  const Solution fast = solved(test::speed_limit_problem(SpeedLimit::dropped), 20);
  EXPECT_TRUE(fast.certificate.passes());
  const Certificate certificate = certify(test::speed_limit_problem(SpeedLimit::bound), fast);
  EXPECT_TRUE(fails_by(certificate, {"feasibility", "node_violation"}));
  EXPECT_TRUE(says(certificate.line("node_violation").where, "state 'speed' at"));
  EXPECT_TRUE(says(certificate.line("feasibility").where, "state 'speed' is 0.25 past its bound"));
  EXPECT_EQ(certificate.line("feasibility").limit, 3e-5);  // no multiplier stands near
}

TEST(Certificate, RefusesAnAnswerWithoutAPathConstraintByTheViolation) {
  Solution fast = solved(test::speed_limit_problem(SpeedLimit::dropped), 20);
  fast.phases.front().path_multipliers.setZero(1, 60);
  const Certificate certificate = certify(test::speed_limit_problem(SpeedLimit::path_constraint), fast);
  EXPECT_TRUE(fails_by(certificate, {"feasibility", "node_violation"}));
  EXPECT_TRUE(says(certificate.line("node_violation").where, "path constraint 'limit' at"));
}

TEST(Certificate, RefusesCostatesOfTheWrongSignByItsErrorBar) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Solution solution = solved(problem, 100);
  solution.phases.front().costates *= -1.0;
  solution.phases.front().costates_before *= -1.0;
  const Certificate certificate = certify(problem, solution);
  EXPECT_FALSE(certificate.passes());
  EXPECT_FALSE(certificate.line("objective_error").holds);
  EXPECT_TRUE(says(certificate.line("objective_error").where, "control 'force' in interval"));
}

TEST(Certificate, RefusesACostateJumpOfTheWrongSignAsLeftOver) {
  const Problem problem = test::problem_with("bryson-denham", {{"limit", 0.2}});
  Solution solution = solved(problem, 54);
  EXPECT_TRUE(certify(problem, solution).passes()) << joined(certify(problem, solution).reasons);
  PhaseSolution& phase = solution.phases.front();
  std::swap(phase.costates, phase.costates_before);
  const Certificate certificate = certify(problem, solution);
  EXPECT_FALSE(certificate.passes());
  EXPECT_FALSE(certificate.line("left_over").holds);
  EXPECT_TRUE(says(certificate.line("left_over").where, "jump of the costate of 'position' at 0.5"));
}

TEST(Certificate, RefusesPathMultipliersOfTheWrongSign) {
  const Problem problem = test::speed_limit_problem(SpeedLimit::path_constraint);
  Solution solution = solved(problem, 60);
  EXPECT_TRUE(certify(problem, solution).passes()) << joined(certify(problem, solution).reasons);
  solution.phases.front().path_multipliers *= -1.0;
  const Certificate certificate = certify(problem, solution);
  EXPECT_FALSE(certificate.passes());
  EXPECT_FALSE(certificate.line("left_over").holds);
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
  for (const std::string line : {"objective_error", "costates", "interval_error", "node_violation", "left_over"}) {
    EXPECT_FALSE(certificate.line(line).holds) << line;
    EXPECT_TRUE(std::isnan(certificate.line(line).value)) << line;
  }
}

// ---- its own form ---------------------------------------------------------------------------------------------------

TEST(Certificate, HasTheLinesThatAreDocumented) {
  const Certificate certificate = solved("cart-pole-swing-up", 100).certificate;
  std::vector<std::string> names;
  for (const CertificateLine& line : certificate.lines) names.push_back(line.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"objective_error", "feasibility", "costates", "interval_error", "node_violation",
                                      "left_over", "transversality", "curvature", "derivatives", "stationarity",
                                      "price", "open_loop_miss", "hamiltonian_drift"}));
  EXPECT_EQ(certificate.line("objective_error").limit, 1e-5);
  EXPECT_EQ(certificate.line("feasibility").limit, 1e-4);
  EXPECT_EQ(certificate.line("costates").limit, 1e-2);
  EXPECT_EQ(certificate.line("interval_error").limit, 1e-4);
  EXPECT_EQ(certificate.line("node_violation").limit, 1e-6);
  EXPECT_EQ(certificate.line("left_over").limit, 1e-5);
  EXPECT_EQ(certificate.line("transversality").limit, 1e-4);
  EXPECT_EQ(certificate.line("derivatives").limit, 1e-9);
  for (const char* note : {"stationarity", "price", "open_loop_miss", "hamiltonian_drift"}) {
    EXPECT_FALSE(certificate.line(note).in_verdict) << note;
  }
  EXPECT_EQ(certificate.kind, "continuous");
}

TEST(Certificate, TakesOtherLimits) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution solution = solved(problem, 50);
  CertificateLimits limits;
  limits.objective_error = 2e-4;  // the bar is 1.4e-4
  EXPECT_TRUE(certify(problem, solution, limits).passes());
  limits.interval_error = 1e-7;
  EXPECT_TRUE(fails_by(certify(problem, solution, limits), {"interval_error"}));
}

TEST(Certificate, IsNoPassWhereNothingWasMeasured) {
  EXPECT_EQ(Certificate().verdict(), Verdict::none);
  EXPECT_FALSE(Certificate().passes());
}

TEST(Certificate, RefusesToShowALineItDoesNotHave) {
  EXPECT_TRUE(test::refuses([] { Certificate().line("luck"); }, "certificate: it has no line 'luck'"));
}

}  // namespace tandem::certify_test
