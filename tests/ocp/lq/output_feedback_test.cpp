#include <tandem/ocp/lq/output_feedback.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::lq::output_feedback_test {

using Eigen::MatrixXd;

/// x'' + 0.2 x' + x = u + w, the rate sensed, x watched; no design numbers.
FeedbackPlant oscillator() {
  Eigen::Matrix2d a;
  a << 0.0, 1.0, -1.0, -0.2;
  const Eigen::Vector2d b(0.0, 1.0);
  return {MatrixJet(a, 0), MatrixJet(b, 0), MatrixJet(b * b.transpose(), 0), Eigen::RowVector2d(0.0, 1.0),
          Eigen::RowVector2d(1.0, 0.0)};
}

TEST(FeedbackSquares, OfAnOscillatorHaveTheirClosedForm) {
  // With damping d = 0.2 + g: E x^2 = E x'^2 = 1 / (2 d), E u^2 = g^2 / (2 d).
  const double g = 0.3, d = 0.5;
  const auto found = feedback_squares(oscillator(), MatrixXd::Constant(1, 1, g));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->response, 1.0 / (2.0 * d), 1e-14);
  EXPECT_NEAR(found->effort, g * g / (2.0 * d), 1e-14);
  EXPECT_NEAR(found->response_by_gain(0, 0), -1.0 / (2.0 * d * d), 1e-13);
  EXPECT_NEAR(found->effort_by_gain(0, 0), g / d - g * g / (2.0 * d * d), 1e-13);
}

TEST(FeedbackHessian, OfAnOscillatorHasItsClosedForm) {
  const double g = 0.3, d = 0.5, a = 0.7, b = 1.3;
  const MatrixXd hessian = feedback_hessian(oscillator(), MatrixXd::Constant(1, 1, g), a, b);
  ASSERT_EQ(hessian.size(), 1);
  EXPECT_NEAR(hessian(0, 0), a * (1.0 / d - 2.0 * g / (d * d) + g * g / (d * d * d)) + b / (d * d * d), 1e-12);
  EXPECT_TRUE(test::refuses([&] { feedback_hessian(oscillator(), MatrixXd::Constant(1, 1, -g), a, b); },
                            "a loop that is not stable"));
}

TEST(FeedbackSquares, AreNothingWhereTheLoopIsNotStable) {
  EXPECT_FALSE(feedback_squares(oscillator(), MatrixXd::Constant(1, 1, -0.3)));
}

TEST(FeedbackSquares, RefuseAGainThatDoesNotFit) {
  EXPECT_TRUE(test::refuses([] { feedback_squares(oscillator(), MatrixXd::Zero(2, 1)); }, "the gain is 2 x 1"));
  EXPECT_TRUE(test::refuses([] { feedback_hessian(oscillator(), MatrixXd::Zero(1, 2), 1.0, 1.0); }, "is 1 x 2"));
}

TEST(FeedbackSquares, RefuseMatricesThatDoNotFit) {
  const MatrixXd gain = MatrixXd::Ones(1, 1);
  FeedbackPlant plant = oscillator();
  plant.watched = Eigen::RowVector3d::Zero();
  EXPECT_TRUE(test::refuses([&] { feedback_squares(plant, gain); }, "watched 2 and 3 columns"));
  plant = oscillator();
  plant.v = MatrixJet(MatrixXd::Identity(3, 3), 0);
  EXPECT_TRUE(test::refuses([&] { feedback_squares(plant, gain); }, "A is 2 x 2, V 3 x 3"));
  plant = oscillator();
  plant.b = MatrixJet(plant.b.value, 2);
  EXPECT_TRUE(test::refuses([&] { feedback_hessian(plant, gain, 1.0, 1.0); }, "depend on 0, 2 and 0 design numbers"));
}

}  // namespace tandem::lq::output_feedback_test
