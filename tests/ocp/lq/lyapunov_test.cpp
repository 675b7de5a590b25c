#include <tandem/ocp/lq/lyapunov.hpp>

#include <tandem/ocp/lq/eigenvalues.hpp>

#include <gtest/gtest.h>
#include <support/random_matrix.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::lq::lyapunov_test {

using Eigen::MatrixXd;
using test::random_matrix;
using test::refuses;

TEST(Lyapunov, SolvesBothEquationsToRounding) {
  for (const int n : {1, 2, 5, 24}) {
    const MatrixXd a = random_matrix(n, n, n), c = random_matrix(n, n, n + 1), q = c + c.transpose();
    const Lyapunov solver(a);
    const MatrixXd x = solver.solve(q), y = solver.solve_transposed(q);
    EXPECT_LE((a * x + x * a.transpose() + q).norm(), 1e-12 * (2.0 * a.norm() * x.norm() + q.norm())) << n;
    EXPECT_LE((a.transpose() * y + y * a + q).norm(), 1e-12 * (2.0 * a.norm() * y.norm() + q.norm())) << n;
  }
}

TEST(Lyapunov, KnowsTheEigenvaluesOfItsMatrix) {
  const MatrixXd a = random_matrix(9, 9, 4);
  const Lyapunov solver(a);
  EXPECT_NEAR(solver.abscissa(), eigenvalues(a).real().maxCoeff(), 1e-12);
  EXPECT_FALSE(solver.is_stable());
  EXPECT_TRUE(Lyapunov(a - 10.0 * MatrixXd::Identity(9, 9)).is_stable());
}

TEST(Lyapunov, OfAnOscillatorInSlowTimeHasItsClosedForm) {
  // x'' + 2 zeta w x' + w^2 x = noise of intensity 1: E x^2 = 1 / (4 zeta w^3), E x'^2 = 1 / (4 zeta w).
  const double w = 1e-3, zeta = 0.005;
  Eigen::Matrix2d a, q = Eigen::Vector2d(0.0, 1.0).asDiagonal();
  a << 0.0, 1.0, -w * w, -2.0 * zeta * w;
  const MatrixXd x = Lyapunov(a).solve(q);
  EXPECT_NEAR(x(0, 0) * 4.0 * zeta * w * w * w, 1.0, 1e-13);
  EXPECT_NEAR(x(1, 1) * 4.0 * zeta * w, 1.0, 1e-13);
  EXPECT_NEAR(x(0, 1), 0.0, 1e-10 * x(1, 1));
}

TEST(DiscreteLyapunov, SolvesItsEquationAndRefusesWhatIsNotStable) {
  MatrixXd a = random_matrix(6, 6, 8);
  a *= 0.95 / spectral_radius(a);
  const MatrixXd q = a * a.transpose(), x = discrete_lyapunov(a, q);
  EXPECT_LE((a * x * a.transpose() - x + q).norm(), 1e-13 * x.norm());
  EXPECT_TRUE(refuses([&] { discrete_lyapunov(2.0 * a, q); }, "an eigenvalue of size 1.9"));
}

TEST(Lyapunov, RefusesWhatHasNoEigenvalues) {
  EXPECT_TRUE(refuses([] { Lyapunov(MatrixXd::Zero(2, 3)); }, "A is 2 x 3"));
  EXPECT_TRUE(refuses([] { Lyapunov(MatrixXd::Constant(2, 2, std::nan(""))); }, "not finite"));
}

}  // namespace tandem::lq::lyapunov_test
