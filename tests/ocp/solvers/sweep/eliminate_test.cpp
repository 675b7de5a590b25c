#include <tandem/ocp/solvers/sweep/dense_frontal.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/sweep/whole_frontal.hpp>

namespace tandem::sweep::eliminate_test {

using Eigen::MatrixXd;
using test::random_symmetric;
using test::WholeFrontal;

constexpr double kThreshold = 0.01;

/// What L D L' leaves of the matrix: nothing in rows of pivots, and what the frontal holds of rows that wait.
void expect_factors(WholeFrontal& whole, int pivots) {
  const MatrixXd rest = whole.exchanged() - whole.product(pivots);
  const int rows = whole.frontal().rows;
  // Growth of a threshold of 0.01 over sixty rows loses some digits of sixteen.
  EXPECT_LT(rest.leftCols(pivots).cwiseAbs().maxCoeff(), 1e-10);
  for (int j = pivots; j < whole.frontal().summed; ++j) {
    for (int i = j; i < rows; ++i) EXPECT_NEAR(rest(i, j), whole.entry(i, j), 1e-10);
  }
}

TEST(Eliminate, FactorsMatricesOfEverySizeUpToSeveralPanels) {
  for (const int size : {1, 2, 3, 7, 8, 9, 17, 33, 40, 70}) {
    WholeFrontal whole(random_symmetric(size, static_cast<unsigned>(size)), size);
    Inertia inertia;
    const int pivots = eliminate(whole.frontal(), whole.room(), kThreshold, inertia);
    EXPECT_EQ(pivots, size);
    EXPECT_EQ(inertia.positive + inertia.negative, size);
    expect_factors(whole, pivots);
  }
}

TEST(Eliminate, LeavesRowsThatAreNotSummedToTheNextFrontal) {
  WholeFrontal whole(random_symmetric(20, 3), 12);
  Inertia inertia;
  const int pivots = eliminate(whole.frontal(), whole.room(), kThreshold, inertia);
  EXPECT_EQ(pivots, 12);
  expect_factors(whole, pivots);
  for (int i = 12; i < 20; ++i) EXPECT_EQ(whole.names()[i], i);
}

TEST(Eliminate, DelaysAPivotThatIsSmallBesideRowsThatAreNotSummed) {
  MatrixXd matrix = MatrixXd::Identity(4, 4);
  matrix(1, 1) = 1e-6;
  matrix(3, 1) = matrix(1, 3) = 1.0;
  WholeFrontal whole(matrix, 3);
  Inertia inertia;
  EXPECT_EQ(eliminate(whole.frontal(), whole.room(), kThreshold, inertia), 2);
  EXPECT_EQ(whole.names()[2], 1);
}

TEST(Eliminate, LowersItsThresholdWhereTooManyWouldWait) {
  MatrixXd matrix = MatrixXd::Identity(4, 4);
  matrix(1, 1) = 1e-6;
  matrix(3, 1) = matrix(1, 3) = 1.0;
  WholeFrontal whole(matrix, 3);
  whole.frontal().most_delayed = 0;
  Inertia inertia;
  EXPECT_EQ(eliminate(whole.frontal(), whole.room(), kThreshold, inertia), 3);
}

TEST(Eliminate, TakesTwoRowsWithoutDiagonalTogether) {
  MatrixXd matrix(2, 2);
  matrix << 0.0, 2.0, 2.0, 0.0;
  WholeFrontal whole(matrix, 2);
  Inertia inertia;
  EXPECT_EQ(eliminate(whole.frontal(), whole.room(), kThreshold, inertia), 2);
  EXPECT_EQ(inertia, (Inertia{.positive = 1, .negative = 1}));
  EXPECT_LT((whole.exchanged() - whole.product(2)).norm(), 1e-15);
}

TEST(Eliminate, CountsARowOfZerosAsAZeroPivot) {
  MatrixXd matrix = random_symmetric(9, 4);
  matrix.row(5).setZero();
  matrix.col(5).setZero();
  WholeFrontal whole(matrix, 9);
  Inertia inertia;
  EXPECT_EQ(eliminate(whole.frontal(), whole.room(), kThreshold, inertia), 9);
  EXPECT_EQ(inertia.zero, 1);
}

}  // namespace tandem::sweep::eliminate_test
