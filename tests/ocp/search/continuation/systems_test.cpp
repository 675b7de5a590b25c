#include <tandem/ocp/search/continuation/systems.hpp>

#include <tandem/ocp/search/continuation/follow.hpp>

#include <gtest/gtest.h>
#include <ocp/search/continuation/curves.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::continuation::systems_test {

/// Bratu's boundary value problem y'' + lambda e^y = 0, y(0) = y(1) = 0, by Chebyshev's collocation: at the inner
/// points of cos(pi j / n), D2 y + lambda e^y = 0, with D2 the second derivative of the polynomial through all of the
/// points (Trefethen, Spectral Methods in MATLAB, program 6).
struct ChebyshevBratu {
  explicit ChebyshevBratu(int n) : second(n - 1, n - 1) {
    Eigen::VectorXd x(n + 1), c = Eigen::VectorXd::Ones(n + 1);
    for (int j = 0; j <= n; ++j) x(j) = 0.5 * std::cos(M_PI * j / n), c(j) = j % 2 == 0 ? 1.0 : -1.0;
    c(0) *= 2.0, c(n) *= 2.0;
    Eigen::MatrixXd first = Eigen::MatrixXd::Zero(n + 1, n + 1);
    for (int i = 0; i <= n; ++i) {
      for (int j = 0; j <= n; ++j) {
        if (i != j) first(i, j) = c(i) / c(j) / (x(i) - x(j));
      }
      first(i, i) = -first.row(i).sum();
    }
    second = (first * first).block(1, 1, n - 1, n - 1);
  }
  Functions functions() const {
    const Eigen::MatrixXd d = second;
    return {static_cast<int>(d.rows()),
            [d](const Eigen::VectorXd& y, double p) -> Eigen::VectorXd { return d * y + p * y.array().exp().matrix(); },
            [](const Eigen::VectorXd& y, double) -> Eigen::VectorXd { return y.array().exp().matrix(); }};
  }
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& y, double p) const {
    Eigen::MatrixXd a = second;
    a.diagonal() += p * y.array().exp().matrix();
    return a;
  }
  Eigen::MatrixXd second;
};

FollowOptions around_the_fold() {
  FollowOptions options;
  options.goal = 1.0;
  options.folds_first = 1;
  options.corrector.error_tolerance = 1e-8;  // D2 has entries of 1e5
  return options;
}

void expect_bratus_path(const Curve& curve, double tolerance) {
  EXPECT_EQ(curve.end, CurveEnd::reached) << curve.reason;
  ASSERT_EQ(curve.count(Special::fold), 1);
  EXPECT_NEAR(curve.specials[0].point.lambda, 3.513830719125161, tolerance);
  double theta = 11.0;  // of the upper branch at lambda = 1: theta = sqrt 2 cosh(theta / 4)
  for (int i = 0; i < 100; ++i) theta = 4.0 * std::acosh(theta / std::sqrt(2.0));
  EXPECT_NEAR(curve.points.back().x.maxCoeff(), 2.0 * std::log(std::cosh(theta / 4.0)), 100.0 * tolerance);
}

TEST(DenseSystem, FollowsBratusProblemRoundItsFold) {
  const ChebyshevBratu bratu(32);
  const auto system =
      dense_system(bratu.functions(), [&](const Eigen::VectorXd& y, double p) { return bratu.jacobian(y, p); });
  expect_bratus_path(follow(*system, Eigen::VectorXd::Zero(31), 0.0, around_the_fold()), 1e-10);
}

TEST(SparseSystem, FollowsThePathOfTheDenseOne) {
  const ChebyshevBratu bratu(32);
  const auto system = sparse_system(bratu.functions(), [&](const Eigen::VectorXd& y, double p) {
    return SparseFactor::Matrix(bratu.jacobian(y, p).sparseView());
  });
  expect_bratus_path(follow(*system, Eigen::VectorXd::Zero(31), 0.0, around_the_fold()), 1e-10);
}

/// The same by finite differences, y_{k-1} - 2 y_k + y_{k+1} + h^2 lambda e^y_k = 0: symmetric, a chain, of order 2.
Curve bratu_by_differences(int n) {
  const double h2 = 1.0 / ((n + 1.0) * (n + 1.0));
  const auto at = [n](const Eigen::VectorXd& y, int k) { return k < 0 || k == n ? 0.0 : y(k); };
  StagedPattern pattern{n, {}, {}, {}};
  for (int k = 0; k < n; ++k) {
    pattern.stage_of_row.push_back(k);
    pattern.rows.push_back(k), pattern.cols.push_back(k);
    if (k > 0) pattern.rows.push_back(k), pattern.cols.push_back(k - 1);
  }
  const Functions functions{
      n,
      [=](const Eigen::VectorXd& y, double p) -> Eigen::VectorXd {
        return Eigen::VectorXd::NullaryExpr(n, [&](Eigen::Index i) {
          const int k = static_cast<int>(i);
          return at(y, k - 1) - 2.0 * y(k) + at(y, k + 1) + h2 * p * std::exp(y(k));
        });
      },
      [=](const Eigen::VectorXd& y, double) -> Eigen::VectorXd { return h2 * y.array().exp().matrix(); }};
  const auto system = staged_system(functions, pattern, [=](const Eigen::VectorXd& y, double p, std::span<double> v) {
    std::size_t next = 0;
    for (int k = 0; k < n; ++k) {
      v[next++] = -2.0 + h2 * p * std::exp(y(k));
      if (k > 0) v[next++] = 1.0;
    }
  });
  return follow(*system, Eigen::VectorXd::Zero(n), 0.0, around_the_fold());
}

TEST(StagedSystem, FollowsBratusProblemWithTheErrorOfItsOrder) {
  const Curve coarse = bratu_by_differences(49), fine = bratu_by_differences(99);
  expect_bratus_path(fine, 1e-3);
  const double wanted = 3.513830719125161;
  const double ratio = (coarse.specials[0].point.lambda - wanted) / (fine.specials[0].point.lambda - wanted);
  EXPECT_NEAR(ratio, 4.0, 2e-3);  // 4 + O(h^2), h = 1/50
}

TEST(Systems, RefuseSizesThatDoNotFit) {
  using tandem::test::refuses;
  const Functions good = ChebyshevBratu(4).functions();
  const auto wide = [](const Eigen::VectorXd&, double) { return Eigen::MatrixXd::Identity(3, 4).eval(); };
  EXPECT_TRUE(refuses([&] { dense_system(good, wide)->factorise(Eigen::VectorXd::Zero(3), 0.0); },
                      "the Jacobian is 3 x 4, it should be 3 x 3"));
  EXPECT_TRUE(refuses([&] { dense_system({0, good.residual, good.slope}, wide); }, "a system of 0 equations"));
  EXPECT_TRUE(refuses([&] { dense_system({3, good.residual, {}}, wide); }, "needs its residual and its slope"));
  const auto short_one = [](const Eigen::VectorXd&, double) -> Eigen::VectorXd { return Eigen::VectorXd::Zero(2); };
  EXPECT_TRUE(refuses(
      [&] {
        dense_system({3, short_one, good.slope}, wide)->residual(Eigen::VectorXd::Zero(3), 0.0);
      },
      "the residual has 2 entries, the system has 3 equations"));
  EXPECT_TRUE(refuses([&] { staged_system(good, {1, {0, 0}, {}, {}}, {}); }, "the stages of 2 rows are given"));
}

}  // namespace tandem::continuation::systems_test
