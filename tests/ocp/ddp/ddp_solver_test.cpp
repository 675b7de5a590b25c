#include <tandem/ocp/ddp/ddp_solver.hpp>

#include <gtest/gtest.h>
#include <ocp/solved.hpp>
#include <ocp/speed_limit_problem.hpp>
#include <support/allocations.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::ddp {
namespace {

using Eigen::VectorXd;
using test::says;

SolveOptions by_ddp(int intervals, int degree = 0) {
  SolveOptions options{.transcription = "shooting-rk4", .intervals = intervals, .degree = degree};
  options.method = "ddp";
  return options;
}

/// The same with interior points, for comparison.
SolveOptions by_ipopt(int intervals, int degree = 0) {
  SolveOptions options = by_ddp(intervals, degree);
  options.method = "ipopt";
  return options;
}

/// From rest, with nothing done: states 0 but for given starts.
Guess zeros(const Problem& problem) {
  PhaseGuess guess = straight_line_guess(problem, 0);
  guess.states.setZero();
  guess.controls.setZero();
  return guess;
}

void expect_row(const Solution& solution, double objective, double first_control) {
  EXPECT_EQ(solution.status, Status::solved) << solution.message;
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_NEAR(solution.objective, objective, 1e-8 * objective);
  EXPECT_NEAR(solution.phases.front().controls(0, 0), first_control, 1e-6);
}

// ---- the finite problems of the table: exact, so that DDP, the NLP and the table agree ------------------------------

TEST(Ddp, SwingsTheCartPoleUpOnFortySteps) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution solution = solve(problem, by_ddp(40)), reference = solve(problem, by_ipopt(40));
  expect_row(solution, 59.31717964, 3.32211238);
  expect_row(reference, 59.31717964, 3.32211238);
  EXPECT_NEAR(solution.objective, reference.objective, 1e-8 * reference.objective);
  EXPECT_LT((solution.phases[0].controls - reference.phases[0].controls).cwiseAbs().maxCoeff(), 1e-6);
  const double scale = reference.phases[0].costates.cwiseAbs().maxCoeff();
  EXPECT_LT((solution.phases[0].costates - reference.phases[0].costates).cwiseAbs().maxCoeff(), 1e-6 * scale);
}

// Kelly's basin, from the answer of collocation.
TEST(Ddp, SwingsTheCartPoleUpOnAHundredSteps) {
  const Problem problem = make_problem("cart-pole-swing-up");
  SolveOptions options = by_ddp(100);
  options.guess = guess_from(solve(problem));
  expect_row(solve(problem, options), 58.88833599, 2.42193075);
}

TEST(Ddp, SwingsTheCartPoleUpFromZerosIntoTheBetterBasin) {
  const Problem problem = make_problem("cart-pole-swing-up");
  SolveOptions options = by_ddp(100);
  options.guess = zeros(problem);
  expect_row(solve(problem, options), 58.04340535, -6.47456526);
}

TEST(Ddp, SwingsTheAcrobotUp) {
  const Problem problem = make_problem("acrobot-swing-up");
  SolveOptions options = by_ddp(200);
  options.guess = guess_from(solve(problem));
  const Solution near = solve(problem, options);
  expect_row(near, 34.93886145, -10.55222249);
  EXPECT_LE(near.iterations, 6);
}

TEST(Ddp, SwingsTheAcrobotUpFromZeros) {
  const Problem problem = make_problem("acrobot-swing-up");
  SolveOptions options = by_ddp(200);
  options.guess = zeros(problem);
  const Solution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::solved) << solution.message;
  EXPECT_TRUE(solution.certificate.passes());
}

// ---- linear-quadratic problems --------------------------------------------------------------------------------------

// One step of RK4 of x' = u is x + h u, its cost h/2 ((x^2 + x^2 ... )): gains of the discrete Riccati equation by
// hand.
TEST(Ddp, SolvesARegulatorInOneIterationWithTheGainsOfItsRiccatiEquation) {
  constexpr int kSteps = 50;
  const Solution solution = solve(make_problem("scalar-lqr"), by_ddp(kSteps));
  EXPECT_EQ(solution.status, Status::solved);
  EXPECT_EQ(solution.iterations, 1);
  EXPECT_TRUE(solution.certificate.passes());
  // x + s h u along the step: the weights' moments are 1, 1/2 and 1/3, so l = h/2 (x^2 + h x u + (1 + h^2/3) u^2).
  const double h = 1.0 / kSteps, q = h, s = 0.5 * h * h, r = h + h * h * h / 3.0;
  double p = 0.0;
  for (int k = kSteps - 1; k >= 0; --k) {
    const double gain = -(s + h * p) / (r + h * h * p);
    EXPECT_NEAR(solution.phases[0].feedback[k](0, 0), gain, 1e-10 * std::abs(gain)) << k;
    p = q + p + (s + h * p) * gain;
  }
}

TEST(Ddp, SolvesLinearQuadraticTransfersInOneIteration) {
  const Solution solution = solve(make_problem("double-integrator-energy"), by_ddp(40));
  EXPECT_EQ(solution.status, Status::solved);
  EXPECT_EQ(solution.iterations, 1);
  EXPECT_TRUE(solution.certificate.passes());
}

// ---- convergence ----------------------------------------------------------------------------------------------------

// The last residuals, each against the square of the one before: a Newton method, and no other, keeps their ratio
// bounded.
TEST(Ddp, ConvergesQuadraticallyNearTheEnd) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution solution = solve(problem, by_ddp(40));
  const History& history = solution.history;
  ASSERT_GE(history.size(), 5U);
  const auto residual = [&](std::size_t back) {
    const Progress& p = history[history.size() - back];
    return std::max(p.infeasibility, p.stationarity);
  };
  EXPECT_LT(residual(1), 1e-12);
  EXPECT_LT(residual(2), 10.0 * residual(3) * residual(3));
  EXPECT_GT(residual(3), 1e-6);
}

TEST(Ddp, AllocatesNothingInAnIteration) {
  StagedNlp nlp(make_problem("cart-pole-swing-up"), uniform_mesh("shooting-rk4", 40));
  DdpSolver solver(nlp);
  solver.begin(nlp.unknowns_from(straight_line_guess(nlp.problem())), {});
  DdpSolver::Outcome outcome{};
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(test::allocations_in([&] { outcome = solver.iterate(1e-10); }), 0) << i;
    EXPECT_EQ(outcome, DdpSolver::Outcome::stepped);
  }
}

TEST(Ddp, StartsAgainFromItsAnswerWithoutAnIteration) {
  const Problem problem = make_problem("cart-pole-swing-up");
  SolveOptions options = by_ddp(40);
  const Solution first = solve(problem, options);
  options.guess = guess_from(first);
  EXPECT_LE(solve(problem, options).iterations, 2);
}

// ---- boxes and constraints ------------------------------------------------------------------------------------------

TEST(Ddp, HoldsControlsAtTheirBoundsAsInteriorPointsDo) {
  const Problem problem = test::problem_with("cart-pole-swing-up", {{"max_force", 9.0}});
  const Solution solution = solve(problem, by_ddp(60));
  SolveOptions options = by_ipopt(60);  // there is another minimum, 60.6
  options.guess = guess_from(solution);
  const Solution reference = solve(problem, options);
  EXPECT_EQ(solution.status, Status::solved) << solution.message;
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_EQ(solution.phases[0].controls.cwiseAbs().maxCoeff(), 9.0);
  EXPECT_NEAR(solution.objective, reference.objective, 1e-6 * reference.objective);
}

// A bound of a state and a path constraint that says the same; both augmented, both to the tolerance.
TEST(Ddp, KeepsStateBoundsAndPathConstraints) {
  for (const test::SpeedLimit kind : {test::SpeedLimit::bound, test::SpeedLimit::path_constraint}) {
    const Problem problem = test::speed_limit_problem(kind);
    const Solution solution = solve(problem, by_ddp(60)), reference = solve(problem, by_ipopt(60));
    EXPECT_EQ(solution.status, Status::solved) << solution.message;
    EXPECT_TRUE(solution.certificate.passes());
    EXPECT_LE(solution.phases[0].states.row(1).maxCoeff(), 1.25 + 1e-9);
    EXPECT_NEAR(solution.objective, reference.objective, 1e-7 * reference.objective);
  }
}

TEST(Ddp, TakesLinearControlsAndIntegrals) {
  const Problem cart_pole = make_problem("cart-pole-swing-up");
  const Solution linear = solve(cart_pole, by_ddp(100, 1)), reference = solve(cart_pole, by_ipopt(100, 1));
  EXPECT_TRUE(linear.certificate.passes());
  EXPECT_NEAR(linear.objective, reference.objective, 1e-8 * reference.objective);
  const Problem chain = make_problem("hanging-chain");
  for (const int degree : {0, 1}) {
    const Solution hanging = solve(chain, by_ddp(50, degree)), other = solve(chain, by_ipopt(50, degree));
    EXPECT_TRUE(hanging.certificate.passes()) << degree;
    EXPECT_NEAR(hanging.objective, other.objective, 1e-8 * other.objective) << degree;
  }
}

// ---- what it says when it does not succeed --------------------------------------------------------------------------

TEST(Ddp, StopsAtLimitsAndWhenAsked) {
  const Problem problem = make_problem("cart-pole-swing-up");
  SolveOptions options = by_ddp(40);
  options.solver.max_iterations = 3;
  const Solution limited = solve(problem, options);
  EXPECT_EQ(limited.status, Status::iteration_limit);
  EXPECT_EQ(limited.iterations, 3);
  EXPECT_FALSE(limited.certificate.passes());
  options = by_ddp(40);
  options.solver.time_limit = 1e-9;
  EXPECT_EQ(solve(problem, options).status, Status::time_limit);
  options = by_ddp(40);
  options.solver.progress = [](const Progress& progress) { return progress.iteration < 2; };
  EXPECT_EQ(solve(problem, options).status, Status::stopped);
}

/// Rest to rest over a distance in 1 s with |u| <= 4: 1 m is the farthest.
Problem short_of_force(double distance) {
  Problem problem("short-of-force");
  auto phase = problem.phase<2, 1>("move");
  phase.state("position", {.start = 0.0, .end = distance});
  phase.state("speed", {.start = 0.0, .end = 0.0});
  phase.control("force", {.bounds = {-4.0, 4.0}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

TEST(Ddp, SaysWhichEndIsOutOfReachAndWhen) {
  EXPECT_EQ(solve(short_of_force(0.95), by_ddp(20)).status, Status::solved);
  const Solution solution = solve(short_of_force(2.0), by_ddp(20));
  EXPECT_EQ(solution.status, Status::infeasible);
  EXPECT_TRUE(says(solution.message, "state 'position' misses its end by")) << solution.message;
  EXPECT_TRUE(says(solution.message, "at 1")) << solution.message;
  EXPECT_FALSE(solution.certificate.passes());
}

/// x' = u + sqrt(x)/10 from 1, wanted at -1 where the root is none.
Problem root() {
  Problem problem("root");
  auto phase = problem.phase<1, 1>("fall");
  phase.state("level", {.start = 1.0, .guess = LinearGuess{1.0, 0.5}});
  phase.control("inflow", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0] + 0.1 * sqrt(k.x[0])); });
  phase.running_cost([](const auto& k) { return 1e-3 * square(k.u[0]); });
  phase.end_cost([](const auto& k) { return square(k.x[0] + 1.0); });
  return problem;
}

TEST(Ddp, SaysWhereTheDynamicsHaveNoValue) {
  const Solution solution = solve(root(), by_ddp(10));
  EXPECT_FALSE(solution.is_solved());
  EXPECT_TRUE(says(solution.message, "state 'level' has no finite value after step")) << solution.message;
  SolveOptions options = by_ddp(10);
  PhaseGuess guess = straight_line_guess(root(), 0);
  guess.states.setConstant(-1.0);
  options.guess = guess;
  EXPECT_TRUE(says(test::refusal([&] { solve(root(), options); }), "level"));
}

TEST(Ddp, IsRefusedByNameWhereAFeatureIsMissing) {
  SolveOptions options;
  options.transcription = "trapezoid";
  options.method = "ddp";
  EXPECT_TRUE(says(test::refusal([&] { solve(make_problem("brachistochrone"), options); }), "not trapezoid"));
  options.method = "dpp";
  EXPECT_TRUE(says(test::refusal([&] { solve(make_problem("scalar-lqr"), options); }), "solver 'dpp' is not known"));
}

}  // namespace
}  // namespace tandem::ddp
