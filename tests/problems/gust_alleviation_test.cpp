#include <tandem/ocp/designs/controllers/design.hpp>
#include <tandem/problems/controllers.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::problems::gust_alleviation_test {

using controllers::ControllerDesign;
using controllers::Objective;
using Eigen::VectorXd;

Objective weighted(double mean_square, double peak) {
  ControllerProblem problem = gust_alleviation();
  problem.set("mean_square_weight", mean_square);
  problem.set("peak_weight", peak);
  return problem.objective();
}

ControllerDesign solved(const Objective& objective) { return design_controller(objective, objective.form().start()); }

TEST(GustAlleviation, HasTheOpenLoopsNorms) {
  const Objective objective = weighted(1.0, 1.0);
  VectorXd open = VectorXd::Zero(6);
  open.tail(2) << -0.01, -1.0;  // a compensator that nothing comes out of
  const auto look = objective.look(open);
  ASSERT_TRUE(look);
  EXPECT_NEAR((*look)[0].mean_square, 1.747284e-4, 0.5e-10);  // to the digits that were written down
  EXPECT_NEAR(std::sqrt((*look)[0].peak), 0.084024, 0.5e-6);
  EXPECT_NEAR((*look)[0].peak_frequency, 0.06030, 0.5e-5);
}

TEST(GustAlleviation, CaseAIsTheMinimumOfTheMeanSquare) {
  const ControllerDesign found = solved(weighted(1.0, 0.0));
  EXPECT_TRUE(found.certificate.passes());
  EXPECT_NEAR(found.value, 1.360558e-4, 0.5e-10);  // to the digits that were written down
  EXPECT_NEAR(found.conditions[0].peak, 7.20621e-4, 0.5e-9);
  EXPECT_NEAR(found.numbers(0), 0.20906, 0.5e-5);
  EXPECT_NEAR(found.numbers(1), 0.53211, 0.5e-5);
  EXPECT_NEAR(-found.numbers(4), 0.00638, 0.5e-5);
  EXPECT_NEAR(-found.numbers(5), 1.23361, 0.5e-5);
  EXPECT_LE(found.first_order.stationarity, 1e-10);
}

/// The reference's peak is that of a sweep over frequencies, 5 to 11 millionths below the peak itself, which is here
/// found to rounding; the minimum is where two peaks are equal.
TEST(GustAlleviation, CasesBAndCAreWhereTwoPeaksMeet) {
  const double costs[] = {5.974264e-4, 1.874755e-3}, squares[] = {1.0, 10.0};
  double peaks[2];
  for (const int k : {0, 1}) {
    const ControllerDesign found = solved(weighted(squares[k], 1.0));
    EXPECT_TRUE(found.certificate.passes());
    EXPECT_NEAR(found.value, costs[k], 1e-5 * costs[k]);
    ASSERT_EQ(found.first_order.active.size(), 2U);
    EXPECT_LE(found.first_order.spread, 1e-9);
    EXPECT_GT(found.first_order.multipliers.minCoeff(), 0.01);
    peaks[k] = std::sqrt(found.conditions[0].peak);
  }
  EXPECT_NEAR(peaks[0] / std::sqrt(7.20621e-4), 0.80, 0.01);  // printed: 20 per cent below case (a)
  EXPECT_NEAR(peaks[1] / peaks[0], 1.024, 0.001);             // printed: 2.4 per cent above
}

TEST(GustAlleviation, IsFoundFromUnstableLoopsToo) {
  const Objective objective = weighted(1.0, 0.0);
  int unstable = 0;
  for (const double size : {0.25, 0.5, 1.0}) {
    VectorXd start = objective.form().start();
    start(4) *= -size;  // a compensator with a mode to the right
    unstable += objective.abscissa(start) > 0.0;
    const ControllerDesign found = design_controller(objective, start);
    EXPECT_FALSE(found.horizons.empty());
    EXPECT_NEAR(found.value, 1.360558e-4, 0.5e-10) << size;
  }
  EXPECT_EQ(unstable, 3);
}

}  // namespace tandem::problems::gust_alleviation_test
