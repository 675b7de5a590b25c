#include <tandem/ocp/answers/certificate_discrete.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <support/order.hpp>
#include <support/refusal.hpp>

#include <numbers>

namespace tandem::certificate_discrete_test {

using test::solved;

constexpr double kScale = 58.8;  // of the cart-pole's objective: all of it is running cost

Solution shooting(int intervals, int degree = 0) {
  SolveOptions options;
  options.transcription = "shooting-rk4";
  options.intervals = intervals;
  options.degree = degree;
  return solve(make_problem("cart-pole-swing-up"), options);
}

// The finite problem is the problem: J and u_0 of the table are those of its exact answer, to the digits printed.
TEST(DiscreteCertificate, PassesTheShotCartPoleAsTheDiscreteProblemItIs) {
  struct Row {
    int intervals;
    double objective, first_control;
  };
  for (const Row& row : {Row{40, 59.31717964, 3.32211238}, Row{100, 58.88833599, 2.42193075}}) {
    const Solution solution = shooting(row.intervals);
    EXPECT_NEAR(solution.objective, row.objective, 1e-8) << row.intervals;
    EXPECT_NEAR(solution.phases.front().controls(0, 0), row.first_control, 1e-6) << row.intervals;
    EXPECT_EQ(solution.certificate.kind, "discrete");
    EXPECT_TRUE(solution.certificate.passes());
  }
}

// The table's other rows: the better basin, where the cart goes back before it goes on, and the acrobot.
TEST(DiscreteCertificate, PassesTheCartPolesSecondBasin) {
  PhaseGuess back_first = straight_line_guess(make_problem("cart-pole-swing-up"), 0);
  back_first.time = back_first.control_time = Eigen::Vector4d(0.0, 0.5, 1.2, 2.0);
  back_first.states = Eigen::MatrixXd::Zero(4, 4);
  back_first.states.row(0) << 0.0, -0.9, 1.3, 1.0;
  back_first.states.row(1) << 0.0, 0.7, 0.3, std::numbers::pi;
  back_first.controls = Eigen::RowVector4d::Zero();
  SolveOptions options{.transcription = "shooting-rk4", .intervals = 100};
  options.guess = back_first;
  const Solution solution = solve(make_problem("cart-pole-swing-up"), options);
  EXPECT_NEAR(solution.objective, 58.04340535, 1e-8);
  EXPECT_NEAR(solution.phases.front().controls(0, 0), -6.47456526, 1e-6);
  EXPECT_TRUE(solution.certificate.passes());
}

// From the collocated answer, which lies in its basin: from afar, rounding decides where 165 iterations end.
TEST(DiscreteCertificate, PassesTheShotAcrobot) {
  const Problem problem = make_problem("acrobot-swing-up");
  SolveOptions options{.transcription = "shooting-rk4", .intervals = 200};
  options.guess = guess_from(solve(problem));
  const Solution solution = solve(problem, options);
  EXPECT_NEAR(solution.objective, 34.93886145, 1e-8);
  EXPECT_NEAR(solution.phases.front().controls(0, 0), -10.55222249, 1e-6);
  EXPECT_TRUE(solution.certificate.passes());
}

/// minimise  T + integral of u^2 + gain^2  for  x' = gain u,  x(0) = 0,  x(T) = 1,  T and gain free or held.
Problem geared(std::optional<double> time, std::optional<double> held_gain) {
  Problem problem("geared");
  const Role role = held_gain ? Role::constant : Role::design;
  const Number gain = problem.number({"gain", held_gain.value_or(1.0), "", "", role, 0.1, 10.0});
  auto phase = problem.phase<1, 1>("move");
  phase.time({.end = time ? Range(*time) : Range(0.2, 5.0), .guess = time.value_or(1.0)});
  phase.state("place", {.start = 0.0, .end = 1.0});
  phase.control("motor", {.guess = {{1.0, 1.0}}});
  phase.dynamics([=](const auto& k) { return rates(k[gain] * k.u[0]); });
  phase.running_cost([=](const auto& k) { return 1.0 + square(k.u[0]) + square(k[gain]); });
  return problem;
}

// u = 1 / (gain T), so that the cost is T + 1 / (gain^2 T) + gain^2 T: least at gain = T^-1/2, where it is T + 2; T is
// as short as it may be. Costs by time or gain alone at other values are no minimum, and only the derivative by the
// time or the number knows.
TEST(DiscreteCertificate, TestsFreeTimesAndDesignNumbersOfTheFiniteProblem) {
  const SolveOptions options{.transcription = "shooting-rk4", .intervals = 10};
  const Problem free = geared({}, {});
  const Solution best = solve(free, options);
  EXPECT_TRUE(best.certificate.passes());
  EXPECT_NEAR(best.objective, 2.2, 1e-7);
  EXPECT_TRUE(certify(free, solve(geared(0.2, std::sqrt(5.0)), options)).passes());

  const Certificate late = certify(free, solve(geared(1.0, 1.0), options));
  EXPECT_FALSE(late.passes());
  EXPECT_GT(late.line("transversality").value, 0.1);
  EXPECT_NE(late.line("transversality").where.find("H at the free end time"), std::string::npos);
  const Certificate weak = certify(free, solve(geared(0.2, 1.0), options));
  EXPECT_FALSE(weak.passes());
  EXPECT_NE(weak.line("transversality").where.find("design number 'gain'"), std::string::npos);
}

TEST(DiscreteCertificate, NotesTheIntervalErrorAgainstTheContinuousDynamics) {
  const CertificateLine line = shooting(40).certificate.line("interval_error");
  EXPECT_FALSE(line.in_verdict);
  EXPECT_GT(line.value, 1e-6);
}

// Linear controls are less held back than constant ones: the objective is above the continuous one by order 4 in the
// step, 3e-5 on 200 intervals. Without that term (Richardson) the next is left, 1e-7.
TEST(DiscreteCertificate, TakesLinearControlsToo) {
  EXPECT_TRUE(shooting(100, 1).certificate.passes());
  const double coarse = shooting(200, 1).objective, fine = shooting(400, 1).objective;
  EXPECT_GT(fine, 58.80766747);
  EXPECT_NEAR(fine + (fine - coarse) / 15, 58.80766747, 3e-7);
}

// Constant controls have order 2. With the junctions on knots only even powers of the step come in: what three meshes
// leave of the order is the step's fourth power, 3e-5.
TEST(DiscreteCertificate, KeepsPathConstraintsAtTheKnots) {
  const Problem problem = test::speed_limit_problem(test::SpeedLimit::path_constraint);
  EXPECT_TRUE(solved(problem, 60, "shooting-rk4").certificate.passes());
  const auto error = [&](int intervals) {
    return solved(problem, intervals, "shooting-rk4").objective - test::kSpeedLimitCost;
  };
  EXPECT_NEAR(test::extrapolated_order(error(60), error(120), error(240), 2), 2.0, 1e-4);
}

TEST(DiscreteCertificate, RefusesAStateThatDoesNotFollowFromTheStepBefore) {
  Solution solution = shooting(40);
  solution.phases.front().states(1, 20) += 1e-6;
  const DiscreteEvidence evidence = examine_discrete(make_problem("cart-pole-swing-up"), solution, kScale);
  EXPECT_GT(evidence.step_residual.value, 1e-7);
  EXPECT_TRUE(test::says(evidence.step_residual.where, "in step"));
}

TEST(DiscreteCertificate, RefusesCostatesOfTheWrongSign) {
  Solution solution = shooting(40);
  PhaseSolution& phase = solution.phases.front();
  phase.costates *= -1;
  phase.costates_before *= -1;
  EXPECT_GT(examine_discrete(make_problem("cart-pole-swing-up"), solution, kScale).stationarity.value, 1e-2);
}

TEST(DiscreteCertificate, RefusesAControlThatIsNotTheBest) {
  Solution solution = shooting(40);
  solution.phases.front().controls(0, 7) += 1e-3;
  const DiscreteEvidence evidence = examine_discrete(make_problem("cart-pole-swing-up"), solution, kScale);
  EXPECT_GT(evidence.stationarity.value, 1e-6);
}

}  // namespace tandem::certificate_discrete_test
