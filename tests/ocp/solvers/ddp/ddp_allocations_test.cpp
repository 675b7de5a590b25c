// No iteration allocates, whatever helps it: the counter is of every new and malloc.
#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/viewed.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <support/allocations.hpp>

namespace tandem::ddp::ddp_allocations_test {

/// Iterations from a guess, none of which may allocate; how many were taken, and how many of them were regularised.
struct Counted {
  int steps = 0, regularized = 0;
};

Counted iterate(const Problem& problem, const Mesh& mesh, const Guess& guess, int most, const DdpOptions& choice = {}) {
  StagedNlp nlp(problem, mesh);
  DdpSolver solver(nlp);
  solver.begin(nlp.unknowns_from(guess), choice);
  Counted counted;
  auto outcome = DdpSolver::Outcome::stepped;
  while (counted.steps < most && outcome == DdpSolver::Outcome::stepped) {
    const long count = test::allocations_in([&] { outcome = solver.iterate(1e-10); });
    // (Gauss and Newton's answer is seen with the exact Hessian, for which there was no room before.)
    const bool makes_room = outcome != DdpSolver::Outcome::stepped && choice.curvature == Curvature::gauss_newton;
    EXPECT_LE(count, makes_room ? 1 : 0) << problem.name() << ", " << counted.steps;
    counted.regularized += solver.convexity().regularization > 0.0;
    ++counted.steps;
  }
  return counted;
}

Counted iterate(const Problem& problem, const Mesh& mesh, int most, const DdpOptions& choice = {}) {
  return iterate(problem, mesh, straight_line_guess(problem), most, choice);
}

TEST(DdpAllocations, AreNoneOnTheWayToASolution) {
  EXPECT_EQ(iterate(make_problem("cart-pole-swing-up"), uniform_mesh("shooting-rk4", 40), 8).steps, 8);
}

TEST(DdpAllocations, AreNoneWithABorder) {
  for (const char* const name : {"brachistochrone", "solar-array", "bouncing-mass"}) {
    EXPECT_GE(iterate(make_problem(name), uniform_mesh("shooting-rk4", 20), 100).steps, 2) << name;
  }
}

TEST(DdpAllocations, AreNoneWithImplicitSteps) {
  for (const char* const transcription : {"midpoint", "trapezoid"}) {
    EXPECT_GE(iterate(make_problem("cart-pole-swing-up"), uniform_mesh(transcription, 40), 100).steps, 5);
  }
}

// Updates of multipliers and of the weight included; of a bound, a path constraint, an integral and a range.
TEST(DdpAllocations, AreNoneWithAugmentedRows) {
  for (const test::SpeedLimit kind : {test::SpeedLimit::bound, test::SpeedLimit::path_constraint}) {
    EXPECT_GE(iterate(test::speed_limit_problem(kind), uniform_mesh("shooting-rk4", 20), 100).steps, 5);
  }
  EXPECT_GE(iterate(test::swing(), uniform_mesh("shooting-rk4", 20), 20).steps, 5);
}

TEST(DdpAllocations, AreNoneWhereTheProblemIsRegularised) {
  const Problem problem = make_problem("acrobot-swing-up");
  const Counted counted = iterate(problem, uniform_mesh("shooting-rk4", 60), zero_guess(problem), 25);
  EXPECT_GT(counted.regularized, 0);
}

/// A pendulum's swing-up for squares of residuals, in steps that are squares' own.
Problem squares() {
  Problem problem("squares");
  auto phase = problem.phase<2, 1>("swing");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("angle", {.start = 3.0});
  phase.state("rate", {.start = 0.0});
  phase.control("torque", {.bounds = {-8.0, 8.0}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0] + 9.81 * sin(k.x[0])); });
  phase.running_residuals([](const auto& k) { return rates(sin(k.x[0]), 1.0 - cos(k.x[0]), 0.1 * k.u[0]); });
  phase.end_residuals([](const auto& k) { return rates(10.0 * sin(k.x[0]), 10.0 * (1.0 - cos(k.x[0])), k.x[1]); });
  return problem;
}

TEST(DdpAllocations, AreNoneWithGaussAndNewtonsHessian) {
  const DdpOptions choice{.curvature = Curvature::gauss_newton};
  EXPECT_GE(iterate(squares(), uniform_mesh("semi-implicit", 40), 200, choice).steps, 5);
  EXPECT_GE(iterate(squares(), uniform_mesh("shooting-rk4", 40), 200, choice).steps, 5);
  EXPECT_GE(iterate(make_problem("cart-pole-swing-up"), uniform_mesh("shooting-rk4", 40), 20, choice).steps, 5);
}

TEST(DdpAllocations, AreNoneWhereTheIterationBeginsAgain) {
  const Problem problem = make_problem("cart-pole-swing-up");
  StagedNlp nlp(problem, uniform_mesh("shooting-rk4", 40));
  DdpSolver solver(nlp);
  solver.begin(nlp.unknowns_from(straight_line_guess(problem)), {});
  bool is_done = false;
  EXPECT_EQ(test::allocations_in([&] { is_done = solver.roll_out(); }), 0);
  EXPECT_TRUE(is_done);
}

}  // namespace tandem::ddp::ddp_allocations_test
