#include <tandem/ocp/answers/certify.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <support/random_matrix.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>

/// What the certificate says of answers that are right, of answers that are wrong, and of answers that were spoilt.
namespace tandem::golden_verdicts_test {

Solution by(const std::string& name, const std::string& transcription, int intervals, int degree = 0) {
  SolveOptions options;
  options.transcription = transcription;
  options.intervals = intervals;
  if (degree > 0) options.degree = degree;
  return solve(make_problem(name), options);
}

bool fails_by(const Certificate& certificate, const std::string& name) {
  return !certificate.passes() && certificate.line(name).in_verdict && !certificate.line(name).holds;
}

/// All lines that fail, for messages.
std::string failing(const Certificate& certificate) {
  std::string all;
  for (const CertificateLine& line : certificate.lines) {
    if (line.in_verdict && !line.holds) all += line.name + " " + std::to_string(line.value) + " ";
  }
  return all.empty() ? "nothing fails" : all;
}

// ---- right and wrong answers ----------------------------------------------------------------------------------------

TEST(Verdict, OnASmoothMotionGoesWithTheMesh) {
  for (const int intervals : {4, 8, 20, 30, 50}) {
    EXPECT_TRUE(fails_by(by("cart-pole-swing-up", "hermite-simpson", intervals).certificate, "objective_error"));
  }
  EXPECT_TRUE(by("cart-pole-swing-up", "hermite-simpson", 100).certificate.passes());
  EXPECT_TRUE(by("cart-pole-swing-up", "gauss", 50).certificate.passes());
  EXPECT_TRUE(fails_by(by("cart-pole-swing-up", "trapezoid", 100).certificate, "objective_error"));
}

TEST(Verdict, OnASwitchAsksThatItIsAKnot) {
  EXPECT_TRUE(by("double-integrator-time", "hermite-simpson", 20).certificate.passes());
  EXPECT_TRUE(fails_by(by("double-integrator-time", "hermite-simpson", 51).certificate, "objective_error"));
}

// Two intervals of Gauss points find 0.2325 where 0.3770 is the least possible.
TEST(Verdict, OnASingularArcAsksForAMeshThatSeesIt) {
  EXPECT_TRUE(by("singular-regulator", "radau", 100).certificate.passes());
  EXPECT_TRUE(fails_by(by("singular-regulator", "gauss", 2, 2).certificate, "objective_error"));
}

// What is below the truth, 4, passes the bound between nodes.
TEST(Verdict, OnAStateBoundRefusesWhatPassesItBetweenNodes) {
  for (const int intervals : {2, 4, 7, 20, 50}) {
    const Solution solution = by("bryson-denham", "hermite-simpson", intervals);
    EXPECT_LT(solution.objective, 4.0);
    EXPECT_TRUE(fails_by(solution.certificate, "objective_error")) << intervals;
  }
  EXPECT_TRUE(by("bryson-denham", "hermite-simpson", 100).certificate.passes());
}

TEST(Verdict, OnSixIntervalsBelowATightLimitIsNo) {
  const Solution solution = test::solved(test::problem_with("bryson-denham", {{"limit", 0.0382671443364832}}), 6);
  EXPECT_LT(solution.objective, 10.75);  // where 11.614 is the least possible
  EXPECT_TRUE(fails_by(solution.certificate, "objective_error"));
  EXPECT_TRUE(fails_by(solution.certificate, "feasibility"));
}

// A guess that is feasible and almost stationary in the solver's absolute tolerances, twenty times too dear.
TEST(Verdict, OnSmallNumbersIsNotTheSolvers) {
  const Problem problem = test::problem_with("hypersensitive", {{"start", 1e-5}, {"end", 1e-5}});
  const Solution lazy = solve(problem);
  EXPECT_TRUE(lazy.is_solved());
  EXPECT_TRUE(fails_by(lazy.certificate, "objective_error") || fails_by(lazy.certificate, "costates"))
      << failing(lazy.certificate);
}

// A step of Runge-Kutta an interval is the problem itself.
TEST(Verdict, OnAHeldControlIsOnTheFiniteProblem) {
  const Solution solution = by("cart-pole-swing-up", "shooting-rk4", 50);
  EXPECT_EQ(solution.certificate.kind, "discrete");
  EXPECT_TRUE(solution.certificate.passes()) << failing(solution.certificate);
  EXPECT_FALSE(solution.certificate.line("objective_error").in_verdict);
  EXPECT_GT(solution.certificate.error_bar->relative(), 1e-5);  // which is not the continuous one
}

TEST(Verdict, OnQuaternionsPeriodsIntegralsAndJumpsIsYes) {
  for (const char* name : {"bilimoria-wie", "periodic-follower", "hanging-chain", "bouncing-mass"}) {
    const Problem problem = make_problem(name);
    const Solution solution = solve(problem);
    EXPECT_TRUE(solution.certificate.passes()) << name << ": " << failing(solution.certificate);
    const ReferenceValue reference = *problem.reference();
    EXPECT_LT(std::abs(solution.objective - reference.objective),
              solution.certificate.error_bar->bar + reference.tolerance)
        << name;
  }
}

// From (4, 0) both arcs are whole half-circles: the terminal manifold is met at its edge, where costates grow.
TEST(Verdict, NotesWhatIsAtTheEdgeOfWhatIsPossible) {
  const Certificate certificate = solve(make_problem("harmonic-oscillator-time")).certificate;
  EXPECT_GT(certificate.line("price").value, 1.0);
  EXPECT_FALSE(certificate.line("price").in_verdict);
}

// Clipped controls move the state by 3e-6 of its range, in a velocity that costs nothing to first order; the time
// moves by the root of it. Seventy intervals of Gauss points, refined, end at 6.28763.
TEST(Verdict, CountsWhatErrorsCostAtTheEdge) {
  SolveOptions options;
  options.transcription = "gauss";
  options.degree = 3;
  options.intervals = 70;
  options.refine = 1e-5;
  const Solution solution = solve(make_problem("harmonic-oscillator-time"), options);
  const auto is_wrong = [](double time) { return std::abs(time - 2.0 * std::numbers::pi) > 1e-4; };
  EXPECT_FALSE(solution.certificate.passes() && is_wrong(solution.objective)) << solution.objective;
  for (const RefinementRound& round : solution.rounds) {
    EXPECT_FALSE(round.certified && is_wrong(round.objective)) << round.intervals << " " << round.objective;
  }
}

// ---- any size -------------------------------------------------------------------------------------------------------

/// A linear-quadratic answer `size` times as large: its cost is size^2 times, its multipliers size times.
Solution sized(Solution solution, double size, const std::string& number) {
  solution.numbers[number] *= size;
  solution.objective *= size * size;
  for (PhaseSolution& phase : solution.phases) {
    for (Eigen::MatrixXd* series : {&phase.states, &phase.costates, &phase.costates_before, &phase.controls,
                                    &phase.inner_states, &phase.inner_pushes, &phase.path_multipliers}) {
      *series *= size;
    }
    phase.interval_costs *= size * size;
  }
  for (auto& [name, values] : solution.multipliers) {
    for (double& value : values) value *= size;
  }
  return solution;
}

// Powers of two, so that all that the certificate measures is the same to the last bits.
TEST(Verdict, OnHomogeneousProblemsKnowsNoSize) {
  for (const int intervals : {3, 50}) {
    const Solution one = test::solved("scalar-lqr", intervals);
    EXPECT_EQ(one.certificate.passes(), intervals == 50);
    for (const int power : {-33, -13, 7, 20}) {
      const Solution other = sized(one, std::exp2(power), "start");
      const Problem problem = test::problem_with("scalar-lqr", {{"start", other.numbers.at("start")}});
      const Certificate certificate = certify(problem, other);
      EXPECT_EQ(certificate.passes(), one.certificate.passes()) << power << ": " << failing(certificate);
      for (const CertificateLine& line : one.certificate.lines) {
        if (!line.in_verdict) continue;
        EXPECT_NEAR(certificate.line(line.name).value, line.value, 1e-9 * line.value + 1e-14) << line.name << power;
      }
    }
  }
}

TEST(Verdict, OnHomogeneousProblemsSolvedAnewIsTheSameAtAnySize) {
  for (const double size : {1e-10, 1e-6, 1e-3, 1e3, 1e6}) {
    const Solution solution = test::solved(test::problem_with("scalar-lqr", {{"start", size}}), 50);
    const double truth = 0.5 * std::tanh(1.0) * size * size;
    const bool is_right = std::abs(solution.objective / truth - 1.0) < 1e-5;
    EXPECT_EQ(solution.certificate.passes(), is_right) << size << ": " << failing(solution.certificate);
  }
}

// ---- wrong on purpose -----------------------------------------------------------------------------------------------

/// The cart-pole's answer, which passes, spoilt.
Certificate spoilt(const std::function<void(Solution&)>& spoil) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Solution solution = by("cart-pole-swing-up", "hermite-simpson", 200);
  EXPECT_TRUE(solution.certificate.passes());
  spoil(solution);
  return certify(problem, solution);
}

// The cost of the controls as they are is 2e-3 above what is printed, and so is the gap.
TEST(SpoiltAnswer, ControlsAThousandthOffFailByTheBar) {
  const Certificate certificate = spoilt([](Solution& s) { s.phases[0].controls *= 1.001; });
  EXPECT_TRUE(fails_by(certificate, "objective_error")) << failing(certificate);
  EXPECT_GT(certificate.line("objective_error").value, 1e-3);
}

TEST(SpoiltAnswer, StatesAThousandthOffFailByTheBarAndTheEnds) {
  const Certificate certificate = spoilt([](Solution& s) { s.phases[0].states *= 1.001; });
  EXPECT_TRUE(fails_by(certificate, "objective_error")) << failing(certificate);
  EXPECT_TRUE(fails_by(certificate, "node_violation")) << failing(certificate);
}

// -lambda is as good a solution of lambda' = -H_x where the cost knows no state, but H is not least along it.
TEST(SpoiltAnswer, CostatesOfTheOtherSignFailByTheBar) {
  const Certificate certificate =
      spoilt([](Solution& s) { s.phases[0].costates *= -1.0, s.phases[0].costates_before *= -1.0; });
  EXPECT_TRUE(fails_by(certificate, "objective_error")) << failing(certificate);
  EXPECT_GT(certificate.line("objective_error").value, 1.0);
}

TEST(SpoiltAnswer, NoiseOnTheControlsFailsByTheBar) {
  const Certificate certificate = spoilt([](Solution& s) {
    Eigen::MatrixXd& u = s.phases[0].controls;
    u += 1e-2 * u.cwiseAbs().maxCoeff() * test::random_matrix(u.rows(), u.cols(), 3);
  });
  EXPECT_TRUE(fails_by(certificate, "objective_error")) << failing(certificate);
}

TEST(SpoiltAnswer, NoiseOnTheCostatesFailsByJumps) {
  const Certificate certificate = spoilt([](Solution& s) {
    Eigen::MatrixXd& l = s.phases[0].costates;
    l += 1e-3 * l.cwiseAbs().maxCoeff() * test::random_matrix(l.rows(), l.cols(), 4);
  });
  EXPECT_TRUE(fails_by(certificate, "left_over")) << failing(certificate);
}

TEST(SpoiltAnswer, AnObjectiveThatIsNotTheSumOfItsPartsIsLeftOver) {
  const Certificate certificate = spoilt([](Solution& s) { s.objective *= 1.0001; });
  EXPECT_TRUE(fails_by(certificate, "left_over")) << failing(certificate);
  EXPECT_TRUE(test::says(certificate.line("left_over").where, "the objective is not the sum of its parts"));
}

TEST(SpoiltAnswer, ACostOfTheOtherSignFailsByTheBar) {
  Problem problem = make_problem("cart-pole-swing-up");
  const Solution solution = by("cart-pole-swing-up", "hermite-simpson", 200);
  problem.maximise();
  EXPECT_TRUE(fails_by(certify(problem, solution), "objective_error"));
}

// The answer without the limit of 1.25 reaches 1.5.
TEST(SpoiltAnswer, ADroppedBoundFailsAtNodesAndBetween) {
  for (const test::SpeedLimit kind : {test::SpeedLimit::bound, test::SpeedLimit::path_constraint}) {
    Solution solution = test::solved(test::speed_limit_problem(test::SpeedLimit::dropped), 40);
    const Problem problem = test::speed_limit_problem(kind);
    const int points = make_tableau(solution.transcription, solution.degree).point_count();
    solution.phases[0].path_multipliers.setZero(std::ssize(problem.phases()[0].path_constraints), 40 * points);
    const Certificate certificate = certify(problem, solution);
    EXPECT_TRUE(fails_by(certificate, "node_violation")) << failing(certificate);
    EXPECT_TRUE(fails_by(certificate, "feasibility")) << failing(certificate);
  }
}

TEST(SpoiltAnswer, AMultiplierOfTheWrongSignFails) {
  const auto flipped = [](const std::string& problem, const std::string& name) {
    const Problem stated = make_problem(problem);
    Solution solution = solve(stated);
    EXPECT_TRUE(solution.certificate.passes()) << problem;
    for (double& value : solution.multipliers.at(name)) value = -value;
    return certify(stated, solution);
  };
  const Certificate chain = flipped("hanging-chain", "hang/integral/length");
  EXPECT_TRUE(fails_by(chain, "objective_error")) << failing(chain);
  const Certificate ring = flipped("periodic-follower", "linkage/period-to-period.follower");
  EXPECT_TRUE(fails_by(ring, "transversality")) << failing(ring);
  const Certificate wall = flipped("bouncing-mass", "linkage/impact");
  EXPECT_TRUE(fails_by(wall, "transversality")) << failing(wall);
}

// The multiplier of the limit along its arc, of a solver that has the sign of bounds the other way round.
TEST(SpoiltAnswer, APathMultiplierOfTheWrongSignFails) {
  const Problem problem = test::speed_limit_problem(test::SpeedLimit::path_constraint);
  Solution solution = test::solved(problem, 100);
  solution.phases[0].path_multipliers *= -1.0;
  const Certificate certificate = certify(problem, solution);
  EXPECT_TRUE(fails_by(certificate, "left_over") || fails_by(certificate, "objective_error")) << failing(certificate);
}

TEST(SpoiltAnswer, AnEmptyCertificateIsNoPass) {
  EXPECT_FALSE(Certificate{}.passes());
  EXPECT_EQ(Certificate{}.verdict(), Verdict::none);
}

}  // namespace tandem::golden_verdicts_test
