#include <tandem/ocp/ddp/definite_factor.hpp>

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <limits>

namespace tandem::ddp {
namespace {

TEST(DefiniteFactor, SolvesWithAPositiveDefiniteMatrix) {
  Eigen::Matrix3d root;
  root << 2.0, 0.0, 0.0, -1.0, 1.0, 0.0, 0.5, 3.0, 0.25;
  Eigen::MatrixXd matrix = root * root.transpose();
  const Eigen::Vector3d x(1.0, -2.0, 3.0);
  Eigen::VectorXd right = matrix * x;
  ASSERT_TRUE(factorise(matrix));
  solve_with(matrix, right);
  EXPECT_LT((right - x).norm(), 1e-12);
}

TEST(DefiniteFactor, RefusesWhatIsNotPositiveDefinite) {
  Eigen::MatrixXd indefinite = Eigen::Vector2d(1.0, -1e-3).asDiagonal();
  EXPECT_FALSE(factorise(indefinite));
  Eigen::MatrixXd singular = Eigen::MatrixXd::Ones(2, 2);
  EXPECT_FALSE(factorise(singular));
  Eigen::MatrixXd not_finite = Eigen::MatrixXd::Identity(2, 2);
  not_finite(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(factorise(not_finite));
  Eigen::MatrixXd empty(0, 0);
  EXPECT_TRUE(factorise(empty));
}

TEST(DefiniteFactor, TakesTheMeanOfBothTriangles) {
  Eigen::MatrixXd matrix(2, 2);
  matrix << 1.0, 2.0, 4.0, 5.0;
  make_symmetric(matrix);
  EXPECT_EQ(matrix(0, 1), 3.0);
  EXPECT_EQ(matrix(1, 0), 3.0);
  EXPECT_EQ(matrix(0, 0), 1.0);
}

}  // namespace
}  // namespace tandem::ddp
