#include <tandem/core/eigen_spectra.hpp>

#include <gtest/gtest.h>

namespace tandem::eigen_spectra_test {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;

constexpr double kRounding = 1e-12;

/// The companion matrix of (s - 1)(s - 2)(s - 3)(s^2 + 4).
MatrixXd companion() {
  MatrixXd m = MatrixXd::Zero(5, 5);
  m.diagonal(-1).setOnes();
  m.col(4) << 24.0, -44.0, 30.0, -15.0, 6.0;
  return m;
}

TEST(EigenSpectra, FindEigenvaluesAndVectors) {
  const Eigen::EigenSolver<MatrixXd> eigen(companion());
  const MatrixXcd v = eigen.eigenvectors();
  EXPECT_LT((companion() * v - v * eigen.eigenvalues().asDiagonal()).norm(), kRounding * companion().norm());
  EXPECT_NEAR(eigen.eigenvalues().real().maxCoeff(), 3.0, kRounding);
  EXPECT_NEAR(eigen.eigenvalues().imag().maxCoeff(), 2.0, kRounding);
  const Eigen::RealSchur<MatrixXd> schur(companion());
  EXPECT_LT((schur.matrixU() * schur.matrixT() * schur.matrixU().transpose() - companion()).norm(),
            kRounding * companion().norm());

  const MatrixXd a = companion() + companion().transpose();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> symmetric(a);
  const MatrixXd shapes = symmetric.eigenvectors();
  EXPECT_LT((a * shapes - shapes * symmetric.eigenvalues().asDiagonal()).norm(), kRounding * a.norm());
}

}  // namespace tandem::eigen_spectra_test
