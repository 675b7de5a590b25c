#include <tandem/ocp/solvers/nlp_solver.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <memory>
#include <thread>
#include <vector>

namespace tandem::ipopt_sweep_test {

using test::problem_with;

NlpSolution answer_by(const std::string& linear_solver, const Problem& problem, SolverOptions options = {}) {
  const MeshChoice& mesh = problem.mesh();
  StagedNlp nlp(problem, uniform_mesh(mesh.transcription, mesh.intervals, mesh.degree));
  options.linear_solver = linear_solver;
  return solve_with_ipopt(nlp, nlp.unknowns_from(straight_line_guess(problem)), options);
}

/// MUMPS and the sweep come to the same answer, in as many iterations or with so many more or less of a hundred.
void expect_same(const Problem& problem, const SolverOptions& options = {}, int percent = 0) {
  SCOPED_TRACE(problem.name());
  const NlpSolution mumps = answer_by("mumps", problem, options), sweep = answer_by("sweep", problem, options);
  EXPECT_EQ(sweep.status, mumps.status);
  EXPECT_EQ(sweep.message, mumps.message);
  EXPECT_LE(100 * std::abs(sweep.iterations - mumps.iterations), percent * mumps.iterations);
  EXPECT_NEAR(sweep.objective, mumps.objective, 1e-8 * std::max(1.0, std::abs(mumps.objective)));
}

// Bounds, path constraints and their slacks, free times, design numbers, singular arcs, points of Gauss, one step an
// interval.
TEST(SweepUnderIpopt, TakesMumpsWayToMumpsAnswer) {
  for (const char* name : {"scalar-lqr", "cart-pole-swing-up", "bryson-denham", "brachistochrone", "co-design-transfer",
                           "double-integrator-speed-limit", "double-integrator-time", "hanging-chain",
                           "singular-regulator", "solar-array"}) {
    expect_same(make_problem(name));
  }
}

// An infeasible problem ends in the restoration phase, whose systems the sweep solves too.
TEST(SweepUnderIpopt, RestoresFeasibilityAndFindsThatThereIsNone) {
  const NlpSolution answer = answer_by("sweep", problem_with("double-integrator-energy", {{"max_force", 1.0}}));
  EXPECT_EQ(answer.status, Status::infeasible);
}

TEST(SweepUnderIpopt, TakesFixedVariablesHoweverIpoptTreatsThem) {
  for (const char* treatment : {"make_parameter", "make_constraint", "relax_bounds"}) {
    SolverOptions options;
    options.ipopt = {{"fixed_variable_treatment", treatment}};
    expect_same(make_problem("cart-pole-swing-up"), options, 10);
    expect_same(make_problem("bryson-denham"), options, 10);
  }
}

TEST(SweepUnderIpopt, ServesAnApproximateHessian) {
  SolverOptions options;
  options.tolerance = 1e-6;
  options.ipopt = {{"hessian_approximation", "limited-memory"}};
  const NlpSolution mumps = answer_by("mumps", make_problem("bryson-denham"), options);
  const NlpSolution sweep = answer_by("sweep", make_problem("bryson-denham"), options);
  EXPECT_EQ(sweep.status, mumps.status);
  EXPECT_NEAR(sweep.objective, mumps.objective, 1e-5);
}

// No residual is small enough: IPOPT asks for better factors until there are none.
TEST(SweepUnderIpopt, RaisesItsThresholdWhenIpoptAsksForQuality) {
  SolverOptions options;
  options.ipopt = {{"residual_ratio_max", "1e-30"}, {"residual_ratio_singular", "1e-29"}};
  const NlpSolution answer = answer_by("sweep", make_problem("cart-pole-swing-up"), options);
  EXPECT_NEAR(answer.objective, 58.80766, 1e-4);
}

// At the third iterate the matrix has the inertia of a minimum with a regularization of 1, by its eigenvalues; MUMPS
// finds too many negative pivots up to 1e6, and 26 iterations become necessary.
TEST(SweepUnderIpopt, RegularizesNoMoreThanTheInertiaNeeds) {
  const NlpSolution answer = answer_by("sweep", make_problem("particle-steering"));
  EXPECT_EQ(answer.status, Status::solved);
  EXPECT_LE(answer.iterations, 17);
}

// Problems are built one after another: CppAD, which tells their patterns, keeps its memory for one thread.
TEST(SweepUnderIpopt, SolvesInManyThreadsAtOnce) {
  const Problem problem = make_problem("cart-pole-swing-up");
  std::vector<std::unique_ptr<StagedNlp>> nlps;
  for (int i = 0; i < 3; ++i) nlps.push_back(std::make_unique<StagedNlp>(problem, uniform_mesh("hermite-simpson", 50)));
  std::vector<NlpSolution> answers(nlps.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < nlps.size(); ++i) {
    threads.emplace_back([&, i] {
      SolverOptions options;
      options.linear_solver = "sweep";
      const Eigen::VectorXd start = nlps[i]->unknowns_from(straight_line_guess(problem));
      answers[i] = solve_with_ipopt(*nlps[i], start, options);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(answers[0].status, Status::solved);
  for (const NlpSolution& answer : answers) EXPECT_EQ(answer.unknowns, answers[0].unknowns);
}

TEST(SweepUnderIpopt, MeasuresItsTime) {
  const NlpSolution answer = answer_by("sweep", make_problem("cart-pole-swing-up"));
  EXPECT_GT(answer.linear_algebra_seconds, 0.0);
  EXPECT_LE(answer.evaluation_seconds + answer.linear_algebra_seconds, answer.total_seconds);
  EXPECT_FALSE(answer.shadow.has_value());
}

TEST(LinearSolver, IsRefusedByNameIfNotKnown) {
  EXPECT_TRUE(test::refuses([] { answer_by("swep", make_problem("scalar-lqr")); },
                            "no linear solver is called 'swep'; did you mean 'sweep'"));
}

}  // namespace tandem::ipopt_sweep_test
