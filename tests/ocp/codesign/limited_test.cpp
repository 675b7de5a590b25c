#include <tandem/ocp/codesign/limited.hpp>

#include <gtest/gtest.h>
#include <ocp/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem {
namespace {

using Eigen::VectorXd;
using test::refuses;
using test::spring_problem;

TEST(LightestDesign, IsTheLightestOfAGrid) {
  const Codesign problem = spring_problem();
  const LimitedDesign found = lightest_design(problem, problem.start());
  ASSERT_TRUE(found.is_minimum()) << found.message;
  EXPECT_NEAR(found.effort, 0.05, 1e-12);
  EXPECT_NEAR(found.response, 0.5, 1e-11);
  // Every design of a grid about it that meets the limits is heavier.
  double least = kInfinity;
  for (double i = -0.2; i < 0.21; i += 0.02) {
    for (double j = -0.2; j < 0.21; j += 0.02) {
      const VectorXd p = found.design.cwiseProduct(Eigen::Vector2d(std::exp(i), std::exp(j)));
      if ((p - problem.lower()).minCoeff() < 0.0) continue;
      const double phi = codesign::worst_price(problem, found.limits, logarithms(p), std::log(found.price)).phi.value;
      if (phi <= 1e-10) least = std::min(least, problem.structure_cost(p).value);
    }
  }
  EXPECT_GE(least, found.structure_cost * (1.0 - 1e-9));
  EXPECT_LE(least, found.structure_cost * 1.01);
}

TEST(LightestDesign, HasTheMultiplierThatItsLimitsSay) {
  // d ln J_s / dt while both limits grow by exp(t) is minus the multiplier.
  Codesign problem = spring_problem();
  const LimitedDesign at = lightest_design(problem, problem.start());
  const double h = 1e-4;
  const auto cost_at = [&](double t) {
    problem.set("effort", 0.05 * std::exp(t));
    problem.set("response", 0.5 * std::exp(t));
    return std::log(lightest_design(problem, at.design).structure_cost);
  };
  EXPECT_NEAR((cost_at(h) - cost_at(-h)) / (2.0 * h), -at.multiplier, 1e-6);
}

TEST(LightestDesigns, DependOnTheSeedOnlyAndAreEachOnce) {
  const Codesign problem = spring_problem();
  const auto one = lightest_designs(problem, problem.start(), 4, 3),
             again = lightest_designs(problem, problem.start(), 4, 3);
  ASSERT_FALSE(one.empty());
  ASSERT_EQ(one.size(), again.size());
  for (std::size_t k = 0; k < one.size(); ++k) {
    EXPECT_EQ(one[k].design, again[k].design);
    if (k > 0) {
      EXPECT_GE(one[k].structure_cost, one[k - 1].structure_cost);
      EXPECT_GT((one[k].design - one[k - 1].design).norm(), 1e-6);
    }
  }
}

TEST(LightestDesign, RefusesWhatMakesNoSense) {
  const Codesign problem = spring_problem();
  EXPECT_TRUE(refuses([&] { lightest_design(problem, Eigen::Vector2d(1.0, -1.0)); }, "'p2' = -1"));
  EXPECT_TRUE(refuses([&] { lightest_designs(problem, problem.start(), 0, 1); }, "0 starts are none"));
  EXPECT_TRUE(refuses([&] { lightest_designs(problem, problem.start(), 2, 1, 0.5); }, "a factor above 1"));
  Codesign front("front");
  front.design({.name = "p", .value = 1.0, .lower = 0.5});
  EXPECT_TRUE(refuses([&] { lightest_design(front, front.start()); }, "front has no limits on mean squares"));
}

}  // namespace
}  // namespace tandem
