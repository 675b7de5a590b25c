#include <tandem/ocp/designs/controllers/exchange.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>

#include <cmath>

namespace tandem::controllers::exchange_test {

using Eigen::VectorXd;
using test::first_order_plant;

TEST(Exchange, FindsTheRegulatorsGainAmongStaticOnes) {
  // x' = -x + u + w: P = sqrt(2) - 1 is the regulator's, and u = -P x.
  const Objective objective(static_form(1, 1), {{first_order_plant(1.0)}});
  const Minimised found = minimise_squares(objective, VectorXd::Constant(1, 0.9), 100);
  EXPECT_TRUE(found.is_converged);
  EXPECT_NEAR(found.numbers(0), 1.0 - std::sqrt(2.0), 1e-6);  // the gain promised is its square
}

TEST(Exchange, FindsWherePeaksOfTwoPlantsAreLeastTogether) {
  // Gain squared (1 + k^2) / (a + k)^2 at frequency 0: each is least at k = 1 / a, their sum in between.
  const Objective objective(static_form(1, 1),
                            {{first_order_plant(1.0), 0.0, 1.0}, {first_order_plant(2.0), 0.0, 1.0}});
  const Minimised found = minimise_peaks(objective, VectorXd::Constant(1, -0.3), 100);
  const double k = -found.numbers(0);
  const auto slope = [k](double a) { return 2.0 * (a * k - 1.0) / std::pow(a + k, 3); };
  EXPECT_TRUE(found.is_converged);
  EXPECT_GT(k, 0.5);
  EXPECT_LT(k, 1.0);
  EXPECT_NEAR(slope(1.0) + slope(2.0), 0.0, 1e-5);  // to the root of the promised gain
}

}  // namespace tandem::controllers::exchange_test
