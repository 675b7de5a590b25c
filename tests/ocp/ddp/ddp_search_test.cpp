#include <tandem/ocp/ddp/ddp_solver.hpp>

#include <gtest/gtest.h>
#include <ocp/ddp/by_ddp.hpp>
#include <ocp/solved.hpp>
#include <tandem/problems/registry.hpp>

namespace tandem::ddp {
namespace {

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
  EXPECT_LE(solution.iterations, 25);
  int rises = 0;
  for (std::size_t i = 1; i < solution.history.size(); ++i) {
    const Progress &before = solution.history[i - 1], &now = solution.history[i];
    rises += now.infeasibility > before.infeasibility && now.objective > before.objective;
  }
  EXPECT_GT(rises, 0);
}

// Bang-bang, and degenerate: two equations and one free unknown. Counts depend on rounding (19 in one build, 142 in
// another); with one correction instead of several it took 33 in the first.
TEST(DdpSearch, CorrectsStepsUntilABangBangProblemIsSolved) {
  const Solution solution = solve(make_problem("double-integrator-time"), by_ddp(20));
  EXPECT_EQ(solution.status, Status::solved);
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_NEAR(solution.final_time, 2.0, 1e-10);
}

}  // namespace
}  // namespace tandem::ddp
