#include <tandem/ocp/answers/series/second_order.hpp>

#include <tandem/ocp/answers/series/series_solution.hpp>

#include <gtest/gtest.h>
#include <ocp/support/series_of.hpp>
#include <ocp/support/solved.hpp>

#include <numbers>

namespace tandem::second_order_test {

/// minimise  integral of u^2 - x^2,  x' = u,  from 0 to 0: nothing is a stationary motion, and a minimum where the time
/// is below pi, its conjugate point.
Problem string_in_a_field(double duration) {
  Problem problem("string-in-a-field");
  auto phase = problem.phase<1, 1>("move");
  phase.time({.start = 0.0, .end = duration});
  phase.state("x", {.start = 0.0, .end = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]) - square(k.x[0]); });
  return problem;
}

Series nothing(double duration) {
  PhaseSeries phase;
  phase.time = phase.control_time = Eigen::VectorXd::LinSpaced(41, 0.0, duration);
  phase.states = phase.controls = Eigen::MatrixXd::Zero(1, 41);
  return {{phase}};
}

TEST(SecondOrder, IsMissingPastTheConjugatePoint) {
  const auto missing = [](double duration) {
    return solution_from(string_in_a_field(duration), nothing(duration)).last_regularization;
  };
  EXPECT_EQ(missing(0.99 * std::numbers::pi), 0.0);
  EXPECT_GT(missing(1.01 * std::numbers::pi), 0.0);
}

TEST(SecondOrder, FailsWhatIsStationaryAndNoMinimum) {
  const Certificate certificate = certify(string_in_a_field(4.0), nothing(4.0));
  EXPECT_FALSE(certificate.passes());
  EXPECT_FALSE(certificate.line("curvature").holds);
}

TEST(SecondOrder, IsThereAtMinimaOfAllKinds) {
  for (const std::string name : {"cart-pole-swing-up", "bryson-denham", "double-integrator-time", "bouncing-mass",
                                 "co-design-transfer", "two-mass-spring"}) {
    const Problem problem = make_problem(name);
    const Solution solved = test::solved(problem, 40);
    EXPECT_EQ(solution_from(problem, test::series_of(solved)).last_regularization, 0.0) << name;
  }
}

}  // namespace tandem::second_order_test
