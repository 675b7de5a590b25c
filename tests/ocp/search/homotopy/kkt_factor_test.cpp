#include <tandem/ocp/search/homotopy/kkt_factor.hpp>

#include <gtest/gtest.h>
#include <ocp/search/homotopy/kkt_points.hpp>

namespace tandem::homotopy::kkt_factor_test {

TEST(KktFactor, SolvesWithTheMatrixAndWithItsTranspose) {
  std::srand(1);
  test::Followed followed("cart-pole-swing-up", "max_force", 10.0, 10);
  KktFactor& factor = followed.kkt.factorise(followed.x, 10.0);
  const Eigen::VectorXd v = Eigen::VectorXd::Random(factor.size()), w = Eigen::VectorXd::Random(factor.size());
  // Forces at their bound of 10 have a diagonal of up to 1e6 beside entries of 1.
  EXPECT_LT(test::size_of(factor.solve(factor.multiply(v)) - v), 1e-7);
  EXPECT_NEAR(factor.solve_transposed(w).dot(factor.multiply(v)), w.dot(v), 1e-7);
}

TEST(KktFactor, TellsAMinimumFromASaddle) {
  test::Followed followed("cart-pole-swing-up", "max_force", 20.0, 10);
  EXPECT_TRUE(followed.kkt.factorise(followed.x, 20.0).is_minimum());
  followed.kkt.set_objective_weight(-1.0);
  EXPECT_FALSE(followed.kkt.factorise(followed.x, 20.0).is_minimum());
}

TEST(KktFactor, OfValuesThatAreNotFiniteHasSolutionsThatAreNot) {
  test::Followed followed("double-integrator-energy", "max_force", 10.0, 4);
  followed.x(followed.kkt.layout().below().front()) = std::nan("");
  KktFactor& factor = followed.kkt.factorise(followed.x, 10.0);
  EXPECT_FALSE(factor.solve(Eigen::VectorXd::Ones(factor.size())).allFinite());
}

}  // namespace tandem::homotopy::kkt_factor_test
