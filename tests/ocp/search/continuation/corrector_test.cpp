#include <tandem/ocp/search/continuation/corrector.hpp>

#include <gtest/gtest.h>
#include <ocp/search/continuation/curves.hpp>

#include <cmath>

namespace tandem::continuation::corrector_test {

using test::one;

TEST(Corrector, HoldsLambdaOrTheDistanceAlongTheDirection) {
  const auto system = test::circle();
  const Metric metric(*system);
  const Eigen::VectorXd predicted = joined(one(0.8), 0.65), tangent = Eigen::Vector2d(-0.6, 0.8);
  const Correction natural = correct(*system, metric, predicted, parameter_row(1), {});
  ASSERT_TRUE(natural.converged);
  EXPECT_EQ(natural.y(1), 0.65);
  EXPECT_NEAR(natural.y(0), std::sqrt(1.0 - 0.65 * 0.65), 1e-15);
  const Correction bent = correct(*system, metric, predicted, metric.row(tangent), {});
  ASSERT_TRUE(bent.converged);
  EXPECT_NEAR(bent.y.norm(), 1.0, 1e-15);
  EXPECT_NEAR(metric.dot(tangent, bent.y - predicted), 0.0, 1e-15);
}

TEST(Corrector, ConvergesAtAFoldWhereFxIsSingular) {
  const auto system = test::circle();
  const Correction at = correct(*system, Metric(*system), joined(one(0.0), 1.01), joined(one(1.0), 0.0), {});
  ASSERT_TRUE(at.converged);
  EXPECT_NEAR(at.y(1), 1.0, 1e-15);
  EXPECT_LE(at.iterations, 5);
}

TEST(Corrector, ReportsItsFirstStepAndItsContraction) {
  const auto system = test::circle();
  const Correction correction = correct(*system, Metric(*system), joined(one(1.0), 0.6), parameter_row(1), {});
  EXPECT_NEAR(correction.first_step, 0.18, 1e-15);                   // (1 + 0.36 - 1) / 2
  EXPECT_NEAR(correction.contraction, 0.0162 / 0.82 / 0.18, 1e-12);  // (0.82^2 - 0.64) / (2 0.82)
}

TEST(Corrector, SaysWhenItDoesNotConverge) {
  const auto system = test::circle();
  EXPECT_FALSE(correct(*system, Metric(*system), joined(one(0.1), 1.2), parameter_row(1), {}).converged);
  const auto rootless =
      test::curve([](double x, double) { return std::sqrt(x - 2.0); },
                  [](double x, double) { return 0.5 / std::sqrt(x - 2.0); }, [](double, double) { return 0.0; });
  EXPECT_FALSE(correct(*rootless, Metric(*rootless), joined(one(1.0), 0.0), parameter_row(1), {}).converged);
}

TEST(Survey, FindsTheTangentAndTheSideOfABranchPoint) {
  const auto system = test::pitchfork();
  const Metric metric(*system);
  const auto at = [&](double lambda) { return survey(*system, metric, joined(one(0.0), lambda), parameter_row(1)); };
  EXPECT_EQ(at(0.5).tangent, Eigen::VectorXd(Eigen::Vector2d(0.0, 1.0)));
  EXPECT_NE(at(-0.5).determinant_sign, at(0.5).determinant_sign);
  EXPECT_NEAR(at(-1e-6).branch_distance / at(1e-6).branch_distance, -1.0, 1e-5);  // smooth there
  EXPECT_LT(std::abs(at(1e-9).branch_distance), 1e-8);
}

}  // namespace tandem::continuation::corrector_test
