#include <tandem/ocp/solvers/ddp/definite_factor.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <limits>

namespace tandem::ddp::definite_factor_test {

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

TEST(DefiniteFactor, OfFewRowsSolvesFromTheRight) {
  Eigen::Matrix4d root = Eigen::Matrix4d::Identity();
  root(1, 0) = -1.0;
  root(2, 1) = 3.0;
  root(3, 0) = 0.5;
  const Eigen::MatrixXd whole = root * root.transpose();
  for (int count = 0; count <= 4; ++count) {  // the leading rows and columns
    Eigen::MatrixXd matrix = whole;
    const Eigen::MatrixXd X = Eigen::MatrixXd::Ones(5, 4) + Eigen::MatrixXd::Identity(5, 4);
    Eigen::MatrixXd right = X;
    right.leftCols(count) = X.leftCols(count) * whole.topLeftCorner(count, count);
    ASSERT_TRUE(factorise_small(matrix, count));
    solve_small(matrix, count, right);
    EXPECT_LT((right - X).norm(), 1e-12) << count;
  }
}

TEST(DefiniteFactor, OfFewRowsRefusesWhatIsNotPositiveDefinite) {
  Eigen::MatrixXd indefinite = Eigen::Vector2d(1.0, -1e-3).asDiagonal();
  EXPECT_FALSE(factorise_small(indefinite, 2));
  EXPECT_TRUE(factorise_small(indefinite, 1));
  Eigen::MatrixXd singular = Eigen::MatrixXd::Ones(2, 2);
  EXPECT_FALSE(factorise_small(singular, 2));
  Eigen::MatrixXd not_finite = Eigen::MatrixXd::Identity(2, 2);
  not_finite(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(factorise_small(not_finite, 2));
}

}  // namespace tandem::ddp::definite_factor_test
