#include <tandem/ocp/designs/codesign/limited.hpp>

#include <tandem/ocp/lq/regulator_cost.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::limited_test {

using Eigen::VectorXd;
using test::refuses;
using test::spring_problem;

TEST(LightestDesign, IsTheLightestOfAGrid) {
  const Codesign problem = spring_problem();
  const LimitedDesign found = lightest_design(problem, problem.start());
  ASSERT_TRUE(found.certificate.passes()) << found.message;
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

TEST(LightestDesign, IsTheLightestOfAllWhereItMeetsItsLimits) {
  Codesign problem = spring_problem();
  problem.set("effort", 1e6);
  problem.set("response", 1e6);
  const LimitedDesign found = lightest_design(problem, problem.start());
  EXPECT_TRUE(found.certificate.passes()) << found.message;
  EXPECT_EQ(found.design, problem.lower());
  EXPECT_EQ(found.multiplier, 0.0);
  ASSERT_EQ(found.certificate.notes.size(), 1U);
  EXPECT_EQ(found.certificate.notes[0], "no direction is left: bounds and limits alone hold the design");
  EXPECT_LT(found.effort, 1e6);
  EXPECT_LT(found.response, 1e6);
  EXPECT_EQ(found.limits.effort, 1e6);
}

/// x' = p x + w, which no control moves.
Codesign unstabilisable() {
  Codesign problem("runaway");
  problem.design({.name = "p", .value = 2.0, .lower = 0.5});
  const Number effort = problem.number({"effort", 1.0}), response = problem.number({"response", 1.0});
  problem.structure_cost([](const DesignValues& k) { return k.sizes()[0]; });
  problem.mean_squares(
      [](const DesignValues& k) {
        const Eigen::MatrixXd one = Eigen::MatrixXd::Ones(1, 1);
        return codesign::MeanSquares{
            lq::regulator_cost({k.sizes()[0] * MatrixJet(one, 2), MatrixJet(0.0 * one, 2), MatrixJet(one, 2),
                                k.price() * MatrixJet(one, 2), MatrixJet(one, 2)})
                .cost,
            k.price().value};
      },
      effort, response);
  return problem;
}

TEST(LightestDesign, RefusesAPlantThatCannotBeStabilisedByItsMode) {
  const Codesign problem = unstabilisable();
  const char* words =
      "runaway: Riccati: the system cannot be stabilised: the mode with eigenvalue 2 is not moved by any control";
  EXPECT_TRUE(refuses([&] { lightest_design(problem, problem.start()); }, words));
  EXPECT_TRUE(refuses([&] { lightest_designs(problem, problem.start(), 3, 1); }, words));
}

TEST(LightestDesigns, PutWhatIsCertifiedBeforeWhatIsOnlySolved) {
  LimitedDesign minimum, flat, unsolved;
  minimum.is_solved = flat.is_solved = true;
  minimum.structure_cost = 3.0, flat.structure_cost = 2.0, unsolved.structure_cost = 1.0;
  minimum.certificate.lines = flat.certificate.lines = {{"downward_curvature", -0.1, 0.0, true, true, ""}};
  flat.certificate.reasons = {"it is flat"};
  EXPECT_TRUE(is_better(minimum, flat));
  EXPECT_TRUE(is_better(flat, unsolved));
  EXPECT_FALSE(is_better(unsolved, minimum));
  LimitedDesign lighter = minimum;
  lighter.structure_cost = 2.5;
  EXPECT_TRUE(is_better(lighter, minimum));
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

}  // namespace tandem::limited_test
