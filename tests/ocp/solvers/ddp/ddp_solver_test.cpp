#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <ocp/solvers/ddp/by_ddp.hpp>
#include <ocp/solvers/ddp/convergence.hpp>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <support/refusal.hpp>

#include <array>
#include <cmath>
#include <string>

namespace tandem::ddp::ddp_solver_test {

using Eigen::VectorXd;
using test::by_ddp;
using test::by_ipopt;
using test::says;

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

/// The same answer by interior points, from where DDP ended: of this finite problem's minima that one.
void expect_agreement(const Problem& problem, const Solution& solution, int intervals) {
  SolveOptions options = by_ipopt(intervals);
  options.guess = guess_from(solution);
  const Solution reference = solve(problem, options);
  EXPECT_EQ(reference.status, Status::solved) << reference.message;
  EXPECT_NEAR(solution.objective, reference.objective, 1e-8 * reference.objective);
  EXPECT_NEAR(solution.phases[0].controls(0, 0), reference.phases[0].controls(0, 0), 1e-6);
}

// Kelly's basin, from the answer of collocation, and the better one, from a trajectory that is bent the same way: which
// basin a start from afar leads to depends on rounding.
TEST(Ddp, SwingsTheCartPoleUpOnAHundredSteps) {
  const Problem problem = make_problem("cart-pole-swing-up");
  SolveOptions options = by_ddp(100);
  options.guess = guess_from(solve(problem));
  const Solution kelly = solve(problem, options);
  expect_row(kelly, 58.88833599, 2.42193075);
  expect_agreement(problem, kelly, 100);
}

TEST(Ddp, SwingsTheCartPoleUpFromZerosIntoOneOfItsTwoBasins) {
  const Problem problem = make_problem("cart-pole-swing-up");
  SolveOptions options = by_ddp(100);
  options.guess = zero_guess(problem);
  const Solution solution = solve(problem, options);
  if (solution.objective < 58.5) {
    expect_row(solution, 58.04340535, -6.47456526);
  } else {
    expect_row(solution, 58.88833599, 2.42193075);
  }
  expect_agreement(problem, solution, 100);
}

TEST(Ddp, SwingsTheAcrobotUp) {
  const Problem problem = make_problem("acrobot-swing-up");
  SolveOptions options = by_ddp(200);
  options.guess = guess_from(solve(problem));
  const Solution near = solve(problem, options);
  expect_row(near, 34.93886145, -10.55222249);
  EXPECT_LE(near.iterations, 6);
  expect_agreement(problem, near, 200);
}

TEST(Ddp, SwingsTheAcrobotUpFromZeros) {
  const Problem problem = make_problem("acrobot-swing-up");
  SolveOptions options = by_ddp(200);
  options.guess = zero_guess(problem);
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

/// A cart that pulls another by a spring, with a force on each: x' = A x + B u, cost x'Q x + u'R u.
struct Carts {
  Eigen::Matrix4d A{{0, 0, 1, 0}, {0, 0, 0, 1}, {-2, 2, -0.1, 0}, {1, -1, 0, -0.3}};
  Eigen::Matrix<double, 4, 2> B{{0, 0}, {0, 0}, {1, 0.2}, {0, 0.5}};
  Eigen::Vector4d Q{1.0, 2.0, 0.1, 0.3};
  Eigen::Vector2d R{0.1, 0.4};

  Problem problem() const {
    Problem problem("carts");
    auto phase = problem.phase<4, 2>("pull");
    phase.time({.start = 0.0, .end = 3.0});
    for (int i = 0; i < 4; ++i) phase.state("x" + std::to_string(i), {.start = 1.0 - 0.5 * i});
    phase.control("first", {});
    phase.control("second", {});
    phase.dynamics([c = *this](const auto& k) {
      std::array<std::decay_t<decltype(k.x[0])>, 4> rate;
      for (int i = 0; i < 4; ++i) {
        rate[i] = c.B(i, 0) * k.u[0] + c.B(i, 1) * k.u[1];
        for (int j = 0; j < 4; ++j) rate[i] += c.A(i, j) * k.x[j];
      }
      return rate;
    });
    phase.running_cost([c = *this](const auto& k) {
      auto sum = c.R(0) * square(k.u[0]) + c.R(1) * square(k.u[1]);
      for (int i = 0; i < 4; ++i) sum += c.Q(i) * square(k.x[i]);
      return sum;
    });
    return problem;
  }
};

// The points of a step of RK4 are X_i = M_i x + N_i u with M_1 = I, M_i = I + a_i h A M_{i-1} and the same of N, so
// that the discrete cost is 2 h sum w_i (X_i'Q X_i + u'R u) / 2 and x+ = x + h sum w_i (A X_i + B u).
TEST(Ddp, SolvesARegulatorOfSeveralStatesInOneIterationWithTheGainsOfItsRiccatiEquation) {
  using Eigen::MatrixXd;
  constexpr int kSteps = 30;
  const Carts carts;
  const Solution solution = solve(carts.problem(), by_ddp(kSteps));
  EXPECT_EQ(solution.status, Status::solved) << solution.message;
  EXPECT_EQ(solution.iterations, 1);
  EXPECT_TRUE(solution.certificate.passes());
  const double h = 3.0 / kSteps, parts[] = {0.0, 0.5, 0.5, 1.0}, weights[] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  MatrixXd M = MatrixXd::Zero(4, 4), N = MatrixXd::Zero(4, 2), A = MatrixXd::Identity(4, 4), B = N;
  MatrixXd Q = M, S = MatrixXd::Zero(2, 4), R = 2.0 * h * MatrixXd(carts.R.asDiagonal());
  for (int i = 0; i < 4; ++i) {
    const MatrixXd last = N;
    N = parts[i] * h * (carts.A * last + MatrixXd(carts.B));
    M = MatrixXd::Identity(4, 4) + parts[i] * h * (carts.A * M);
    const MatrixXd weighted = 2.0 * h * weights[i] * MatrixXd(carts.Q.asDiagonal());
    Q += M.transpose() * weighted * M;
    S += N.transpose() * weighted * M;
    R += N.transpose() * weighted * N;
    A += h * weights[i] * (carts.A * M);
    B += h * weights[i] * (carts.A * N + MatrixXd(carts.B));
  }
  MatrixXd P = MatrixXd::Zero(4, 4);
  for (int k = kSteps - 1; k >= 0; --k) {
    const MatrixXd Hux = S + B.transpose() * P * A;
    const MatrixXd K = -(R + B.transpose() * P * B).inverse() * Hux;
    P = Q + A.transpose() * P * A + Hux.transpose() * K;
    EXPECT_LT((solution.phases[0].feedback[k] - K).cwiseAbs().maxCoeff(), 1e-10 * K.cwiseAbs().maxCoeff()) << k;
  }
}

TEST(Ddp, SolvesLinearQuadraticTransfersInOneIteration) {
  const Solution solution = solve(make_problem("double-integrator-energy"), by_ddp(40));
  EXPECT_EQ(solution.status, Status::solved);
  EXPECT_EQ(solution.iterations, 1);
  EXPECT_TRUE(solution.certificate.passes());
}

// ---- convergence ----------------------------------------------------------------------------------------------------

// Free times and held controls included. (Residuals do not show it: gaps close to second order while multipliers still
// move.)
TEST(Ddp, ConvergesQuadraticallyNearTheEnd) {
  const Problem weak = test::problem_with("cart-pole-swing-up", {{"max_force", 9.0}});
  for (const Problem& problem : {make_problem("cart-pole-swing-up"), weak, make_problem("brachistochrone"),
                                 make_problem("two-link-arm-effort")}) {
    test::expect_quadratic_convergence(problem, "shooting-rk4", 50);
  }
}

TEST(Ddp, StartsAgainFromItsAnswerInOneIteration) {
  const Problem problem = make_problem("cart-pole-swing-up");
  SolveOptions options = by_ddp(40);
  const Solution first = solve(problem, options);
  options.guess = guess_from(first);
  const Solution again = solve(problem, options);
  EXPECT_LE(again.iterations, 1);
  EXPECT_NEAR(again.objective, first.objective, 1e-10 * first.objective);
}

// Onto twice as many steps: near, but another problem. With the answer's costates the first step is Newton's; without
// them it lacks the steps' curvature.
TEST(Ddp, TakesFewIterationsFromTheAnswerOnAnotherMesh) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution coarse = solve(problem, by_ddp(60));
  SolveOptions options = by_ddp(120);
  options.guess = guess_from(coarse);
  const Solution fine = solve(problem, options);
  EXPECT_EQ(fine.status, Status::solved);
  EXPECT_LE(fine.iterations, 3);
  options.guess->phases[0].costates.resize(0, 0);
  EXPECT_GT(solve(problem, options).iterations, fine.iterations);
}

// Given starts, bounds and functions as the numbers are when a solve begins.
TEST(Ddp, SolvesAgainForAnotherNumber) {
  const Problem problem = test::problem_with("cart-pole-swing-up", {{"max_force", 9.0}, {"distance", 0.8}});
  StagedNlp fresh(problem, uniform_mesh("shooting-rk4", 40)), nlp(make_problem("cart-pole-swing-up"), fresh.mesh());
  const VectorXd start = fresh.unknowns_from(straight_line_guess(problem));
  DdpSolver solver(nlp);
  solver.solve(start, {});
  nlp.set_number("max_force", 9.0);
  nlp.set_number("distance", 0.8);
  const NlpSolution again = solver.solve(start, {}), wanted = DdpSolver(fresh).solve(start, {});
  EXPECT_EQ(again.status, Status::solved);
  EXPECT_NEAR(again.objective, wanted.objective, 1e-10 * wanted.objective);
}

// ---- free times, design numbers, phases and rings -------------------------------------------------------------------

// The finite problem is the same, so that both methods' objectives agree to what the tolerance leaves, 1e-8; interior
// points stand off their bounds by as much.
TEST(Ddp, AgreesWithInteriorPointsOnFreeTimesAndNumbers) {
  for (const char* const name : {"brachistochrone", "particle-steering", "co-design-transfer", "solar-array", "goddard",
                                 "flexible-hub", "double-integrator-time"}) {
    const Problem problem = make_problem(name);
    const Solution solution = solve(problem, by_ddp(40)), reference = solve(problem, by_ipopt(40));
    EXPECT_EQ(solution.status, Status::solved) << name << ": " << solution.message;
    EXPECT_TRUE(solution.certificate.passes()) << name;
    const double size = std::max(1.0, std::abs(reference.objective));
    EXPECT_NEAR(solution.objective, reference.objective, 1e-8 * size) << name;
    EXPECT_NEAR(solution.final_time, reference.final_time, 1e-6 * reference.final_time) << name;
    for (const int number : problem.design_numbers()) {
      const std::string& key = problem.numbers()[number].name;
      EXPECT_NEAR(solution.numbers.at(key), reference.numbers.at(key), 1e-5 * std::abs(reference.numbers.at(key)));
    }
  }
}

// (ddp_search_test.cpp has all meshes of 4 to 30 steps, and why these are the answers.)
TEST(Ddp, FindsTheMinimumTimeOfTheDoubleIntegratorThroughTheBorder) {
  const Problem problem = make_problem("double-integrator-time");
  for (const int intervals : {10, 20, 21, 7}) {
    const Solution solution = solve(problem, by_ddp(intervals));
    EXPECT_EQ(solution.status, Status::solved) << solution.message;
    EXPECT_TRUE(solution.certificate.passes());
    const double exact = intervals % 2 == 0 ? 2.0 : 2.0 / std::sqrt(1.0 - 1.0 / (intervals * intervals));
    EXPECT_NEAR(solution.final_time, exact, 1e-10) << intervals;
  }
}

TEST(Ddp, TakesSeveralPhasesAndLinkages) {
  const Problem problem = make_problem("bouncing-mass");
  const Solution solution = solve(problem, by_ddp(20)), reference = solve(problem, by_ipopt(20));
  EXPECT_EQ(solution.iterations, 1);  // linear and quadratic, jump included
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_NEAR(solution.objective, reference.objective, 1e-9 * reference.objective);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(solution.phases[i].feedback.size(), 20U);
    EXPECT_EQ(solution.phases[i].feedback[3].cols(), 2);
    EXPECT_LT((solution.phases[i].costates - reference.phases[i].costates).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(Ddp, ClosesARing) {
  const Problem problem = make_problem("periodic-follower");
  const Solution solution = solve(problem, by_ddp(40)), reference = solve(problem, by_ipopt(40));
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_NEAR(solution.objective, reference.objective, 1e-10 * reference.objective);
  EXPECT_NEAR(solution.phases[0].states(0, 0), solution.phases[0].states(0, 40), 1e-12);
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
  const Solution linear = solve(cart_pole, by_ddp(100, 1));
  SolveOptions options = by_ipopt(100, 1);  // there is another minimum, 58.8
  options.guess = guess_from(linear);
  const Solution reference = solve(cart_pole, options);
  EXPECT_TRUE(linear.certificate.passes());
  EXPECT_NEAR(linear.objective, reference.objective, 1e-8 * reference.objective);
  const Problem chain = make_problem("hanging-chain");
  for (const int degree : {0, 1}) {
    const Solution hanging = solve(chain, by_ddp(50, degree)), other = solve(chain, by_ipopt(50, degree));
    EXPECT_TRUE(hanging.certificate.passes()) << degree;
    EXPECT_NEAR(hanging.objective, other.objective, 1e-8 * other.objective) << degree;
  }
}

}  // namespace tandem::ddp::ddp_solver_test
