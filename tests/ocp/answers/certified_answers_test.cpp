/// What each line of the certificate measures, on answers that are right and on ones that are spoilt.
#include <tandem/ocp/answers/certify.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <ocp/support/steady_push.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <numbers>
#include <ostream>
#include <string>

namespace tandem::certified_answers_test {

using test::says;
using test::solved;
using test::SpeedLimit;
using test::steady_answer;
using test::SteadyPush;

std::string notes_of(const Certificate& certificate) {
  std::string all;
  for (const std::string& note : certificate.notes) all += note + "\n";
  return all;
}

// ---- errors of the mesh ---------------------------------------------------------------------------------------------

struct Golden {
  int intervals;
  double interval_error;
  double open_loop_miss;

  friend void PrintTo(const Golden& one, std::ostream* out) { *out << one.intervals << " intervals"; }
};

double factor_between(double a, double b) { return std::exp(std::abs(std::log(a / b))); }

class GoldenCartPole : public testing::TestWithParam<Golden> {};

// Measured elsewhere, with another integrator and other scales; hence the factor 3.
TEST_P(GoldenCartPole, HasTheKnownErrorsWithinAFactorThree) {
  const Certificate certificate = solved("cart-pole-swing-up", GetParam().intervals).certificate;
  EXPECT_LT(factor_between(certificate.line("interval_error").value, GetParam().interval_error), 3.0);
  EXPECT_LT(factor_between(certificate.line("open_loop_miss").value, GetParam().open_loop_miss), 3.0);
}

INSTANTIATE_TEST_SUITE_P(EveryMesh, GoldenCartPole,
                         testing::Values(Golden{20, 1.9e-3, 0.71}, Golden{50, 2.3e-5, 5.5e-3},
                                         Golden{100, 7.5e-7, 3.4e-4}, Golden{200, 2.4e-8, 2.1e-5},
                                         Golden{400, 7.4e-10, 1.3e-6}),
                         [](const auto& one) { return std::to_string(one.param.intervals) + "Intervals"; });

class GoldenTrapezoid : public testing::TestWithParam<Golden> {};

TEST_P(GoldenTrapezoid, HasTheKnownErrorsWithinAFactorThree) {
  const Certificate certificate = solved("cart-pole-swing-up", GetParam().intervals, "trapezoid").certificate;
  EXPECT_LT(factor_between(certificate.line("interval_error").value, GetParam().interval_error), 3.0);
}

INSTANTIATE_TEST_SUITE_P(EveryMesh, GoldenTrapezoid,
                         testing::Values(Golden{200, 5.0e-5, 0.0}, Golden{400, 6.3e-6, 0.0}),
                         [](const auto& one) { return std::to_string(one.param.intervals) + "Intervals"; });

// Both transcriptions have the same equations.
TEST(LinesOfAnAnswer, OfSeparatedHermiteSimpsonAreTheSame) {
  const Certificate compressed = solved("cart-pole-swing-up", 50).certificate;
  const Certificate separated = solved("cart-pole-swing-up", 50, "hermite-simpson-separated").certificate;
  for (const char* line : {"interval_error", "objective_error", "costates"}) {
    EXPECT_NEAR(separated.line(line).value / compressed.line(line).value, 1.0, 1e-4) << line;
  }
}

// Where a transcription is exact, only the solver's tolerance and rounding are left: 1e-10, of terms up to 24.
TEST(LinesOfAnAnswer, OfAnExactTranscriptionHaveNothingToSay) {
  const Certificate certificate = solved("double-integrator-energy", 4).certificate;
  for (const char* line : {"objective_error", "feasibility", "costates", "interval_error", "node_violation",
                           "left_over", "transversality", "stationarity", "open_loop_miss"}) {
    EXPECT_LT(certificate.line(line).value, 1e-9) << line;
  }
  EXPECT_LT(certificate.line("hamiltonian_drift").value, 1e-8);
  EXPECT_FALSE(says(notes_of(certificate), "singular"));
  EXPECT_FALSE(says(notes_of(certificate), "passes its bounds"));
}

TEST(LinesOfAnAnswer, AddUpToTheBarFromAPartForEachInterval) {
  const Certificate certificate = solved("cart-pole-swing-up", 20).certificate;
  ASSERT_EQ(certificate.parts.size(), 1U);
  const PhaseParts& parts = certificate.parts[0];
  ASSERT_EQ(parts.errors.size(), 20);
  EXPECT_NEAR(certificate.error_bar->bar, parts.errors.cwiseAbs().sum() + parts.bounds.sum(), 1e-15);
  EXPECT_EQ(certificate.line("objective_error").value, certificate.error_bar->relative());
}

// With the order of the states, 4.
TEST(LinesOfAnAnswer, HaveABarThatFallsWithTheMesh) {
  const double coarse = solved("cart-pole-swing-up", 100).certificate.line("objective_error").value;
  const double fine = solved("cart-pole-swing-up", 200).certificate.line("objective_error").value;
  EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.1);
}

// The average of dH/du that the note is falls with order 2 or more.
TEST(LinesOfAnAnswer, HaveAStationarityThatFallsWithTheMesh) {
  const double coarse = solved("cart-pole-swing-up", 100).certificate.line("stationarity").value;
  const double fine = solved("cart-pole-swing-up", 200).certificate.line("stationarity").value;
  EXPECT_GT(std::log2(coarse / fine), 1.8);
}

// Ten rotations: the product is orthogonal, its Frobenius norm sqrt(2).
TEST(LinesOfAnAnswer, NoteTheAmplificationOfErrors) {
  Problem problem("oscillator");
  auto phase = problem.phase<2, 1>("only");
  phase.state("x", {.start = 1.0});
  phase.state("v", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], -k.x[0] + k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  EXPECT_TRUE(says(notes_of(solved(problem, 10).certificate), "grow at most about 1.41 times"));
}

// ---- a perturbed answer ---------------------------------------------------------------------------------------------

// The costates are 24 t - 12 and -24: the wrong knot costs the two intervals beside it 24 * 1e-3 each.
TEST(LinesOfAnAnswer, NameTheStateAndTheIntervalOfAWrongKnot) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().states(0, 3) += 1e-3;
  const Certificate certificate = certify(problem, solution);
  const CertificateLine& line = certificate.line("interval_error");
  EXPECT_NEAR(line.value, 1e-3, 1e-9);  // the range of the position is 1
  EXPECT_TRUE(says(line.where, "state 'position' in interval"));
  EXPECT_TRUE(says(certificate.line("objective_error").where, "state 'position' in interval"));
  const Eigen::VectorXd& errors = certificate.parts.at(0).errors;
  for (const int k : {2, 3}) EXPECT_NEAR(std::abs(errors(k)), 24.0 * 1e-3, 1e-8) << k;
  for (const int k : {0, 1, 4, 9}) EXPECT_LT(std::abs(errors(k)), 1e-8) << k;
}

TEST(LinesOfAnAnswer, MeasureWhatAnOpenLoopMisses) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().controls.array() += 0.01;
  const CertificateLine line = certify(problem, solution).line("open_loop_miss");
  EXPECT_NEAR(line.value, 0.01, 1e-9);  // of the velocity after 1 s; the position misses half of it
  EXPECT_EQ(line.where, "state 'velocity'");
}

// 1.5 at the middle, of a range of 1.5.
TEST(LinesOfAnAnswer, SeeAStatePastItsBoundBetweenNodes) {
  const Solution solution = solved(test::speed_limit_problem(SpeedLimit::dropped), 5);  // no knot in the middle
  const Certificate certificate = certify(test::speed_limit_problem(SpeedLimit::bound), solution);
  EXPECT_NEAR(certificate.line("feasibility").value, 0.25 / 1.44, 1e-9);
  EXPECT_TRUE(says(certificate.line("feasibility").where, "state 'speed' is 0.25 past its bound in interval 2"));
  EXPECT_NEAR(certificate.line("node_violation").value, 0.19 / 1.44, 1e-9);  // 6 t (1 - t) at 0.4
}

TEST(LinesOfAnAnswer, RefuseAStateFarPastItsBoundBetweenNodes) {
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
  EXPECT_FALSE(certificate.line("feasibility").holds);
  EXPECT_TRUE(says(certificate.line("feasibility").where, "state 'x' is"));
  EXPECT_TRUE(certificate.line("node_violation").holds);
}

// A constraint that is 1 at every knot and has no value half-way between them.
TEST(LinesOfAnAnswer, SeeAPathConstraintWithoutAValueBetweenNodes) {
  Problem problem("rooted");
  auto phase = problem.phase<1, 1>("push");
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.end_cost([](const auto& k) { return square(k.x[0] - 2.0); });
  phase.path_constraint("root", {-kInfinity, 2.0},
                        [](const auto& k) { return sqrt(cos(8.0 * std::numbers::pi * k.t)); });
  const CertificateLine line = certify(problem, steady_answer()).line("feasibility");
  EXPECT_TRUE(std::isnan(line.value));
  EXPECT_FALSE(line.holds);
}

// ---- the minimum principle ------------------------------------------------------------------------------------------

TEST(LinesOfAnAnswer, TakeAControlAtItsBoundWhereItsSignIsRight) {
  const Problem problem = test::problem_with("double-integrator-energy", {{"max_force", 5.0}});
  const Certificate certificate = solved(problem, 100).certificate;
  EXPECT_TRUE(certificate.passes());
  EXPECT_LT(certificate.line("stationarity").value, 1e-4);
}

// H is u^2 + lambda u; with -lambda the best is -u: an excess of 4 u^2, four times the cost.
TEST(LinesOfAnAnswer, RefuseCostatesOfTheOtherSignByTheExcess) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().costates *= -1.0;
  solution.phases.front().costates_before *= -1.0;
  const Certificate certificate = certify(problem, solution);
  EXPECT_NEAR(certificate.error_bar->bar, 4.0 * 12.0, 1e-6);
  EXPECT_TRUE(says(certificate.line("objective_error").where, "control 'force' in interval"));
}

// The states are still the best ones, and the bar is about the objective: it sees the second order only. The motion is
// not one of that force.
TEST(LinesOfAnAnswer, RefuseAControlAtTheWrongBound) {
  const Problem problem = make_problem("double-integrator-time");
  Solution solution = solved(problem, 10);
  solution.phases.front().controls *= -1.0;
  const Certificate certificate = certify(problem, solution);
  EXPECT_FALSE(certificate.line("objective_error").holds);
  EXPECT_GT(certificate.line("interval_error").value, 0.1);
}

// A midpoint has the weight 4/6: dH/du moves by 2 * 0.1 * 4/6; times the range of 12 over the scale, which the bump
// 0.1 * 4 s (1 - s) moves by 2 * 1.8 * 0.1 * 0.2/3 + 0.01 * 0.8/15.
TEST(LinesOfAnAnswer, NameAControlThatIsNotBest) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().controls(0, 7) += 0.1;
  const CertificateLine line = certify(problem, solution).line("stationarity");
  EXPECT_NEAR(line.value, 0.2 * 4.0 / 6.0 * 12.0 / (12.0 + 0.024 + 0.008 / 15.0), 1e-9);
  EXPECT_EQ(line.where, "control 'force' in interval 3 from 0.3");
}

// A knot's control stands in two intervals with half its weight: 2 * 0.4 * 0.5, times the range of 0.4; the cost of the
// push grows by 2 * 0.25 * (0.4 + 0.16/3).
TEST(LinesOfAnAnswer, AverageASlopeOverTheIntervalsThatKnowTheControl) {
  Solution solution = steady_answer();
  solution.phases[0].controls(0, 2) += 0.4;
  const CertificateLine line = certify(SteadyPush{}.problem(), solution).line("stationarity");
  EXPECT_NEAR(line.value, 0.4 * 0.4 / (2.0 + 0.5 * (0.4 + 0.16 / 3.0)), 1e-12);
  EXPECT_TRUE(line.where == "control 'u' in interval 1 from 0.25" || line.where == "control 'u' in interval 2 from 0.5")
      << line.where;
}

// With the control at its upper bound a slope of -1 is held by it, one of +1 is not: the best is 1/2, H less by 1/4.
TEST(LinesOfAnAnswer, LetABoundHoldASlopeOfOneSign) {
  const Problem problem = SteadyPush{.controls = {-kInfinity, 1.0}}.problem();
  const auto errors_with = [&](double costate) {
    Solution solution = steady_answer();
    solution.phases[0].costates.setConstant(costate);
    solution.phases[0].costates_before.setConstant(costate);
    return certify(problem, solution).parts[0].errors.cwiseAbs().sum();
  };
  EXPECT_LT(errors_with(-3.0), 1e-14);
  EXPECT_NEAR(errors_with(-1.0), 0.25, 1e-14);
}

// ---- notes ----------------------------------------------------------------------------------------------------------

/// minimise  half the integral of x^2,  x' = u,  |u| <= 1,  from 1, over 2 s: full speed to 0, then singular.
Problem singular_problem() {
  Problem problem("singular");
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("x", {.start = 1.0});
  phase.control("u", {.bounds = {-1.0, 1.0}});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return 0.5 * square(k.x[0]); });
  return problem;
}

TEST(LinesOfAnAnswer, NoteASingularArc) {
  const Certificate certificate = solved(singular_problem(), 40, "trapezoid").certificate;
  EXPECT_TRUE(says(notes_of(certificate), "control 'u' is singular from"));
}

TEST(LinesOfAnAnswer, DoNotCallAnArcAtABoundSingular) {
  EXPECT_FALSE(says(notes_of(solved("double-integrator-time", 20).certificate), "singular"));
}

TEST(LinesOfAnAnswer, MeasureTheDriftOfTheHamiltonian) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().costates(0, 5) *= 1.5;  // times the speed of 1.5 there: 18 of terms up to 36
  EXPECT_GT(certify(problem, solution).line("hamiltonian_drift").value, 0.1);
}

}  // namespace tandem::certified_answers_test
