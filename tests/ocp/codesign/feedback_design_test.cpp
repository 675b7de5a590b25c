#include <tandem/ocp/codesign/feedback_design.hpp>

#include <tandem/ocp/codesign/limited.hpp>

#include <gtest/gtest.h>
#include <ocp/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

namespace tandem {
namespace {

using codesign::DenseNlp;
using Eigen::VectorXd;

TEST(FeedbackNlp, HasTheGradientsThatDifferencesHave) {
  const Codesign problem = test::spring_problem();
  const DenseNlp nlp = feedback_nlp(problem, 0.7);
  VectorXd u(6);
  u << 0.4, 0.8, 0.5, -0.1, 0.2, 0.9;
  const auto here = nlp.evaluate(u);
  ASSERT_TRUE(here);
  const double h = 1e-6;
  for (int i = 0; i < 6; ++i) {
    const auto above = nlp.evaluate(u + h * VectorXd::Unit(6, i)), below = nlp.evaluate(u - h * VectorXd::Unit(6, i));
    EXPECT_LE((here->jacobian.col(i) - (above->rows - below->rows) / (2.0 * h)).norm(), 1e-7) << i;
    EXPECT_NEAR(here->gradient(i), (above->objective - below->objective) / (2.0 * h), 1e-8);
  }
}

TEST(FeedbackNlp, HasNoValueWhereTheLoopIsNotStable) {
  VectorXd u = VectorXd::Zero(6);
  u(2) = u(5) = -10.0;  // rates fed back with the wrong sign
  EXPECT_FALSE(feedback_nlp(test::spring_problem(), 1.0).evaluate(u));
}

TEST(FeedbackDesign, IsStableAndNotLighterThanThatOfFullStates) {
  const Codesign problem = test::spring_problem();
  const FeedbackDesign found = feedback_design_by_slp(problem, problem.start());
  EXPECT_TRUE(found.is_solved) << found.message;
  EXPECT_LT(found.abscissa, 0.0);
  EXPECT_LE(found.effort, 0.05 * 1.0005);
  EXPECT_LE(found.response, 0.5 * 1.0005);
  const LimitedDesign full = lightest_design(problem, problem.start());
  EXPECT_GE(found.structure_cost, full.structure_cost * 0.999);
  EXPECT_LE(found.structure_cost, full.structure_cost * 2.0);
}

TEST(FeedbackDesign, RefusesProblemsWithoutSensors) {
  Codesign bare("bare");
  bare.design({.name = "p", .value = 1.0, .lower = 0.5});
  EXPECT_TRUE(test::refuses([&] { feedback_design_by_slp(bare, bare.start()); }, "has no plant for output feedback"));
  EXPECT_TRUE(test::refuses([&] { feedback_nlp(test::spring_problem(), 0.0); }, "scale of gains, 0"));
}

}  // namespace
}  // namespace tandem
