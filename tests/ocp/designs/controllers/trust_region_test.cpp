#include <tandem/ocp/designs/controllers/trust_region.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <optional>

namespace tandem::controllers::trust_region_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// 1 + Rosenbrock's valley.
std::optional<Value> valley(const VectorXd& p, bool) {
  const double x = p(0), r = p(1) - x * x;
  MatrixXd hessian(2, 2);
  hessian << 2.0 - 400.0 * r + 800.0 * x * x, -400.0 * x, -400.0 * x, 200.0;
  return Value{1.0 + 100.0 * r * r + (1.0 - x) * (1.0 - x),
               Eigen::Vector2d(-400.0 * x * r - 2.0 * (1.0 - x), 200.0 * r), hessian};
}

TEST(TrustRegion, FollowsAValleyToItsLeastPoint) {
  const TrustResult found = minimise(valley, Eigen::Vector2d(-1.2, 1.0));
  EXPECT_TRUE(found.is_converged);
  EXPECT_LE((found.numbers - VectorXd::Ones(2)).norm(), 1e-6);  // the gain promised is its square
}

TEST(TrustRegion, LeavesASaddleDownhill) {
  // 2 + x^2 - y^2 + y^4 from the saddle itself, where the gradient is 0.
  const Function saddle = [](const VectorXd& p, bool) -> std::optional<Value> {
    const double x = p(0), y = p(1);
    return Value{2.0 + x * x - y * y + y * y * y * y, Eigen::Vector2d(2.0 * x, -2.0 * y + 4.0 * y * y * y),
                 Eigen::Vector2d(2.0, -2.0 + 12.0 * y * y).asDiagonal()};
  };
  const TrustResult found = minimise(saddle, VectorXd::Zero(2));
  EXPECT_TRUE(found.is_converged);
  EXPECT_NEAR(std::abs(found.numbers(1)), std::sqrt(0.5), 1e-6);  // as above
}

TEST(TrustRegion, TakesAPointWithoutAValueForAStepTooLong) {
  // x + 1 / x, which is not there at x <= 0.
  const Function hyperbola = [](const VectorXd& p, bool) -> std::optional<Value> {
    const double x = p(0);
    if (x <= 0.0) return std::nullopt;
    return Value{x + 1.0 / x, VectorXd::Constant(1, 1.0 - 1.0 / (x * x)), MatrixXd::Constant(1, 1, 2.0 / (x * x * x))};
  };
  const TrustResult found = minimise(hyperbola, VectorXd::Constant(1, 20.0), {.first_radius = 100.0});
  EXPECT_TRUE(found.is_converged);
  EXPECT_NEAR(found.numbers(0), 1.0, 1e-6);  // as above
  EXPECT_TRUE(test::refuses([&] { minimise(hyperbola, VectorXd::Constant(1, -1.0)); }, "no value at the start"));
}

}  // namespace tandem::controllers::trust_region_test
