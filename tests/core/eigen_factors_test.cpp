#include <tandem/core/eigen_factors.hpp>

#include <gtest/gtest.h>

#include <complex>

namespace tandem::eigen_factors_test {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;

constexpr double kRounding = 1e-12;

/// Hilbert's matrix with a heavy diagonal: symmetric, definite, of condition 10.
MatrixXd definite(int n) {
  MatrixXd m(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) m(i, j) = 1.0 / (i + j + 1.0) + (i == j ? 0.2 : 0.0);
  }
  return m;
}

TEST(EigenFactors, SolveAndGiveBackTheirMatrix) {
  const MatrixXd a = definite(30), b = MatrixXd::Identity(30, 4);
  EXPECT_LT((a * Eigen::LLT<MatrixXd>(a).solve(b) - b).norm(), kRounding);
  EXPECT_LT((a * Eigen::PartialPivLU<MatrixXd>(a).solve(b) - b).norm(), kRounding);
  const MatrixXcd c = a.cast<std::complex<double>>() + std::complex<double>(0.0, 0.5) * MatrixXcd::Identity(30, 30);
  EXPECT_LT((c * Eigen::PartialPivLU<MatrixXcd>(c).inverse() - MatrixXcd::Identity(30, 30)).norm(), kRounding);
  const Eigen::HouseholderQR<MatrixXd> qr(a);
  const MatrixXd q = qr.householderQ(), r = qr.matrixQR().triangularView<Eigen::Upper>();
  EXPECT_LT((q * r - a).norm(), kRounding);
}

TEST(EigenFactors, FindSingularValues) {
  const MatrixXd a = definite(12);  // of a symmetric matrix they are its eigenvalues, whose sum is the trace
  const MatrixXcd turned = std::complex<double>(0.6, 0.8) * a.cast<std::complex<double>>();
  const Eigen::VectorXd sizes = Eigen::JacobiSVD<MatrixXcd>(turned).singularValues();
  EXPECT_NEAR(sizes.sum(), a.trace(), kRounding);
  EXPECT_NEAR(sizes.norm(), a.norm(), kRounding);
}

}  // namespace tandem::eigen_factors_test
