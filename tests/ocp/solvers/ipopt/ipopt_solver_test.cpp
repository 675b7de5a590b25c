#include <tandem/ocp/solvers/nlp_solver.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

namespace tandem::ipopt_solver_test {

using test::problem_with;

NlpSolution answer_to(const Problem& problem, const SolverOptions& options = {}, int intervals = 20) {
  StagedNlp nlp(problem, uniform_mesh("hermite-simpson", intervals));
  return solve_with_ipopt(nlp, nlp.unknowns_from(straight_line_guess(problem)), options);
}

TEST(Ipopt, SolvesAQuadraticProblemInOneStep) {
  const NlpSolution answer = answer_to(make_problem("scalar-lqr"));
  EXPECT_EQ(answer.status, Status::solved);
  EXPECT_EQ(answer.message, "solved");
  EXPECT_EQ(answer.iterations, 1);
  EXPECT_EQ(answer.last_regularization, 0.0);
}

// The gradient of f + multipliers' g + bound_multipliers' z vanishes to the tolerance.
TEST(Ipopt, ReturnsMultipliersOfTheLagrangianItSays) {
  const Problem problem = problem_with("double-integrator-energy", {{"max_force", 5.0}});
  StagedNlp nlp(problem, uniform_mesh("hermite-simpson", 20));
  const NlpSolution answer = solve_with_ipopt(nlp, nlp.unknowns_from(straight_line_guess(problem)), {});
  ASSERT_EQ(answer.status, Status::solved);
  Eigen::VectorXd gradient(nlp.layout().variables());
  nlp.gradient(answer.unknowns, gradient);
  gradient += answer.bound_multipliers;
  const Pattern pattern = nlp.jacobian_pattern();
  std::vector<double> values(pattern.size());
  nlp.jacobian(answer.unknowns, values);
  for (int i = 0; i < pattern.size(); ++i) gradient(pattern.cols[i]) += values[i] * answer.multipliers(pattern.rows[i]);
  // Variables fixed by their bounds have no multiplier in IPOPT, which removes them.
  for (int i = 0; i < gradient.size(); ++i) {
    if (nlp.lower()(i) == nlp.upper()(i)) gradient(i) = 0.0;
  }
  EXPECT_LT(gradient.cwiseAbs().maxCoeff(), 1e-9);  // tol 1e-10 is scaled by up to max|multiplier| / 100
}

TEST(Ipopt, SignsBoundMultipliersByTheBoundThatPushes) {
  const Problem problem = problem_with("double-integrator-energy", {{"max_force", 5.0}});
  const NlpSolution answer = answer_to(problem);
  StagedNlp nlp(problem, uniform_mesh("hermite-simpson", 20));
  EXPECT_GT(answer.bound_multipliers(nlp.layout(0).knot_control(0)), 1e-3);    // full force ahead: upper bound
  EXPECT_LT(answer.bound_multipliers(nlp.layout(0).knot_control(20)), -1e-3);  // full force back: lower bound
  EXPECT_NEAR(answer.bound_multipliers(nlp.layout(0).knot_control(10)), 0.0, 1e-9);
}

// Below 4 d/T^2 no force is enough.
TEST(Ipopt, CallsAnInfeasibleProblemInfeasible) {
  const NlpSolution answer = answer_to(problem_with("double-integrator-energy", {{"max_force", 1.0}}));
  EXPECT_EQ(answer.status, Status::infeasible);
  EXPECT_TRUE(test::says(answer.message, "the problem may have no solution"));
}

TEST(Ipopt, StopsAtTheIterationLimit) {
  SolverOptions options;
  options.max_iterations = 3;
  const NlpSolution answer = answer_to(make_problem("cart-pole-swing-up"), options);
  EXPECT_EQ(answer.status, Status::iteration_limit);
  EXPECT_EQ(answer.iterations, 3);
}

TEST(Ipopt, StopsAtTheTimeLimit) {
  SolverOptions options;
  options.time_limit = 1e-6;
  EXPECT_EQ(answer_to(make_problem("cart-pole-swing-up"), options).status, Status::time_limit);
}

TEST(Ipopt, StopsWhenTheCallbackSaysSo) {
  SolverOptions options;
  options.progress = [](const Progress& progress) { return progress.iteration < 5; };
  const NlpSolution answer = answer_to(make_problem("cart-pole-swing-up"), options);
  EXPECT_EQ(answer.status, Status::stopped);
  EXPECT_EQ(answer.iterations, 5);
  EXPECT_TRUE(answer.unknowns.allFinite());
}

TEST(Ipopt, ReportsEveryIterationWithTheObjectiveAsStated) {
  Problem problem("highest");
  problem.maximise();
  auto phase = problem.phase<1, 1>("climb");
  phase.state("height", {.start = 1.0});
  phase.control("u", {.bounds = {-1.0, 2.0}});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  std::vector<Progress> lines;
  SolverOptions options;
  options.progress = [&](const Progress& progress) {
    lines.push_back(progress);
    return true;
  };
  const NlpSolution answer = answer_to(problem, options);
  ASSERT_EQ(static_cast<int>(lines.size()), answer.iterations + 1);
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i].iteration, static_cast<int>(i));
  EXPECT_NEAR(lines.back().objective, 3.0, 1e-8);  // the barrier stops at 1e-11 over about 50 unknowns
  EXPECT_NEAR(answer.objective, -3.0, 1e-8);       // as minimised
}

TEST(Ipopt, TakesItsOwnOptionsOfEveryKind) {
  SolverOptions options;
  options.ipopt = {{"max_iter", "2"}, {"tol", "1e-6"}, {"mu_strategy", "adaptive"}};
  EXPECT_EQ(answer_to(make_problem("cart-pole-swing-up"), options).status, Status::iteration_limit);
}

TEST(Ipopt, RefusesAnOptionItDoesNotKnowByName) {
  SolverOptions options;
  options.ipopt = {{"max_itre", "2"}};
  EXPECT_TRUE(test::refuses([&] { answer_to(make_problem("scalar-lqr"), options); },
                            "IPOPT has no option called 'max_itre'; did you mean 'max_iter'"));
}

TEST(Ipopt, RefusesAValueItDoesNotKnowByName) {
  SolverOptions options;
  options.ipopt = {{"mu_strategy", "sometimes"}};
  EXPECT_TRUE(test::refuses([&] { answer_to(make_problem("scalar-lqr"), options); },
                            "IPOPT's option 'mu_strategy' does not take the value 'sometimes'"));
}

// A root of the state whose iterates fall below zero: IPOPT backs off, and must never report success from there.
TEST(Ipopt, FailsWithoutSuccessWhereFunctionsHaveNoValue) {
  Problem problem("root");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 1.0, .end = -1.0, .guess = {{1.0, 0.5}}});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0] + 0.1 * sqrt(k.x[0])); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  const NlpSolution answer = answer_to(problem);
  EXPECT_NE(answer.status, Status::solved);
  EXPECT_NE(answer.status, Status::acceptable);
}

TEST(Ipopt, MeasuresWhereTheTimeGoes) {
  const NlpSolution answer = answer_to(make_problem("cart-pole-swing-up"));
  EXPECT_GT(answer.evaluation_seconds, 0.0);
  EXPECT_GT(answer.linear_algebra_seconds, 0.0);
  EXPECT_LE(answer.evaluation_seconds + answer.linear_algebra_seconds, answer.total_seconds);
}

// A barrier of 1e-11 at each of 4000 bounds would add 2e-8 to the time of 2 s.
TEST(Ipopt, TightensItsBarrierWithTheNumberOfBounds) {
  const NlpSolution answer = answer_to(problem_with("double-integrator-time"), {}, 1000);
  EXPECT_EQ(answer.status, Status::solved);
  EXPECT_NEAR(answer.objective, 2.0, 2e-9);
}

TEST(Ipopt, GivesTheSameAnswerTwice) {
  const NlpSolution first = answer_to(make_problem("cart-pole-swing-up"));
  const NlpSolution second = answer_to(make_problem("cart-pole-swing-up"));
  EXPECT_EQ(first.iterations, second.iterations);
  EXPECT_EQ(first.unknowns, second.unknowns);
}

TEST(Status, HasAWordForEachCase) {
  EXPECT_EQ(to_string(Status::solved), "solved");
  EXPECT_EQ(to_string(Status::acceptable), "acceptable");
  EXPECT_EQ(to_string(Status::infeasible), "infeasible");
  EXPECT_EQ(to_string(Status::iteration_limit), "iteration_limit");
  EXPECT_EQ(to_string(Status::time_limit), "time_limit");
  EXPECT_EQ(to_string(Status::stopped), "stopped");
  EXPECT_EQ(to_string(Status::failed), "failed");
}

}  // namespace tandem::ipopt_solver_test
