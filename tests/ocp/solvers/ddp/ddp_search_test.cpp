#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/by_ddp.hpp>
#include <ocp/support/solved.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tandem::ddp::ddp_search_test {

using test::by_ddp;

/// With all states and controls of the guess 0.
Solution from_zeros(const std::string& name, int intervals) {
  const Problem problem = make_problem(name);
  SolveOptions options = by_ddp(intervals);
  options.guess = zero_guess(problem);
  options.solver.max_iterations = 300;
  return solve(problem, options);
}

// Coarser than their own meshes, for the sake of time.
TEST(DdpSearch, SwingsUpFromZeros) {
  for (const auto& [name, intervals] : {std::pair{"cart-pole-swing-up", 60},
                                        {"pendubot-swing-up", 100},
                                        {"acrobot-swing-up", 100},
                                        {"furuta-swing-up", 60},
                                        {"double-pendulum-cart-swing-up", 60}}) {
    const Solution solution = from_zeros(name, intervals);
    EXPECT_EQ(solution.status, Status::solved) << name << ": " << solution.message;
    EXPECT_TRUE(solution.certificate.passes()) << name;
  }
}

// A merit of late that rises: full steps that a search for falling ones would have cut short.
TEST(DdpSearch, TakesStepsThatRaiseTheMeritForAWhile) {
  const Solution solution = from_zeros("cart-pole-swing-up", 100);
  EXPECT_EQ(solution.status, Status::solved);
  int rises = 0;
  for (std::size_t i = 1; i < solution.history.size(); ++i) {
    const Progress &before = solution.history[i - 1], &now = solution.history[i];
    rises += now.infeasibility > before.infeasibility && now.objective > before.objective;
  }
  EXPECT_GT(rises, 0);
}

// Minimum time: bang-bang with a switch at T/2, and degenerate: two equations and one free unknown. An even count of
// steps has a knot there, and the finite problem the exact answer, 2 s. An odd one holds its middle control at 0, and
// needs sqrt(4 / (1 - 1/N^2)): of the distance T^2/4 (1 - 1/N^2).
void expect_minimum_time(int intervals, double exact) {
  const Problem problem = make_problem("double-integrator-time");
  StagedNlp nlp(problem, uniform_mesh("shooting-rk4", intervals));
  const NlpSolution solution = solve_with_ddp(nlp, nlp.unknowns_from(straight_line_guess(problem)), {});
  EXPECT_EQ(solution.status, Status::solved) << intervals << ": " << solution.message;
  EXPECT_EQ(solution.last_regularization, 0.0) << intervals;
  EXPECT_NEAR(solution.objective, exact, 1e-9) << intervals;
}

TEST(DdpSearch, FindsABangBangMinimumTimeWhoseSwitchIsAKnot) {
  for (int intervals = 4; intervals <= 30; intervals += 2) expect_minimum_time(intervals, 2.0);
}

TEST(DdpSearch, FindsABangBangMinimumTimeWhoseSwitchIsWithinAStep) {
  for (int n = 5; n <= 29; n += 2) expect_minimum_time(n, 2.0 / std::sqrt(1.0 - 1.0 / (n * n)));
}

// Counts depend on rounding: they are 5 to 215 on all meshes up to 60, 17 in the mean. With one correction of a step
// instead of several, or times that a step may cut to nothing, many meshes take more than 300 or end out of reach.
TEST(DdpSearch, CorrectsStepsUntilABangBangProblemIsSolved) {
  const Solution solution = solve(make_problem("double-integrator-time"), by_ddp(20));
  EXPECT_EQ(solution.status, Status::solved);
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_NEAR(solution.final_time, 2.0, 1e-10);
  EXPECT_LE(solution.iterations, 100);  // 8
}

// From 50 s the least-help step would go to the time's lower bound, 0.1 s.
TEST(DdpSearch, MovesATimeByNoMoreThanAPartOfTheDuration) {
  StagedNlp nlp(make_problem("double-integrator-time"), uniform_mesh("shooting-rk4", 21));
  DdpSolver solver(nlp);
  Eigen::VectorXd z = nlp.unknowns_from(straight_line_guess(nlp.problem()));
  z.tail(1).setConstant(50.0);
  solver.begin(z, {});
  for (int i = 0; i < 6; ++i) {
    const double before = solver.unknowns().tail(1)(0);
    ASSERT_EQ(solver.iterate(1e-10), DdpSolver::Outcome::stepped);
    const double after = solver.unknowns().tail(1)(0);
    EXPECT_GE(after, 0.75 * before * (1.0 - 1e-12)) << i;
    EXPECT_LE(after, 1.5 * before * (1.0 + 1e-12)) << i;
  }
}

// Along the cart-pole's valley the merit rises now and then, so that the trajectory before the last step is not the
// best one: back there once, and on to a solution by falling steps.
TEST(DdpSearch, RetreatsOnceToTheBestTrajectory) {
  const Problem problem = make_problem("cart-pole-swing-up");
  StagedNlp nlp(problem, uniform_mesh("shooting-rk4", 100));
  DdpSolver solver(nlp);
  solver.begin(nlp.unknowns_from(zero_guess(problem)), {});
  EXPECT_FALSE(solver.retreat());  // nowhere to go to
  std::vector<Eigen::VectorXd> passed{solver.unknowns()};
  bool went_back = false;
  for (int i = 0; i < 30 && !went_back; ++i) {
    ASSERT_EQ(solver.iterate(1e-10), DdpSolver::Outcome::stepped);
    went_back = solver.retreat();
    if (!went_back) passed.push_back(solver.unknowns());
  }
  ASSERT_TRUE(went_back);
  const auto is_here = [&](const Eigen::VectorXd& z) { return z == solver.unknowns(); };
  EXPECT_TRUE(std::any_of(passed.begin(), passed.end() - 1, is_here));
  EXPECT_FALSE(solver.retreat());
  auto outcome = DdpSolver::Outcome::stepped;
  for (int i = 0; i < 200 && outcome == DdpSolver::Outcome::stepped; ++i) {
    outcome = solver.iterate(1e-10);
    EXPECT_FALSE(solver.retreat());
  }
  EXPECT_EQ(outcome, DdpSolver::Outcome::solved);
}

/// The largest gap of a trajectory's steps.
double gap_of(StagedNlp& nlp, const Eigen::VectorXd& z) {
  StageView view(nlp);
  StageView::Values values;
  view.evaluate(z, view.rows(), values);
  return values.gaps.cwiseAbs().maxCoeff();
}

// From a straight line, along which the pole stands still at every angle, to where it falls.
TEST(DdpSearch, RollsTheControlsOutOnceAndGoesOnFromThere) {
  const Problem problem = make_problem("cart-pole-swing-up");
  StagedNlp nlp(problem, uniform_mesh("shooting-rk4", 100));
  DdpSolver solver(nlp);
  solver.begin(nlp.unknowns_from(straight_line_guess(problem)), {});
  EXPECT_GT(gap_of(nlp, solver.unknowns()), 1e-2);
  ASSERT_TRUE(solver.roll_out());
  EXPECT_LT(gap_of(nlp, solver.unknowns()), 1e-12);
  EXPECT_FALSE(solver.roll_out());
  auto outcome = DdpSolver::Outcome::stepped;
  for (int i = 0; i < 200 && outcome == DdpSolver::Outcome::stepped; ++i) outcome = solver.iterate(1e-10);
  EXPECT_EQ(outcome, DdpSolver::Outcome::solved);
}

TEST(DdpSearch, RollsNothingOutThatStepsAloneDoNotSay) {
  for (const auto& [name, transcription] :
       {std::pair{"bouncing-mass", "shooting-rk4"}, std::pair{"cart-pole-swing-up", "midpoint"}}) {
    const Problem problem = make_problem(name);
    StagedNlp nlp(problem, uniform_mesh(transcription, 20));
    DdpSolver solver(nlp);
    const Eigen::VectorXd start = nlp.unknowns_from(straight_line_guess(problem));
    solver.begin(start, {});
    EXPECT_FALSE(solver.roll_out()) << name;
    EXPECT_EQ(solver.unknowns(), start);
  }
}

}  // namespace tandem::ddp::ddp_search_test
