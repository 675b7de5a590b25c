#include <tandem/ocp/lq/riccati.hpp>

#include <tandem/ocp/lq/eigenvalues.hpp>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>
#include <support/random_matrix.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::lq::riccati_test {

using Eigen::MatrixXd;
using test::random_matrix;
using test::refuses;

Regulator random_regulator(int n, int m, unsigned seed) {
  const MatrixXd c = random_matrix(2, n, seed + 2), r = random_matrix(m, m, seed + 3);
  return {random_matrix(n, n, seed), random_matrix(n, m, seed + 1), c.transpose() * c,
          r * r.transpose() + MatrixXd::Identity(m, m)};
}

MatrixXd defect(const Regulator& g, const MatrixXd& p) {
  return g.a.transpose() * p + p * g.a - p * g.b * g.r.inverse() * g.b.transpose() * p + g.q;
}

/// The solution by the stable eigenvectors of the Hamiltonian [A, -G; -Q, -A']: another algorithm.
MatrixXd by_eigenvectors(const Regulator& g) {
  const Eigen::Index n = g.a.rows();
  MatrixXd h(2 * n, 2 * n);
  h << g.a, -g.b * g.r.inverse() * g.b.transpose(), -g.q, -g.a.transpose();
  const Eigen::EigenSolver<MatrixXd> solver(h);
  Eigen::MatrixXcd stable(2 * n, n);
  int count = 0;
  for (int k = 0; k < 2 * n; ++k) {
    if (solver.eigenvalues()(k).real() < 0.0) stable.col(count++) = solver.eigenvectors().col(k);
  }
  return (stable.bottomRows(n) * stable.topRows(n).inverse()).real();
}

/// A chain of unit masses and springs, damped a little, pushed at its first mass and watched at its last; times in
/// units of `slow`.
Regulator chain(int masses, double damping, double slow, double r) {
  MatrixXd k = 2.0 * MatrixXd::Identity(masses, masses);
  for (int i = 1; i < masses; ++i) k(i, i - 1) = k(i - 1, i) = -1.0;
  k(masses - 1, masses - 1) = 1.0;
  k /= slow * slow;
  MatrixXd a = MatrixXd::Zero(2 * masses, 2 * masses), b = MatrixXd::Zero(2 * masses, 1), q = a;
  a.topRightCorner(masses, masses).setIdentity();
  a.bottomLeftCorner(masses, masses) = -k;
  a.bottomRightCorner(masses, masses) = -damping * slow * k;
  b(masses, 0) = 1.0;
  q(masses - 1, masses - 1) = 1.0;
  return {a, b, q, MatrixXd::Constant(1, 1, r)};
}

TEST(Riccati, OfOneStateHasItsClosedForm) {
  // 2 a p - p^2 / r + q = 0
  const MatrixXd a = MatrixXd::Constant(1, 1, 0.7), one = MatrixXd::Ones(1, 1);
  const RiccatiSolution solution = solve_riccati({a, one, 3.0 * one, 0.5 * one});
  EXPECT_NEAR(solution.p(0, 0), 0.5 * (0.7 + std::sqrt(0.49 + 6.0)), 1e-14);
}

TEST(Riccati, AgreesWithTheEigenvectorsOfTheHamiltonian) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const Regulator regulator = random_regulator(8, 2, 10 * seed);
    const RiccatiSolution solution = solve_riccati(regulator);
    EXPECT_LE(solution.residual, 1e-12);  // two controls hold four unstable modes: P is large and so are its terms
    EXPECT_LE(defect(regulator, solution.p).norm(), 1e-11 * solution.p.norm());
    EXPECT_TRUE(solution.closed_loop->is_stable());
    // The eigenvectors are the worse conditioned of the two.
    EXPECT_LE((solution.p - by_eigenvectors(regulator)).norm(), 1e-8 * solution.p.norm()) << seed;
  }
}

TEST(Riccati, HasAResidualOfRoundingOverSixDecadesOfTimeAndTwelveOfWeight) {
  for (const double slow : {1e-3, 1.0, 1e3}) {
    for (const double r : {1e-8, 1e-4, 1.0, 1e4}) {
      const Regulator regulator = chain(12, 0.005, slow, r);
      const RiccatiSolution solution = solve_riccati(regulator);
      EXPECT_LE(solution.residual, 2e-14) << slow << ' ' << r;
      EXPECT_TRUE(solution.closed_loop->is_stable());
    }
  }
}

TEST(Riccati, IsTheSameInOtherUnits) {
  const Regulator regulator = chain(6, 0.01, 1.0, 0.1);
  const Eigen::VectorXd d = Eigen::VectorXd::LinSpaced(12, -4.0, 4.0).array().exp();
  const MatrixXd to = d.asDiagonal(), from = d.cwiseInverse().asDiagonal();
  const Regulator other{from * regulator.a * to, from * regulator.b, to * regulator.q * to, regulator.r};
  const MatrixXd p = solve_riccati(regulator).p, q = from * solve_riccati(other).p * from;
  EXPECT_LE((p - q).norm(), 1e-11 * p.norm());
}

TEST(Riccati, OfPolesOnTheImaginaryAxisIsStabilised) {
  const RiccatiSolution solution = solve_riccati(chain(20, 0.0, 1.0, 1.0));
  EXPECT_LE(solution.residual, 1e-13);
  EXPECT_TRUE(solution.closed_loop->is_stable());
}

TEST(Riccati, WithoutAWeightOnAStableSystemIsZero) {
  Regulator regulator = chain(3, 0.1, 1.0, 1.0);
  regulator.q.setZero();
  EXPECT_EQ(solve_riccati(regulator).p.norm(), 0.0);
}

TEST(Riccati, MirrorsAnUnstablePoleThatIsNotWeighted) {
  const MatrixXd one = MatrixXd::Ones(1, 1);
  const RiccatiSolution solution = solve_riccati({2.0 * one, one, 0.0 * one, one});
  EXPECT_NEAR(solution.p(0, 0), 4.0, 1e-13);
  EXPECT_NEAR(solution.closed_loop->abscissa(), -2.0, 1e-13);
}

TEST(Riccati, RefusesAModeThatNoControlMoves) {
  Regulator regulator = random_regulator(3, 1, 5);
  regulator.a = Eigen::Vector3d(-1.0, 0.5, -2.0).asDiagonal();
  regulator.b = Eigen::Vector3d(1.0, 0.0, 1.0);
  EXPECT_TRUE(refuses([&] { solve_riccati(regulator); }, "the mode with eigenvalue 0.5 is not moved by any control"));
  EXPECT_TRUE(refuses(
      [&] {
        solve_discrete_riccati({3.0 * regulator.a, regulator.b, regulator.q, regulator.r});
      },
      "the mode with eigenvalue 1.5 is not moved"));
}

TEST(Riccati, RefusesASingleStateThatNoControlMoves) {
  // P is infinite: X of the stable subspace (X; P X) is exactly 0.
  const MatrixXd one = MatrixXd::Ones(1, 1), none = MatrixXd::Zero(1, 1);
  const char* words = "the mode with eigenvalue 0.5 is not moved by any control";
  EXPECT_TRUE(refuses([&] { solve_riccati({0.5 * one, none, one, one}); }, words));
  EXPECT_TRUE(refuses([&] { solve_discrete_riccati({1.5 * one, none, one, one}); }, "eigenvalue 1.5 is not moved"));
}

TEST(Riccati, RefusesAnUndampedModeThatTheWeightsDoNotSee) {
  Regulator regulator = chain(2, 0.0, 1.0, 1.0);
  regulator.q.setZero();
  EXPECT_TRUE(refuses([&] { solve_riccati(regulator); }, "is not seen by the weights (Q)"));
}

TEST(Riccati, RefusesBadWeightsAndSizesByName) {
  const Regulator good = chain(2, 0.1, 1.0, 1.0);
  const auto with = [&](auto change) {
    Regulator bad = good;
    change(bad);
    return [bad] { solve_riccati(bad); };
  };
  EXPECT_TRUE(refuses(with([](Regulator& g) { g.r(0, 0) = -1.0; }), "the weight R is not positive definite"));
  EXPECT_TRUE(refuses(with([](Regulator& g) { g.q(0, 0) = -1.0; }), "the weight Q is indefinite"));
  EXPECT_TRUE(refuses(with([](Regulator& g) { g.q(0, 1) = 1.0; }), "the weight Q is not symmetric"));
  EXPECT_TRUE(refuses(with([](Regulator& g) { g.a(0, 0) = std::nan(""); }), "not finite"));
  EXPECT_TRUE(refuses(with([](Regulator& g) { g.b.resize(3, 1); }), "B is 3 x 1"));
  EXPECT_TRUE(refuses(with([](Regulator& g) { g.r.resize(2, 2); }), "R is 2 x 2"));
}

TEST(DiscreteRiccati, SolvesItsEquationAndStabilises) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Regulator g = random_regulator(6, 2, 100 * seed);
    const RiccatiSolution solution = solve_discrete_riccati(g);
    EXPECT_LE(solution.residual, 1e-12);
    const MatrixXd loop = g.a - g.b * solution.gain;
    EXPECT_LT(spectral_radius(loop), 1.0);
    // The cost of the gain, by Lyapunov's equation, is P.
    const MatrixXd cost = discrete_lyapunov(loop.transpose(), g.q + solution.gain.transpose() * g.r * solution.gain);
    EXPECT_LE((cost - solution.p).norm(), 1e-10 * solution.p.norm());
  }
}

TEST(DiscreteRiccati, MirrorsAnUnstablePoleThatIsNotWeighted) {
  // p = 4 p / (1 + p): 0, which leaves the pole at 2, or 3, which brings it to 1/2.
  const MatrixXd one = MatrixXd::Ones(1, 1);
  const RiccatiSolution solution = solve_discrete_riccati({2.0 * one, one, 0.0 * one, one});
  EXPECT_NEAR(solution.p(0, 0), 3.0, 1e-13);
  EXPECT_NEAR(2.0 - solution.gain(0, 0), 0.5, 1e-14);
  // Beside a mode that is weighted.
  const MatrixXd a = Eigen::Vector2d(2.0, 0.5).asDiagonal(), q = Eigen::Vector2d(0.0, 1.0).asDiagonal();
  const RiccatiSolution both = solve_discrete_riccati({a, MatrixXd::Identity(2, 2), q, MatrixXd::Identity(2, 2)});
  EXPECT_NEAR(both.p(0, 0), 3.0, 1e-13);
  EXPECT_LE(both.residual, 1e-14);
}

TEST(DiscreteRiccati, RefusesAModeOnTheUnitCircleThatTheWeightsDoNotSee) {
  const MatrixXd one = MatrixXd::Ones(1, 1);
  EXPECT_TRUE(refuses([&] { solve_discrete_riccati({one, one, 0.0 * one, one}); }, "is not seen by the weights (Q)"));
}

TEST(DiscreteRiccati, OfOneStateHasItsClosedForm) {
  // p = a^2 p r / (r + p) + q, a = 2, q = r = 1: p^2 - 4 p - 1 = 0
  const MatrixXd one = MatrixXd::Ones(1, 1);
  EXPECT_NEAR(solve_discrete_riccati({2.0 * one, one, one, one}).p(0, 0), 2.0 + std::sqrt(5.0), 1e-13);
}

}  // namespace tandem::lq::riccati_test
