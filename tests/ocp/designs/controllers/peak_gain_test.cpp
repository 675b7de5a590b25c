#include <tandem/ocp/designs/controllers/peak_gain.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>
#include <support/refusal.hpp>
#include <support/ridders.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::controllers::peak_gain_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// 1 / (s^2 + 2 zeta s + 1), and beside it the same `ratio` times as fast.
Loop oscillators(double zeta, double ratio) {
  Loop loop{MatrixXd::Zero(4, 4), MatrixXd::Zero(4, 2), MatrixXd::Zero(2, 4)};
  loop.a.topLeftCorner(2, 2) << 0.0, 1.0, -1.0, -2.0 * zeta;
  loop.a.bottomRightCorner(2, 2) << 0.0, ratio, -ratio, -2.0 * zeta * ratio;
  loop.b(1, 0) = 1.0, loop.b(3, 1) = 0.9 * ratio, loop.c(0, 0) = 1.0, loop.c(1, 2) = 1.0;
  return loop;
}

TEST(PeakGain, OfAnOscillatorHasItsClosedForm) {
  // At omega^2 = 1 - 2 zeta^2 the gain is 1 / (2 zeta sqrt(1 - zeta^2)).
  const double zeta = 1e-3;
  const auto found = peaks(oscillators(zeta, 50.0));
  const double highest = 1.0 / (4.0 * zeta * zeta * (1.0 - zeta * zeta));
  EXPECT_NEAR(found[0].frequency, std::sqrt(1.0 - 2.0 * zeta * zeta), 1e-10);
  EXPECT_NEAR(found[0].value, highest, 1e-11 * highest);
  EXPECT_NEAR(found[1].frequency, 50.0 * found[0].frequency, 1e-8);
  EXPECT_NEAR(found[1].value, 0.81 * highest, 1e-10 * highest);
}

TEST(PeakGain, MayBeAtFrequencyZeroOrNowhere) {
  const Loop loop = closed(test::first_order_plant(2.0), MatrixXd::Zero(1, 1));
  EXPECT_EQ(peaks(loop).front().frequency, 0.0);
  EXPECT_NEAR(peak_gain(loop), 0.5, 1e-15);
  EXPECT_EQ(peak_gain({loop.a, 0.0 * loop.b, loop.c}), 0.0);
}

TEST(PeakGain, IsNeverExceededOnAFineGrid) {
  const Loop loop = closed(test::sample_plant(), MatrixXd::Constant(2, 2, 0.4));
  const double highest = peaks(loop).front().value;
  double on_grid = 0.0;
  for (int k = -400; k <= 400; ++k) on_grid = std::max(on_grid, gain_squared(loop, std::pow(10.0, 0.005 * k)).value);
  EXPECT_LE(on_grid, highest * (1.0 + 1e-12));
  EXPECT_GE(on_grid, highest * (1.0 - 1e-3));  // of a step of 1 % in omega near a peak
}

TEST(PeakGain, HasTheDerivativesThatDifferencesHave) {
  const Plant plant = test::sample_plant();
  const MatrixXd gain = MatrixXd::Constant(2, 2, 0.4), along = (MatrixXd(2, 2) << 1.0, -0.5, 0.3, 2.0).finished();
  const GainSquared here = gain_squared(closed(plant, gain), 1.3);
  const auto by_frequency = test::ridders(
      [&](double t) -> VectorXd { return VectorXd::Constant(1, gain_squared(closed(plant, gain), 1.3 + t).value); });
  EXPECT_NEAR(by_frequency(0), here.by_frequency, 1e-10 * here.value);
  // The highest peak's derivative is that at its frequency.
  const auto by_gain_number = test::ridders(
      [&](double t) -> VectorXd { return VectorXd::Constant(1, peaks(closed(plant, gain + t * along)).front().value); },
      0.02);
  const Peak peak = peaks(closed(plant, gain)).front();
  const GainSquared at_peak = gain_squared(closed(plant, gain), peak.frequency);
  EXPECT_NEAR(by_gain_number(0), by_gain(plant, at_peak.slopes).cwiseProduct(along).sum(), 1e-9 * peak.value);
}

TEST(PeakGain, RefusesALoopThatIsNotStable) {
  EXPECT_TRUE(test::refuses([] { peaks(closed(test::first_order_plant(-0.5), MatrixXd::Zero(1, 1))); },
                            "the loop is not stable, it has an eigenvalue with the real part 0.5"));
}

}  // namespace tandem::controllers::peak_gain_test
