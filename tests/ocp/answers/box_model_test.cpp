#include <tandem/ocp/answers/box_model.hpp>

#include <tandem/core/eigen_factors.hpp>
#include <tandem/core/eigen_spectra.hpp>

#include <gtest/gtest.h>
#include <support/random_matrix.hpp>

#include <cmath>
#include <limits>

namespace tandem::box_model_test {

constexpr double kEndless = std::numeric_limits<double>::infinity();

BoxModel model_of(const Eigen::VectorXd& gradient, const Eigen::MatrixXd& curvature, double reach = kEndless) {
  BoxModel model;
  model.gradient = gradient;
  model.curvature = curvature;
  model.lower.setConstant(gradient.size(), -reach);
  model.upper.setConstant(gradient.size(), reach);
  model.rows.resize(0, gradient.size());
  return model;
}

Eigen::MatrixXd random_definite(int n, unsigned seed) {
  const Eigen::MatrixXd a = test::random_matrix(n, n, seed);
  return a * a.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
}

bool holds(const BoxModel& model, const Eigen::VectorXd& d) {
  constexpr double slack = 1e-9;
  const Eigen::VectorXd r = model.rows * d;
  return (d.array() >= model.lower.array() - slack).all() && (d.array() <= model.upper.array() + slack).all() &&
         (r.array() >= model.row_lower.array() - slack).all() && (r.array() <= model.row_upper.array() + slack).all();
}

/// The least of a convex model over all choices of active bounds and rows, each an equality-constrained minimum.
double brute_force(const BoxModel& model) {
  const int n = static_cast<int>(model.gradient.size()), m = static_cast<int>(model.rows.rows());
  int choices = 1;
  for (int i = 0; i < n + m; ++i) choices *= 3;
  double most = 0.0;
  for (int choice = 0; choice < choices; ++choice) {
    Eigen::MatrixXd active(0, n);
    Eigen::VectorXd values(0);
    for (int i = 0, rest = choice; i < n + m; ++i, rest /= 3) {
      if (rest % 3 == 0) continue;
      const bool at_lower = rest % 3 == 1;
      active.conservativeResize(active.rows() + 1, n);
      values.conservativeResize(values.size() + 1);
      if (i < n) {
        active.row(active.rows() - 1) = Eigen::RowVectorXd::Unit(n, i);
        values(values.size() - 1) = at_lower ? model.lower(i) : model.upper(i);
      } else {
        active.row(active.rows() - 1) = model.rows.row(i - n);
        values(values.size() - 1) = at_lower ? model.row_lower(i - n) : model.row_upper(i - n);
      }
    }
    const int k = static_cast<int>(active.rows());
    if (k > n || !values.allFinite()) continue;
    Eigen::MatrixXd kkt = Eigen::MatrixXd::Zero(n + k, n + k);
    kkt.topLeftCorner(n, n) = model.curvature;
    kkt.bottomLeftCorner(k, n) = active;
    kkt.topRightCorner(n, k) = active.transpose();
    Eigen::VectorXd right(n + k);
    right << -model.gradient, values;
    const Eigen::VectorXd d = kkt.fullPivLu().solve(right).head(n);
    if (d.allFinite() && holds(model, d)) most = std::max(most, model.decrease(d));
  }
  return most;
}

TEST(BoxModel, FindsTheLeastInABoxAsBruteForceDoes) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const int n = 1 + static_cast<int>(seed % 4);
    BoxModel model = model_of(test::random_matrix(n, 1, 100 + seed), random_definite(n, seed));
    model.lower = -0.7 * test::random_matrix(n, 1, 200 + seed).cwiseAbs();
    model.upper = 0.7 * test::random_matrix(n, 1, 300 + seed).cwiseAbs();
    const Eigen::VectorXd d = least_step(model);
    EXPECT_TRUE(holds(model, d)) << seed;
    // coordinate descent ends at steps of 1e-13, where the decrease is flat
    EXPECT_NEAR(model.decrease(d), brute_force(model), 1e-11) << seed;
  }
}

TEST(BoxModel, FindsTheLeastWithRowsAsBruteForceDoes) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const int n = 2 + static_cast<int>(seed % 2);
    BoxModel model = model_of(test::random_matrix(n, 1, 100 + seed), random_definite(n, seed));
    model.lower = -0.7 * test::random_matrix(n, 1, 200 + seed).cwiseAbs();
    model.upper = 0.7 * test::random_matrix(n, 1, 300 + seed).cwiseAbs();
    model.rows = test::random_matrix(1, n, 400 + seed);
    model.row_lower = Eigen::VectorXd::Constant(1, seed % 3 == 0 ? 0.0 : -0.1);
    model.row_upper = Eigen::VectorXd::Constant(1, seed % 3 == 0 ? 0.0 : 0.2);
    const Eigen::VectorXd d = least_step(model);
    EXPECT_TRUE(holds(model, d)) << seed;
    EXPECT_NEAR(model.decrease(d), brute_force(model), 1e-9) << seed;  // rows hold to 1e-9 of a multiplier of 1
  }
}

TEST(BoxModel, IsNewtonsStepWithoutBounds) {
  const Eigen::MatrixXd w = random_definite(3, 5);
  const Eigen::VectorXd g = test::random_matrix(3, 1, 6);
  EXPECT_LT((least_step(model_of(g, w)) + w.fullPivLu().solve(g)).norm(), 1e-11);  // a condition of 100
}

// W of eigenvalues -1 and 2 is taken as 1 and 2.
TEST(BoxModel, TakesCurvatureByItsSize) {
  const double c = std::cos(0.4), s = std::sin(0.4);
  const Eigen::Matrix2d turn = (Eigen::Matrix2d() << c, -s, s, c).finished();
  const Eigen::Matrix2d indefinite = turn * Eigen::Vector2d(-1.0, 2.0).asDiagonal() * turn.transpose();
  const Eigen::Matrix2d sized = turn * Eigen::Vector2d(1.0, 2.0).asDiagonal() * turn.transpose();
  const Eigen::Vector2d g(0.3, -0.5);
  EXPECT_LT((least_step(model_of(g, indefinite)) + sized.fullPivLu().solve(g)).norm(), 1e-12);
  EXPECT_LT((least_step(model_of(g, indefinite, 0.2)) - least_step(model_of(g, sized, 0.2))).norm(), 1e-12);
  const Eigen::VectorXd one = Eigen::VectorXd::Constant(1, 0.5);
  EXPECT_NEAR(least_step(model_of(one, Eigen::MatrixXd::Constant(1, 1, -2.0)))(0), -0.25, 1e-15);
}

TEST(BoxModel, GoesToTheBoundWhereThereIsNoCurvature) {
  const Eigen::Vector2d g(1.0, -2.0);
  const Eigen::Matrix2d flat = Eigen::Matrix2d::Zero();
  EXPECT_EQ(least_step(model_of(g, flat, 0.5)), Eigen::Vector2d(-0.5, 0.5));
  EXPECT_EQ(least_step(model_of(g, flat)), Eigen::Vector2d::Zero());
}

// One number and a row: 1 <= 2 (d + 1) <= 4 moves between -0.5 and 1.
TEST(BoxModel, StopsAtARowOfOneNumber) {
  BoxModel model = model_of(Eigen::VectorXd::Constant(1, 4.0), Eigen::MatrixXd::Ones(1, 1));
  model.rows = Eigen::MatrixXd::Constant(1, 1, 2.0);
  model.row_lower = Eigen::VectorXd::Constant(1, -1.0);
  model.row_upper = Eigen::VectorXd::Constant(1, 2.0);
  EXPECT_NEAR(least_step(model)(0), -0.5, 1e-11);
}

TEST(BoxModel, TakesNoStepByWhatIsNotANumber) {
  const double nan = std::nan("");
  EXPECT_EQ(least_step(model_of(Eigen::Vector2d(nan, 1.0), Eigen::Matrix2d::Identity())), Eigen::Vector2d::Zero());
  EXPECT_EQ(least_step(model_of(Eigen::Vector2d(1.0, 1.0), Eigen::Matrix2d::Constant(nan))), Eigen::Vector2d::Zero());
}

TEST(BoxModel, KnowsHowMuchLessItIsAtAStep) {
  const BoxModel model = model_of(Eigen::Vector2d(1.0, -2.0), 2.0 * Eigen::Matrix2d::Identity());
  EXPECT_EQ(model.decrease(Eigen::Vector2d(-0.5, 1.0)), 0.25 + 1.0);
  EXPECT_EQ(model.decrease(Eigen::Vector2d::Zero()), 0.0);
}

}  // namespace tandem::box_model_test
