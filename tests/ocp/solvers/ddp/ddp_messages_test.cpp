#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/by_ddp.hpp>
#include <support/refusal.hpp>

#include <algorithm>

namespace tandem::ddp::ddp_messages_test {

using test::by_ddp;
using test::says;

TEST(DdpMessages, StopsAtLimitsAndWhenAsked) {
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

// A line of the history is one trajectory: its cost, and what is left of the conditions there. None is past the limit.
TEST(DdpMessages, CountStepsTaken) {
  const Problem problem = make_problem("cart-pole-swing-up");
  for (const int most : {0, 1, 5}) {
    StagedNlp nlp(problem, uniform_mesh("shooting-rk4", 40));
    const Eigen::VectorXd start = nlp.unknowns_from(straight_line_guess(problem));
    DdpSolver limited(nlp), stepped(nlp);
    SolverOptions options;
    options.max_iterations = most;
    const NlpSolution solution = limited.solve(start, options);
    EXPECT_EQ(solution.status, Status::iteration_limit);
    EXPECT_EQ(solution.iterations, most);
    stepped.begin(start, {});
    for (int i = 0; i < most; ++i) stepped.iterate(options.tolerance);
    EXPECT_EQ(solution.unknowns, stepped.unknowns()) << "the start after " << most << " steps";
    const Progress& last = limited.history().back();
    EXPECT_EQ(static_cast<int>(limited.history().size()), most + 1);
    EXPECT_EQ(last.objective, nlp.objective(solution.unknowns));
    Eigen::VectorXd g(nlp.layout().constraints());
    nlp.constraints(solution.unknowns, g);
    const Eigen::VectorXd off = (nlp.lower() - solution.unknowns).cwiseMax(solution.unknowns - nlp.upper());
    EXPECT_DOUBLE_EQ(last.infeasibility, std::max(g.cwiseAbs().maxCoeff(), off.maxCoeff()));
    EXPECT_EQ(solution.feedback.empty(), most == 0) << "gains are of a backward pass, or absent";
  }
}

// What a solver did before leaves no trace in the next solve.
TEST(DdpMessages, ForgetTheSolveBefore) {
  const Problem problem = make_problem("cart-pole-swing-up");
  StagedNlp nlp(problem, uniform_mesh("shooting-rk4", 40));
  DdpSolver solver(nlp);
  const Eigen::VectorXd start = nlp.unknowns_from(straight_line_guess(problem));
  solver.solve(start, {});
  SolverOptions none;
  none.max_iterations = 0;
  const NlpSolution again = solver.solve(start, none), fresh = DdpSolver(nlp).solve(start, none);
  EXPECT_EQ(again.bound_multipliers, fresh.bound_multipliers);
  EXPECT_EQ(again.multipliers, fresh.multipliers);
  EXPECT_TRUE(again.feedback.empty());
  EXPECT_EQ(again.last_regularization, 0.0);
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

TEST(DdpMessages, SaysWhichEndIsOutOfReachAndWhen) {
  EXPECT_EQ(solve(short_of_force(0.95), by_ddp(20)).status, Status::solved);
  const Solution solution = solve(short_of_force(2.0), by_ddp(20));
  EXPECT_EQ(solution.status, Status::infeasible);
  // Which of the two ends is given up for the other is a matter of the penalty's weights.
  EXPECT_TRUE(says(solution.message, "state 'position' misses its end by") ||
              says(solution.message, "state 'speed' misses its end by"))
      << solution.message;
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

TEST(DdpMessages, SaysWhereTheDynamicsHaveNoValue) {
  const Solution solution = solve(root(), by_ddp(10));
  EXPECT_FALSE(solution.is_solved());
  EXPECT_TRUE(says(solution.message, "state 'level' has no finite value after step")) << solution.message;
  SolveOptions options = by_ddp(10);
  PhaseGuess guess = straight_line_guess(root(), 0);
  guess.states.setConstant(-1.0);
  options.guess = guess;
  EXPECT_TRUE(says(test::refusal([&] { solve(root(), options); }), "level"));
}

// The same with a hard end there: that it is missed follows from the missing values.
TEST(DdpMessages, SaysThatDynamicsHaveNoValueBeforeThatTheEndIsMissed) {
  Problem problem("root");
  auto phase = problem.phase<1, 1>("fall");
  phase.state("level", {.start = 1.0, .end = -1.0, .guess = LinearGuess{1.0, 0.5}});
  phase.control("inflow", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0] + 0.1 * sqrt(k.x[0])); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  StagedNlp nlp(problem, uniform_mesh("shooting-rk4", 10));
  Eigen::VectorXd start = nlp.unknowns_from(straight_line_guess(problem));
  const NlpSolution solution = solve_with_ddp(nlp, start, {});
  EXPECT_EQ(solution.status, Status::failed) << solution.message;
  EXPECT_TRUE(says(solution.message, "state 'level' has no finite value after step")) << solution.message;
}

/// A level that is to go from 1 to -1.1 in 1 s, with something that has no value below 0.
template <class Add>
Problem sinking(const Add& add) {
  Problem problem("sinking");
  auto phase = problem.phase<1, 1>("sink");
  phase.state("level", {.start = 1.0, .end = -1.1, .guess = LinearGuess{1.0, 0.5}});
  phase.control("speed", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  add(phase);
  return problem;
}

/// From where all has a value, in steps that look at it at the knots only.
NlpSolution from_above(const Problem& problem) {
  StagedNlp nlp(problem, uniform_mesh("trapezoid", 10));
  Eigen::VectorXd start = nlp.unknowns_from(straight_line_guess(problem));
  for (int k = 0; k <= 10; ++k) start(nlp.layout(0).state(k)) = 1.0 - 0.05 * k;
  return solve_with_ddp(nlp, start, {});
}

TEST(DdpMessages, SaysWhereACostOrAPathConstraintHasNoValue) {
  const NlpSolution cost = from_above(sinking(
      [](auto& phase) { phase.running_cost([](const auto& k) { return square(k.u[0]) + 0.1 * sqrt(k.x[0]); }); }));
  EXPECT_EQ(cost.status, Status::failed) << cost.message;
  EXPECT_TRUE(says(cost.message, "the cost has no finite value at 1, knot 10")) << cost.message;
  const NlpSolution path = from_above(sinking([](auto& phase) {
    phase.running_cost([](const auto& k) { return square(k.u[0]); });
    phase.path_constraint("depth", {-10.0, 10.0}, [](const auto& k) { return sqrt(k.x[0]); });
  }));
  EXPECT_EQ(path.status, Status::failed) << path.message;
  EXPECT_TRUE(says(path.message, "path constraint 'depth' has no finite value at ")) << path.message;
  EXPECT_TRUE(says(path.message, ", knot ")) << path.message;
}

// |x|^(3/2) has a value and a slope at 0, and no curvature; sqrt(x) no slope. Both at the answer's start.
TEST(DdpMessages, SaysWhereThereIsNoDerivative) {
  const auto solved = [](auto cost) {
    Problem problem("kink");
    auto phase = problem.phase<1, 1>("stay");
    phase.state("level", {.start = 0.0});
    phase.control("speed", {});
    phase.dynamics([](const auto& k) { return rates(k.u[0]); });
    phase.running_cost([cost](const auto& k) { return square(k.u[0]) + cost(k.x[0]); });
    StagedNlp nlp(problem, uniform_mesh("shooting-rk4", 4));
    return solve_with_ddp(nlp, Eigen::VectorXd::Zero(nlp.layout().variables()), {});
  };
  const NlpSolution first = solved([](const auto& x) { return sqrt(x); });
  EXPECT_EQ(first.status, Status::failed) << first.message;
  EXPECT_TRUE(says(first.message, "the cost has no finite derivative by state 'level' at 0, knot 0")) << first.message;
  const NlpSolution second = solved([](const auto& x) { return pow(x, 1.5); });
  EXPECT_EQ(second.status, Status::failed) << second.message;
  EXPECT_TRUE(says(second.message, "a second derivative is not finite at 0, knot 0")) << second.message;
}

// u = 0 is stationary for -u^2 + u^4 and a maximum there.
TEST(DdpMessages, SaysThatAStationaryPointIsNoMinimum) {
  for (const Curvature curvature : {Curvature::exact, Curvature::gauss_newton}) {
    Problem problem("ridge");
    auto phase = problem.phase<1, 1>("stay");
    phase.state("level", {.start = 0.0});
    phase.control("speed", {});
    phase.dynamics([](const auto& k) { return rates(k.u[0]); });
    phase.running_cost([](const auto& k) { return square(square(k.u[0])) - square(k.u[0]); });
    StagedNlp nlp(problem, uniform_mesh("shooting-rk4", 4));
    const NlpSolution solution =
        DdpSolver(nlp).solve(Eigen::VectorXd::Zero(nlp.layout().variables()), {}, {.curvature = curvature});
    EXPECT_EQ(solution.status, Status::acceptable);
    EXPECT_GT(solution.last_regularization, 0.0);
    EXPECT_TRUE(says(solution.message, "stationary, but no minimum that can be shown")) << solution.message;
  }
}

// The squares of (x, x^2 - 3) at the end have a maximum at 0 whose Gauss-Newton Hessian, x's own square, is a
// minimum's.
TEST(DdpMessages, SaysThatAMinimumOfGaussAndNewtonsHessianIsNone) {
  Problem problem("hill");
  auto phase = problem.phase<2, 1>("stay");
  phase.state("level", {.start = 0.0});
  phase.state("rate", {.start = 0.0});
  phase.control("force", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_residuals([](const auto& k) { return rates(0.1 * k.u[0]); });
  phase.end_residuals([](const auto& k) { return rates(k.x[0], square(k.x[0]) - 3.0); });
  StagedNlp nlp(problem, uniform_mesh("semi-implicit", 4));
  const NlpSolution solution =
      DdpSolver(nlp).solve(Eigen::VectorXd::Zero(nlp.layout().variables()), {}, {.curvature = Curvature::gauss_newton});
  EXPECT_EQ(solution.status, Status::acceptable) << solution.message;
  EXPECT_TRUE(says(solution.message, "stationary, but no minimum that can be shown")) << solution.message;
}

// Downhill at 3 m/s^2 with brakes of 1 m/s^2, from 0.9 m/s: 2.9 m/s after 1 s, where the limit is 1 m/s. A path
// constraint is looked at where steps begin.
TEST(DdpMessages, SaysWhichBoundCannotBeKeptAndWhen) {
  for (const bool as_path : {false, true}) {
    Problem problem("too-fast");
    auto phase = problem.phase<2, 1>("brake");
    phase.state("position", {.start = 0.0});
    phase.state("speed", {.bounds = {-kInfinity, as_path ? kInfinity : 1.0}, .start = 0.9});
    phase.control("force", {.bounds = {-1.0, 1.0}});
    phase.dynamics([](const auto& k) { return rates(k.x[1], 3.0 + k.u[0]); });
    phase.running_cost([](const auto& k) { return square(k.u[0]); });
    if (as_path) phase.path_constraint("limit", {-kInfinity, 1.0}, [](const auto& k) { return k.x[1]; });
    StagedNlp nlp(problem, uniform_mesh("shooting-rk4", 10));
    const NlpSolution solution = solve_with_ddp(nlp, nlp.unknowns_from(straight_line_guess(problem)), {});
    EXPECT_EQ(solution.status, Status::infeasible) << solution.message;
    EXPECT_LT(solution.iterations, 60);
    const char* const words = as_path ? "path constraint 'limit' is off its bounds by 1.7e+00 at 0.9"
                                      : "state 'speed' is off its bounds by 1.9e+00 at 1";
    EXPECT_TRUE(says(solution.message, words)) << solution.message;
  }
}

/// Two phases that a linkage joins, of which only one has a force.
Problem relay() {
  Problem problem("relay");
  auto first = problem.phase<1, 1>("first");
  first.time({.end = 1.0});
  first.state("place", {.start = 0.0});
  first.control("speed", {.bounds = {-1.0, 1.0}});
  first.dynamics([](const auto& k) { return rates(k.u[0]); });
  first.running_cost([](const auto& k) { return square(k.u[0]); });
  auto second = problem.phase<1, 1>("second");
  second.time({.end = 2.0, .continues = true});
  second.state("place", {.end = 5.0});
  second.control("speed", {.bounds = {-1.0, 1.0}});
  second.dynamics([](const auto& k) { return rates(k.u[0]); });
  second.running_cost([](const auto& k) { return square(k.u[0]); });
  problem.continue_states(first, second);
  return problem;
}

TEST(DdpMessages, NameThePhaseWhoseEndIsOutOfReach) {
  const Solution solution = solve(relay(), by_ddp(10));
  EXPECT_EQ(solution.status, Status::infeasible);
  EXPECT_TRUE(says(solution.message, "phase 'second': state 'place' misses its end by")) << solution.message;
  EXPECT_TRUE(says(solution.message, "at 2")) << solution.message;
}

// x' = 16 x + u: on steps of 1/8 the midpoint rule is x+ - x = x + x+ + u/8, which has no x+.
TEST(DdpMessages, SaysWhichStepHasNoEnd) {
  Problem problem("runaway");
  auto phase = problem.phase<1, 1>("run");
  phase.state("level", {.start = 1.0});
  phase.control("inflow", {});
  phase.dynamics([](const auto& k) { return rates(16.0 * k.x[0] + k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  SolveOptions options = by_ddp(8);
  options.transcription = "midpoint";
  const Solution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::failed);
  EXPECT_TRUE(says(solution.message, "step 0 from 0 has no end")) << solution.message;
}

}  // namespace tandem::ddp::ddp_messages_test
