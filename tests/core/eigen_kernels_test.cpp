#include <tandem/core/eigen_kernels.hpp>

#include <gtest/gtest.h>

#include <array>

namespace tandem::eigen_kernels_test {

using Matrix = Eigen::MatrixXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Whole numbers, of which sums are exact in any order.
Matrix whole_numbers(int rows, int cols, int seed) {
  Matrix m(rows, cols);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) m(i, j) = (7 * i + 13 * j + seed * i * j) % 19 - 9;
  }
  return m;
}

Matrix written_out(const Matrix& a, const Matrix& b) {
  Matrix product = Matrix::Zero(a.rows(), b.cols());
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < b.cols(); ++j) {
      for (int k = 0; k < a.cols(); ++k) product(i, j) += a(i, k) * b(k, j);
    }
  }
  return product;
}

TEST(EigenKernels, MultiplyMatricesOfEitherStorageOrderExactly) {
  for (const auto& [n, m, k] : {std::array{1, 30, 7}, {31, 1, 40}, {25, 29, 33}, {70, 64, 50}}) {
    const Matrix a = whole_numbers(n, k, 3), b = whole_numbers(k, m, 5), expected = written_out(a, b);
    const RowMatrix row_a = a, row_b = b;
    EXPECT_EQ(Matrix(a * b), expected);
    EXPECT_EQ(Matrix(a * row_b), expected);
    EXPECT_EQ(Matrix(row_a * b), expected);
    EXPECT_EQ(Matrix(row_a * row_b), expected);
  }
}

TEST(EigenKernels, MultiplyMatricesAndVectorsExactly) {
  const Matrix a = whole_numbers(37, 41, 2);
  const RowMatrix row_a = a;
  const Eigen::VectorXd x = whole_numbers(41, 1, 0);
  EXPECT_EQ(Matrix(a * x), written_out(a, x));
  EXPECT_EQ(Matrix(row_a * x), written_out(a, x));
  EXPECT_EQ(Matrix(x.transpose() * a.transpose()), written_out(x.transpose(), a.transpose()));
}

}  // namespace tandem::eigen_kernels_test
