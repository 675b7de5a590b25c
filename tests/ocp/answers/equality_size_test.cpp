#include <tandem/ocp/answers/equality_size.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>

namespace tandem::equality_size_test {

/// x = 2 t and u = 3, of which c = unit (x + 2 u - 6 - 2 t) is 0 but for what it misses.
Problem held(double unit) {
  Problem problem("held");
  auto phase = problem.phase<1, 1>("push");
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0] - 1.0); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.path_constraint("hold", 0.0, [=](const auto& k) { return unit * (k.x[0] + 2.0 * k.u[0] - 6.0 - 2.0 * k.t); });
  return problem;
}

double size_in(double unit, int intervals) {
  const auto x = [](double t) { return Eigen::VectorXd::Constant(1, 2.0 * t).eval(); };
  const auto u = [](double) { return Eigen::VectorXd::Constant(1, 3.0).eval(); };
  const Problem problem = held(unit);
  const Solution solution = test::answer_of(problem, "trapezoid", intervals, test::Motion{x, u, x, 0.0, 1.0});
  return size_of_terms(Played(problem, solution), problem.phases().front().path_constraints.front().function);
}

// The state's range is 2, the control's size 3: they move c by 2 and by 6.
TEST(EqualitySize, IsTheSumOfItsTerms) {
  for (const int intervals : {1, 2, 9, 40}) EXPECT_NEAR(size_in(1.0, intervals), 8.0, 1e-12) << intervals;
}

TEST(EqualitySize, IsInTheUnitOfTheEquality) {
  EXPECT_NEAR(size_in(1e6, 8) / 1e6, 8.0, 1e-9);
  EXPECT_NEAR(size_in(1e-9, 8) / 1e-9, 8.0, 1e-9);
}

}  // namespace tandem::equality_size_test
