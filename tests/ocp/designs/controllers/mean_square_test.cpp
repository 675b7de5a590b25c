#include <tandem/ocp/designs/controllers/mean_square.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>
#include <support/random_matrix.hpp>
#include <support/ridders.hpp>

#include <cmath>

namespace tandem::controllers::mean_square_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Some matrix of the gain's size, small enough for the loop to stay stable along it.
const MatrixXd kGain = (MatrixXd(3, 3) << 0.1, -0.2, 0.3, 0.2, 0.1, -0.1, -0.3, 0.2, -1.0).finished();
const MatrixXd kAlong = (MatrixXd(3, 3) << 1, 2, -1, 0.5, -1, 1, 2, 0.3, -0.7).finished();

TEST(MeanSquare, OfAFirstOrderLoopHasItsClosedForm) {
  // With u = -k x: E x^2 = 1 / (2 (a + k)), E u^2 = k^2 of it.
  const auto found = MeanSquare::of(test::first_order_plant(1.0), MatrixXd::Constant(1, 1, -0.5));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->value(), (1.0 + 0.25) / 3.0, 1e-15);
  // d/dk of (1 + k^2) / (2 (1 + k)), by the gain -k.
  EXPECT_NEAR(found->by_gain()(0, 0), -(0.5 / 1.5 - 1.25 / (2.0 * 2.25)), 1e-14);
}

TEST(MeanSquare, HasTheGradientThatDifferencesHave) {
  const Plant plant = augmented(test::sample_plant(), 1);
  const auto slope = test::ridders(
      [&](double t) -> VectorXd { return VectorXd::Constant(1, MeanSquare::of(plant, kGain + t * kAlong)->value()); },
      0.02);
  const double exact = MeanSquare::of(plant, kGain)->by_gain().cwiseProduct(kAlong).sum();
  EXPECT_NEAR(slope(0), exact, 1e-10 * std::abs(exact));
}

TEST(MeanSquare, HasTheSecondDerivativesThatDifferencesHave) {
  const Plant plant = augmented(test::sample_plant(), 1);
  const auto slope = test::ridders(
      [&](double t) -> VectorXd { return MeanSquare::of(plant, kGain + t * kAlong)->by_gain().reshaped(); }, 0.02);
  const MatrixXd exact = MeanSquare::of(plant, kGain)->along_gain(plant, kAlong);
  EXPECT_LE((slope - exact.reshaped()).norm(), 1e-9 * exact.norm());
}

TEST(MeanSquare, ChangesWithThePlantAsDifferencesDo) {
  Plant other = test::sample_plant();
  unsigned seed = 1;
  for (MatrixXd* part :
       {&other.a, &other.b, &other.noise, &other.sensors, &other.sensor_noise, &other.watched, &other.effort})
    *part += 0.3 * test::random_matrix(part->rows(), part->cols(), seed++);
  const Plant from = augmented(test::sample_plant(), 1), to = augmented(other, 1);
  const auto slope = test::ridders(
      [&](double t) -> VectorXd { return MeanSquare::of(between(from, to, t), kGain)->by_gain().reshaped(); }, 0.05);
  const MatrixXd exact = MeanSquare::of(from, kGain)->along_plant(from, difference(from, to), kGain);
  EXPECT_LE((slope - exact.reshaped()).norm(), 1e-9 * exact.norm());
}

TEST(MeanSquare, IsNothingWhereTheLoopIsNotStable) {
  EXPECT_FALSE(MeanSquare::of(test::first_order_plant(1.0), MatrixXd::Constant(1, 1, 1.5)));
  EXPECT_FALSE(MeanSquare::of(test::first_order_plant(1.0), MatrixXd::Constant(1, 1, 1.0)));  // at the edge
}

}  // namespace tandem::controllers::mean_square_test
