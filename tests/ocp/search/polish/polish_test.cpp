#include <tandem/ocp/search/polish/polish.hpp>

#include <tandem/ocp/answers/solution_file.hpp>

#include <gtest/gtest.h>
#include <ocp/search/polish/there_and_back.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <numbers>

namespace tandem::polish_test {

using test::problem_with;
constexpr Hold L = Hold::lower, U = Hold::upper;

Polished polished(const Problem& problem, std::optional<int> intervals = {}) {
  SolveOptions coarse;
  coarse.intervals = intervals;
  return polish(problem, solve(problem, coarse));
}

void expect_confirmed(const Polished& answer) {
  EXPECT_TRUE(answer.is_confirmed);
  const Certificate& certificate = answer.solution.certificate;
  EXPECT_TRUE(certificate.passes()) << (certificate.passes() ? "" : certificate.reasons[0]);
  EXPECT_TRUE(certificate.line("switching").holds);
  EXPECT_LT(certificate.line("interval_error").value, 1e-11);
}

void expect_switches(const Polished& answer, const std::vector<double>& times, double tolerance) {
  ASSERT_EQ(answer.solution.switches.size(), times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_NEAR(answer.solution.switches[i].time, times[i], tolerance) << "switch " << i;
  }
}

// T = 2 sqrt(d / u_max), the switch half-way, for other numbers than the statement's too.
TEST(Polish, FindsTheTimeOfADoubleIntegratorToRounding) {
  for (const double distance : {1.0, 3.0}) {
    const Polished answer = polished(problem_with("double-integrator-time", {{"distance", distance}}));
    expect_confirmed(answer);
    EXPECT_NEAR(answer.solution.objective, 2.0 * std::sqrt(distance), 1e-11);
    expect_switches(answer, {std::sqrt(distance)}, 1e-10);
  }
}

// T/2 - s, T/2, T/2 + s with T and s of the switch equations.
TEST(Polish, FindsTheSwitchesOfTheFlexibleHub) {
  const struct {
    double frequency, time, s;
  } cases[] = {{1.0, 4.281912159509, 1.338598695546}, {5.0, 2.049917348095, 0.158965850900}};
  for (const auto& [frequency, time, s] : cases) {
    const Polished answer = polished(problem_with("flexible-hub", {{"frequency", frequency}}));
    expect_confirmed(answer);
    EXPECT_NEAR(answer.solution.objective, time, 1e-11);
    expect_switches(answer, {0.5 * time - s, 0.5 * time, 0.5 * time + s}, 1e-9);
  }
}

// The hub's equations again, with w = sqrt 2 and A = 2.
TEST(Polish, FindsTheSwitchesOfTwoMassesOnASpring) {
  const Polished answer = polished(make_problem("two-mass-spring"));
  const double time = 4.217866510451, s = 1.106254824847;
  expect_confirmed(answer);
  EXPECT_NEAR(answer.solution.objective, time, 1e-11);
  expect_switches(answer, {0.5 * time - s, 0.5 * time, 0.5 * time + s}, 1e-9);
}

// The switches of the reference have eight digits; their symmetry about the middle one is exact.
TEST(Polish, FindsTheFiveSwitchesOfASlewThatNutates) {
  const Polished answer = polished(make_problem("bilimoria-wie"), 60);
  expect_confirmed(answer);
  EXPECT_NEAR(answer.solution.objective, 3.24308327745, 1e-11);
  expect_switches(answer, {0.445438987, 1.176102640, 1.621541637, 2.066980634, 2.797644283}, 1e-8);
  const std::vector<Switch>& switches = answer.solution.switches;
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(switches[i].time + switches[4 - i].time, answer.solution.final_time, 1e-9);
  EXPECT_EQ(switches[0].control, switches[3].control);  // x and y switch twice, z once in the middle
  EXPECT_EQ(switches[1].control, switches[4].control);
  EXPECT_EQ(switches[2].control, "tz");
}

TEST(Polish, ChoosesADesignNumberTogetherWithTheSwitch) {
  const Polished answer = polished(make_problem("solar-array"));
  expect_confirmed(answer);
  EXPECT_NEAR(answer.solution.objective, 0.3007828461568226 * 4.0, 1e-11);
  EXPECT_NEAR(answer.solution.numbers.at("stiffness"), 3.41729159389659 / 4.0, 1e-9);
  expect_switches(answer, {2.0 * 2.289143530753965 / std::numbers::pi}, 1e-9);
}

// From x = 3: along the circle of radius 4 about -1 to where the circle of radius 1 about 3 cuts it, half a turn about
// 1, and the circle of radius 1 about -1 into the origin.
TEST(Polish, FindsTheSwitchesOfAnOscillator) {
  const Polished answer = polished(problem_with("harmonic-oscillator-time", {{"start", 3.0}}));
  const double first = std::acos(31.0 / 32.0), second = first + std::numbers::pi;
  expect_confirmed(answer);
  EXPECT_NEAR(answer.solution.objective, second + std::acos(1.0 / 8.0), 1e-11);
  expect_switches(answer, {first, second}, 1e-9);
}

// From x = 4 both arcs are half-circles: the only switch and the final time move the end along the same line, normal
// multipliers do not exist, and an error of rounding size in the end conditions is one of its root in the times.
// How far costates grow, and whether the solver gives up or calls it solved, is up to rounding; the verdict is not.
TEST(Polish, FindsTheTimesOfAnAbnormalProblemToTheRootOfTheRounding) {
  Problem problem = make_problem("harmonic-oscillator-time");
  problem.mesh() = {.transcription = "radau", .intervals = 60, .degree = 3};
  const Polished answer = polished(problem);
  EXPECT_NEAR(answer.solution.final_time, 2.0 * std::numbers::pi, 1e-7);
  expect_switches(answer, {std::numbers::pi}, 1e-7);
  EXPECT_FALSE(answer.is_confirmed);
  EXPECT_FALSE(answer.solution.certificate.passes());
  ASSERT_FALSE(answer.solution.certificate.reasons.empty());
  EXPECT_NE(answer.solution.certificate.reasons.back().find("an abnormal problem"), std::string::npos);
}

// Full thrust to a singular arc of the thrust, then a coast along which the mass is at its bound.
TEST(Polish, FindsTheArcsOfARocket) {
  const Polished answer = polished(make_problem("goddard"));
  expect_confirmed(answer);
  EXPECT_NEAR(answer.solution.objective, 1.012836918317, 2e-12);
  expect_switches(answer, {0.023509684, 0.072670743}, 5e-8);  // flat: the objective moves by the cube of an error
  EXPECT_NEAR(answer.solution.final_time, 0.198856262, 1e-8);
  EXPECT_EQ(answer.solution.switches[0].to, "inside");
}

TEST(Polish, FindsTheValueOfASingularRegulator) {
  const Polished answer = polished(make_problem("singular-regulator"));
  EXPECT_TRUE(answer.is_confirmed);
  EXPECT_TRUE(answer.solution.certificate.passes());
  EXPECT_NEAR(answer.solution.objective, 0.3769919302879714, 1e-10);
}

// Eight intervals of six points have an optimum that is 7e-6 better than the truth: every interval's states are exact,
// the quadrature of the cost is not.
TEST(Polish, SeesAnObjectiveThatTheQuadratureMakesUp) {
  const Problem problem = make_problem("singular-regulator");
  PolishOptions options;
  options.mesh.singular_intervals = 8;
  const Polished answer = polish(problem, solve(problem), options);
  ASSERT_FALSE(answer.changes.empty());
  EXPECT_EQ(answer.changes[0].find("the objective integrated anew differs by"), 0U);
  EXPECT_TRUE(answer.is_confirmed);
  EXPECT_NEAR(answer.solution.objective, 0.3769919302879714, 1e-9);
}

TEST(Polish, GoesThroughSeveralPhases) {
  const Polished answer = polished(test::there_and_back());
  expect_confirmed(answer);
  EXPECT_NEAR(answer.solution.objective, 4.0, 1e-10);
  expect_switches(answer, {1.0, 3.0}, 1e-9);
  EXPECT_EQ(answer.solution.switches[1].phase, "home-arc-2-of-2");
}

/// The answer of the double integrator from arcs that somebody else has guessed.
Polished from_arcs(const std::vector<Arc>& arcs) {
  const Problem problem = make_problem("double-integrator-time");
  return polish(problem, {{arcs}}, guess_from(test::solved(problem, 20)));
}

TEST(Polish, DropsAnArcThatShrinksToNothing) {
  const Polished answer = from_arcs({{0.0, 0.7, {L}}, {0.7, 0.9, {U}}, {0.9, 1.2, {L}}, {1.2, 2.0, {U}}});
  expect_confirmed(answer);
  EXPECT_NEAR(answer.solution.objective, 2.0, 1e-10);
  expect_switches(answer, {1.0}, 1e-9);
  ASSERT_FALSE(answer.changes.empty());
  EXPECT_NE(answer.changes[0].find("has shrunk to nothing and is dropped"), std::string::npos);
}

/// maximise  x(8),  x'' = u - x,  |u| <= 1, from rest: u = sign sin(8 - t), and x(8) = integral of |sin| = 5 - cos 8.
Problem farthest_swing() {
  Problem problem("farthest-swing");
  problem.maximise();
  auto phase = problem.phase<2, 1>("swing");
  phase.time({.start = 0.0, .end = 8.0});
  phase.state("x", {.start = 0.0}).state("v", {.start = 0.0});
  phase.control("u", {.bounds = {-1.0, 1.0}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0] - k.x[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  return problem;
}

TEST(Polish, AddsArcsWhereTheSignIsWrong) {
  const Problem problem = farthest_swing();
  const Polished answer = polish(problem, {{{{0.0, 8.0, {U}}}}}, straight_line_guess(problem));
  expect_confirmed(answer);
  EXPECT_NEAR(answer.solution.objective, 5.0 - std::cos(8.0), 1e-10);
  expect_switches(answer, {8.0 - 2.0 * std::numbers::pi, 8.0 - std::numbers::pi}, 1e-8);
  EXPECT_EQ(answer.solution.switches[0].from, "upper");
  ASSERT_FALSE(answer.changes.empty());
  EXPECT_EQ(answer.changes[0].find("control 'u' must not be at its upper bound at"), 0U);
}

TEST(Polish, SaysWhatIsWrongWhenRoundsRunOut) {
  const Problem problem = farthest_swing();
  PolishOptions options;
  options.most_rounds = 1;
  const Polished answer = polish(problem, {{{{0.0, 8.0, {U}}}}}, straight_line_guess(problem), options);
  EXPECT_FALSE(answer.is_confirmed);
  EXPECT_FALSE(answer.solution.certificate.passes());
  EXPECT_FALSE(answer.solution.certificate.line("switching").holds);
  EXPECT_NE(answer.solution.certificate.reasons.back().find("is not confirmed: after 1 rounds control 'u' must not"),
            std::string::npos);
}

// Bang-bang and singular at once, with an arc of 20 ms at a bound that a mesh of 6 ms takes for a part of the singular
// one. The reference has eleven digits.
TEST(Polish, FindsAShortArcBesideASingularOne) {
  const Problem problem = make_problem("cart-pole-minimum-time");
  PolishOptions patient;
  patient.time_limit = 60.0;
  const Polished answer = polish(problem, solve(problem), patient);
  EXPECT_TRUE(answer.is_confirmed);
  EXPECT_TRUE(answer.solution.certificate.passes());
  EXPECT_NEAR(answer.solution.objective, 1.16709085812, 1e-10);
  expect_switches(answer, {0.15036, 0.1714, 0.4659, 0.71962, 1.00607}, 1e-3);
  EXPECT_EQ(answer.solution.switches[1].to, "inside");
}

// A chattering answer gains arcs for as long as there is time.
TEST(Polish, EndsInTime) {
  const Problem problem = make_problem("aly-chan");
  const Solution given = solve(problem);
  PolishOptions hurried;
  hurried.time_limit = 0.05;
  const Polished answer = polish(problem, given, hurried);
  EXPECT_FALSE(answer.is_confirmed);
  EXPECT_FALSE(improves(answer, given));
  EXPECT_LT(answer.solution.seconds.total, 2.0);  // 3 s and more without a limit, on an idle machine
}

TEST(Polish, ImprovesWhatItConfirmsWithoutLosingACertificate) {
  const Problem problem = make_problem("double-integrator-time");
  const Solution given = test::solved(problem, 20);
  Polished answer = polish(problem, given);
  EXPECT_TRUE(improves(answer, given));
  answer.is_confirmed = false;
  EXPECT_FALSE(improves(answer, given));
  answer.is_confirmed = true;
  answer.solution.certificate.reasons.emplace_back("spoilt");
  for (CertificateLine& line : answer.solution.certificate.lines) line.holds = false;
  EXPECT_FALSE(improves(answer, given));
}

TEST(Polish, SavesTheSwitchesWithTheAnswer) {
  const Polished answer = polished(make_problem("double-integrator-time"));
  const Solution read = solution_from_json(to_json(answer.solution));
  ASSERT_EQ(read.switches.size(), 1U);
  EXPECT_EQ(read.switches[0].time, answer.solution.switches[0].time);
  EXPECT_EQ(read.switches[0].phase, "move-arc-2-of-2");
  EXPECT_EQ(read.switches[0].control, "force");
  EXPECT_EQ(read.switches[0].from, "lower");
  EXPECT_EQ(read.switches[0].to, "upper");
}

TEST(Polish, RefusesWhatHasNoSwitches) {
  const Problem smooth = make_problem("double-integrator-energy");
  const Solution solution = solve(smooth);
  EXPECT_TRUE(test::refuses([&] { polish(smooth, solution); },
                            "polish: it found no time at which a control of 'double-integrator-energy' jumps"));
  Solution unsolved = solution;
  unsolved.status = Status::infeasible;
  unsolved.message = "no way";
  EXPECT_TRUE(test::refuses([&] { polish(smooth, unsolved); }, "was not solved (no way)"));
}

}  // namespace tandem::polish_test
