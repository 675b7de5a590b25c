#include <tandem/ocp/answers/series/cone_least_squares.hpp>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <random>

namespace tandem::cone_least_squares_test {

constexpr int kStages = 3, kUnknowns = 3, kRows = 2;  // a stage

/// A random chain: the rows of a stage see its unknowns, the next stage's and one unknown of the border.
ConeProblem random_problem(unsigned seed, bool with_signs) {
  std::mt19937 dice(seed);
  std::normal_distribution<double> normal;
  ConeProblem problem;
  problem.stages = kStages;
  const int unknowns = kStages * kUnknowns + 1;
  for (int i = 0; i < unknowns; ++i) problem.stage_of_unknown.push_back(i / kUnknowns);
  problem.gradient.resize(unknowns);
  for (double& g : problem.gradient) g = normal(dice);
  problem.signs.assign(unknowns, 0);
  for (int r = 0; r < kStages * kRows; ++r) {
    const int stage = r / kRows, last = std::min((stage + 2) * kUnknowns, kStages * kUnknowns);
    problem.stage_of_row.push_back(stage);
    problem.row_signs.push_back(0);
    for (int i = stage * kUnknowns; i < last; ++i) {
      problem.rows.push_back(r);
      problem.cols.push_back(i);
      problem.values.push_back(normal(dice));
    }
    problem.rows.push_back(r);
    problem.cols.push_back(unknowns - 1);
    problem.values.push_back(normal(dice));
  }
  if (with_signs) {
    for (const int i : {0, 2, 4, 7, 9}) problem.signs[i] = normal(dice) > 0.0 ? 1 : -1;
    for (const int r : {1, 4}) problem.row_signs[r] = normal(dice) > 0.0 ? 1 : -1;
  }
  return problem;
}

Eigen::MatrixXd matrix_of(const ConeProblem& problem) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(std::ssize(problem.row_signs), std::ssize(problem.signs));
  for (std::size_t e = 0; e < problem.rows.size(); ++e) a(problem.rows[e], problem.cols[e]) += problem.values[e];
  return a;
}

/// What is left of g + A'y when signed unknowns take what is of their side.
double rest_of(const ConeProblem& problem, const Eigen::VectorXd& y) {
  Eigen::VectorXd left = problem.gradient + matrix_of(problem).transpose() * y;
  for (int i = 0; i < left.size(); ++i) {
    if (problem.signs[i] * left(i) > 0.0) left(i) = 0.0;
  }
  return 0.5 * left.squaredNorm();
}

TEST(ConeLeastSquares, SolvesTheNormalEquationsWhereNothingHasASign) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const ConeProblem problem = random_problem(seed, false);
    const Eigen::MatrixXd a = matrix_of(problem);
    const Eigen::VectorXd expected = (a * a.transpose()).llt().solve(-a * problem.gradient);
    const double error = (cone_least_squares(problem) - expected).norm() / expected.norm();
    EXPECT_LT(error, 1e-10) << seed;  // the 1e-12 of the regularisation by the square of the smallest singular value
  }
}

// A convex function of y: no random step from its minimum, within the signs of the rows, makes it less.
TEST(ConeLeastSquares, IsTheLeastOfAllWithTheRightSigns) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const ConeProblem problem = random_problem(seed, true);
    const Eigen::VectorXd y = cone_least_squares(problem);
    for (int r = 0; r < y.size(); ++r) EXPECT_LE(problem.row_signs[r] * y(r), 1e-9) << seed;
    const double least = rest_of(problem, y);
    std::mt19937 dice(seed);
    std::normal_distribution<double> normal;
    for (int trial = 0; trial < 200; ++trial) {
      Eigen::VectorXd other = y;
      for (int r = 0; r < y.size(); ++r) {
        other(r) += (trial % 2 == 0 ? 1e-3 : 1.0) * normal(dice);
        if (problem.row_signs[r] * other(r) > 0.0) other(r) = 0.0;
      }
      EXPECT_GE(rest_of(problem, other), least - 1e-10) << seed << ' ' << trial;
    }
  }
}

TEST(ConeLeastSquares, SignsChangeTheAnswer) {
  ConeProblem problem = random_problem(3, true);
  const Eigen::VectorXd with = cone_least_squares(problem);
  problem.signs.assign(problem.signs.size(), 0);
  problem.row_signs.assign(problem.row_signs.size(), 0);
  EXPECT_GT((with - cone_least_squares(problem)).norm(), 1e-3);
}

TEST(ConeLeastSquares, TakesTheSmallestWhereRowsSayTheSameTwice) {
  ConeProblem problem;
  problem.stages = 1;
  problem.stage_of_unknown = {0};
  problem.stage_of_row = {0, 0};
  problem.rows = {0, 1};
  problem.cols = {0, 0};
  problem.values = {1.0, 1.0};
  problem.gradient = Eigen::VectorXd::Constant(1, -3.0);
  problem.signs = {0};
  problem.row_signs = {0, 0};
  EXPECT_NEAR(cone_least_squares(problem).sum(), 3.0, 1e-9);
}

}  // namespace tandem::cone_least_squares_test
