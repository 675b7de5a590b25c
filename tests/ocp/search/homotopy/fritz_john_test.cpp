#include <tandem/ocp/search/homotopy/fritz_john.hpp>

#include <gtest/gtest.h>
#include <ocp/search/homotopy/kkt_points.hpp>

namespace tandem::homotopy::fritz_john_test {

using test::size_of;

TEST(FritzJohn, HasTheKktSystemsSolutionsNormalised) {
  test::Followed followed("cart-pole-swing-up", "max_force", 10.0, 8, 1e-6);
  const Eigen::VectorXd before = followed.kkt.residual(followed.x, 10.0);
  const double size = followed.kkt.multipliers(followed.x).norm();
  FritzJohnSystem system(followed.kkt, size);
  const Eigen::VectorXd x = system.normalised(followed.x);
  EXPECT_NEAR(system.objective_weight(x), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(followed.kkt.barrier(), 1e-6 * std::sqrt(0.5), 1e-18);
  const Eigen::VectorXd after = system.residual(x, 10.0);
  EXPECT_NEAR(after(after.size() - 1), 0.0, 1e-14);
  const int stationarity = followed.kkt.layout().primal();
  // Both are the rounding of sums of some ten terms of size 1 to 100.
  EXPECT_LT(size_of(before.head(stationarity)), 1e-13);
  EXPECT_LT(size_of(after.head(stationarity)), 1e-13);
  EXPECT_LT((followed.kkt.answer_from(x.head(x.size() - 1), 10.0).multipliers - followed.answer.multipliers).norm(),
            1e-12 * size);
}

TEST(FritzJohn, HasExactDerivativesAndSolves) {
  std::srand(2);
  test::Followed followed("cart-pole-swing-up", "max_force", 10.0, 5);
  FritzJohnSystem system(followed.kkt, 10.0);
  const Eigen::VectorXd x = system.normalised(followed.x) + 0.01 * Eigen::VectorXd::Random(system.size());
  const Eigen::VectorXd v = Eigen::VectorXd::Random(system.size());
  const Eigen::VectorXd along = test::difference_along(system, x, 10.0, v);
  continuation::Bordered& factor = system.factorise(x, 10.0);
  EXPECT_LT(size_of(factor.multiply(v) - along), 1e-6 * (1.0 + size_of(along)));
  EXPECT_LT(size_of(continuation::solve_refined(factor, factor.multiply(v)) - v), 1e-7);
  EXPECT_LT(size_of(system.slope(x, 10.0) - test::difference_by_lambda(system, x, 10.0)), 1e-7);
}

}  // namespace tandem::homotopy::fritz_john_test
