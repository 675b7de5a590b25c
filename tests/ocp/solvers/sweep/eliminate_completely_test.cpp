#include <tandem/ocp/solvers/sweep/dense_frontal.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/sweep/whole_frontal.hpp>

#include <limits>

namespace tandem::sweep::eliminate_completely_test {

using Eigen::MatrixXd;
using test::random_symmetric;
using test::WholeFrontal;

TEST(EliminateCompletely, FactorsMatricesOfManySizes) {
  for (const int size : {1, 2, 5, 8, 13, 30}) {
    WholeFrontal whole(random_symmetric(size, static_cast<unsigned>(size)), size);
    Inertia inertia;
    ASSERT_TRUE(eliminate_completely(whole.frontal(), whole.room(), inertia));
    EXPECT_EQ(inertia.positive + inertia.negative, size);
    EXPECT_LT((whole.exchanged() - whole.product(size)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(EliminateCompletely, FindsTheRankOfAProduct) {
  const MatrixXd factor = random_symmetric(12, 7).leftCols(5);
  WholeFrontal whole(factor * factor.transpose(), 12);
  Inertia inertia;
  ASSERT_TRUE(eliminate_completely(whole.frontal(), whole.room(), inertia));
  EXPECT_EQ(inertia, (Inertia{.positive = 5, .negative = 0, .zero = 7}));
}

TEST(EliminateCompletely, DoesNotMindRowsOfVeryDifferentUnits) {
  MatrixXd matrix = random_symmetric(10, 8);
  for (int i = 0; i < 10; ++i) {
    const double unit = std::pow(10.0, i - 5);
    matrix.row(i) *= unit;
    matrix.col(i) *= unit;
  }
  WholeFrontal whole(matrix, 10);
  Inertia inertia;
  ASSERT_TRUE(eliminate_completely(whole.frontal(), whole.room(), inertia));
  EXPECT_EQ(inertia.zero, 0);
  const MatrixXd error = (whole.exchanged() - whole.product(10)).cwiseAbs();
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < 10; ++j)
      EXPECT_LE(error(i, j), 1e-12 * std::pow(10.0, whole.names()[i] + whole.names()[j] - 10));
  }
}

TEST(EliminateCompletely, SaysWhenANumberIsNotFinite) {
  MatrixXd matrix = random_symmetric(4, 9);
  matrix(3, 1) = matrix(1, 3) = std::numeric_limits<double>::quiet_NaN();
  WholeFrontal whole(matrix, 4);
  Inertia inertia;
  EXPECT_FALSE(eliminate_completely(whole.frontal(), whole.room(), inertia));
}

}  // namespace tandem::sweep::eliminate_completely_test
