#include <tandem/ocp/designs/codesign/feedback_nlp.hpp>

#include <tandem/core/error.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::codesign::feedback_nlp_test {

using Eigen::VectorXd;

VectorXd some_unknowns() {
  VectorXd u(6);
  u << 0.4, 0.8, 0.5, -0.1, 0.2, 0.9;
  return u;
}

TEST(FeedbackNlp, HasTheGradientsThatDifferencesHave) {
  const Codesign problem = test::spring_problem();
  const DenseNlp nlp = feedback_nlp(problem, 0.7);
  const VectorXd u = some_unknowns();
  const auto here = nlp.evaluate(u);
  ASSERT_TRUE(here);
  const double h = 1e-6;
  for (int i = 0; i < 6; ++i) {
    const auto above = nlp.evaluate(u + h * VectorXd::Unit(6, i)), below = nlp.evaluate(u - h * VectorXd::Unit(6, i));
    EXPECT_LE((here->jacobian.col(i) - (above->rows - below->rows) / (2.0 * h)).norm(), 1e-7) << i;
    EXPECT_NEAR(here->gradient(i), (above->objective - below->objective) / (2.0 * h), 1e-8);
  }
}

TEST(FeedbackNlp, HasTheHessianThatDifferencesHave) {
  const Codesign problem = test::spring_problem();
  const DenseNlp nlp = feedback_nlp(problem, 0.7);
  const VectorXd u = some_unknowns(), multipliers = Eigen::Vector2d(0.6, 0.3);
  const Eigen::MatrixXd hessian = nlp.hessian(u, 1.4, multipliers);
  const auto slope = [&](const VectorXd& at) -> VectorXd {
    const auto point = nlp.evaluate(at);
    return 1.4 * point->gradient + point->jacobian.transpose() * multipliers;
  };
  const double h = 1e-5;
  for (int i = 0; i < 6; ++i) {
    const VectorXd column = (slope(u + h * VectorXd::Unit(6, i)) - slope(u - h * VectorXd::Unit(6, i))) / (2.0 * h);
    EXPECT_LE((hessian.col(i) - column).norm(), 1e-8 * hessian.norm()) << i;  // of order h^2
  }
  EXPECT_LE((hessian - hessian.transpose()).norm(), 1e-13 * hessian.norm());
}

TEST(FeedbackNlp, HasNoValueWhereTheLoopIsNotStable) {
  VectorXd u = VectorXd::Zero(6);
  u(2) = u(5) = -10.0;  // rates fed back with the wrong sign
  const Codesign problem = test::spring_problem();
  EXPECT_FALSE(feedback_nlp(problem, 1.0).evaluate(u));
}

TEST(FeedbackNlp, HasNoValueWhereThePlantIsRefused) {
  const Codesign whole = test::spring_problem();
  Codesign problem = whole;
  problem.feedback([whole](const DesignValues& k) {
    if (k.sizes()[0].value > 5.0) throw NumericalError("no digits");
    return whole.feedback_plant(k.values());
  });
  const DenseNlp nlp = feedback_nlp(problem, 0.7);
  VectorXd u = some_unknowns();
  EXPECT_TRUE(nlp.evaluate(u));
  u(0) = std::log(6.0);
  EXPECT_FALSE(nlp.evaluate(u));
}

TEST(FeedbackNlp, BeginsWithADamperAtEachActuatorThatTakesTheEffort) {
  const Codesign problem = test::spring_problem();
  const double scale = natural_gain_scale(problem, problem.start());
  const VectorXd u = feedback_unknowns(problem, problem.start(), 1.0);
  const Eigen::MatrixXd gain = gain_of(problem.feedback_plant(problem.start()), u, scale);
  EXPECT_TRUE(gain.isApprox(scale * Eigen::Matrix2d::Identity()));
  const auto point = feedback_nlp(problem, scale).evaluate(u);
  ASSERT_TRUE(point);
  EXPECT_GE(point->rows(0), 0.0);
  const auto half = feedback_nlp(problem, 0.5 * scale).evaluate(u);
  ASSERT_TRUE(half);
  EXPECT_LE(half->rows(0), 0.0);
}

TEST(FeedbackNlp, RefusesAScaleThatIsNone) {
  const Codesign problem = test::spring_problem();
  EXPECT_TRUE(test::refuses([&] { feedback_nlp(problem, 0.0); }, "scale of gains, 0"));
}

}  // namespace tandem::codesign::feedback_nlp_test
