#include <tandem/ocp/designs/controllers/finite_horizon.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>
#include <support/refusal.hpp>
#include <support/ridders.hpp>
#include <unsupported/Eigen/MatrixFunctions>

#include <cmath>

namespace tandem::controllers::finite_horizon_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The plant, weighted by e^(3.5 t) to be unstable.
Plant growing() { return augmented(test::sample_plant(), 0, 3.5); }
Loop unstable() { return closed(growing(), 0.3 * MatrixXd::Ones(2, 2)); }

/// tr(c X c') by the exponential of [-a, b b'; 0, a'] T, whose blocks are (e^(-aT), F; 0, e^(a'T)): X = e^(aT) F.
double van_loan(const Loop& loop, double horizon) {
  const auto n = loop.a.rows();
  MatrixXd block = MatrixXd::Zero(2 * n, 2 * n);
  block << -loop.a, loop.b * loop.b.transpose(), MatrixXd::Zero(n, n), loop.a.transpose();
  const MatrixXd whole = (horizon * block).exp();
  return (loop.c * whole.bottomRightCorner(n, n).transpose() * whole.topRightCorner(n, n) * loop.c.transpose()).trace();
}

TEST(FiniteSquare, IsThatOfVanLoansBlockExponential) {
  ASSERT_GT(abscissa(unstable().a), 0.1);
  for (const double horizon : {0.01, 0.3, 2.0}) {
    const double expected = van_loan(unstable(), horizon);
    EXPECT_NEAR(finite_square(unstable(), horizon)->value, expected, 1e-11 * expected) << horizon;
  }
}

TEST(FiniteSquare, OfAFirstOrderLoopHasItsClosedForm) {
  // E x^2 at T is (e^(2 a T) - 1) / (2 a), stable or not.
  for (const double a : {-1.0, 0.5}) {
    const Loop loop = closed(test::first_order_plant(-a), MatrixXd::Zero(1, 1));
    EXPECT_NEAR(finite_square(loop, 3.0)->value, std::expm1(6.0 * a) / (2.0 * a), 1e-13 * std::exp(6.0 * std::abs(a)));
  }
}

TEST(FiniteSquare, HasTheGradientThatDifferencesHave) {
  const Plant plant = growing();
  const MatrixXd gain = 0.3 * MatrixXd::Ones(2, 2), along = (MatrixXd(2, 2) << 1.0, -0.5, 0.3, 2.0).finished();
  for (const double horizon : {0.05, 1.5}) {
    const auto slope = test::ridders(
        [&](double t) -> VectorXd {
          return VectorXd::Constant(1, finite_square(closed(plant, gain + t * along), horizon)->value);
        },
        0.02);
    const double exact = by_gain(plant, finite_square(closed(plant, gain), horizon)->slopes).cwiseProduct(along).sum();
    EXPECT_NEAR(slope(0), exact, 1e-9 * std::abs(exact)) << horizon;
  }
}

TEST(FiniteSquare, RisesToTheStationaryOneFromBelow) {
  const Plant plant = test::sample_plant();
  const auto stationary = MeanSquare::of(plant, MatrixXd::Zero(2, 2));
  double last = 0.0;
  for (const double horizon : {0.1, 1.0, 4.0}) {
    const double value = finite_square(stationary->loop(), horizon)->value;
    EXPECT_GT(value, last);
    EXPECT_LT(value, stationary->value());
    last = value;
  }
  const auto long_one = finite_square(stationary->loop(), 1e4);
  EXPECT_NEAR(long_one->value, stationary->value(), 1e-12 * stationary->value());
  EXPECT_LE((by_gain(plant, long_one->slopes) - stationary->by_gain()).norm(), 1e-11 * stationary->by_gain().norm());
}

TEST(FiniteSquare, IsNothingWhereItOverflowsAndRefusesAHorizonThatIsNone) {
  EXPECT_FALSE(finite_square(unstable(), 1e6));
  EXPECT_TRUE(test::refuses([] { finite_square(unstable(), 0.0); }, "0 should be positive"));
  EXPECT_TRUE(test::refuses([] { finite_square(unstable(), NAN); }, "should be positive and finite"));
}

}  // namespace tandem::controllers::finite_horizon_test
