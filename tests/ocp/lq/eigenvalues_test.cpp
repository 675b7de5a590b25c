#include <tandem/ocp/lq/eigenvalues.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <algorithm>
#include <cmath>
#include <complex>

namespace tandem::lq::eigenvalues_test {

using Eigen::MatrixXd;

TEST(Eigenvalues, OfACompanionMatrixAreThePolynomialsRoots) {
  const MatrixXd companion{{2.0, -5.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 0.0, 3.0}};  // s^2 - 2 s + 5, and s - 3
  Eigen::VectorXcd found = eigenvalues(companion);
  std::sort(found.begin(), found.end(), [](auto a, auto b) { return a.imag() < b.imag(); });
  EXPECT_LT(std::abs(found(0) - std::complex(1.0, -2.0)), 1e-14);
  EXPECT_LT(std::abs(found(1) - 3.0), 1e-14);
  EXPECT_LT(std::abs(found(2) - std::complex(1.0, 2.0)), 1e-14);
  EXPECT_NEAR(spectral_radius(companion), 3.0, 1e-14);
}

TEST(Eigenvalues, OfASymmetricMatrixComeInOrder) {
  const Eigen::VectorXd found = symmetric_eigenvalues(MatrixXd{{2.0, -1.0}, {-1.0, 2.0}});
  EXPECT_NEAR(found(0), 1.0, 1e-15);
  EXPECT_NEAR(found(1), 3.0, 1e-15);
}

TEST(Eigenvalues, AreRefusedForWhatIsNotSquare) {
  EXPECT_TRUE(test::refuses([] { eigenvalues(MatrixXd::Zero(2, 3)); }, "the matrix is 2 x 3, it should be square"));
  EXPECT_TRUE(test::refuses([] { symmetric_eigenvalues(MatrixXd()); }, "the matrix is 0 x 0, it should be square"));
}

}  // namespace tandem::lq::eigenvalues_test
