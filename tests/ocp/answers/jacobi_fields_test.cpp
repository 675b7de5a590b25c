#include <tandem/ocp/answers/jacobi_fields.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tandem::jacobi_fields_test {

constexpr double kPi = std::numbers::pi;

/// minimise  1/2 integral of u_i^2 - w_i^2 x_i^2,  x_i' = u_i: with states in other units, x_i = unit_i y_i.
AccessoryProblem oscillators(const Eigen::VectorXd& frequencies, const Eigen::VectorXd& units, double duration,
                             int panels = 7) {
  const int n = static_cast<int>(frequencies.size());
  AccessoryProblem problem;
  problem.size = n;
  problem.end_rows = Eigen::MatrixXd::Identity(n, n);
  problem.end_curvature = Eigen::MatrixXd::Zero(n, n);
  problem.free_at_start.assign(n, false);
  AccessoryPanel panel;
  panel.length = duration / panels;
  for (int point = 0; point < 2; ++point) {
    panel.drift[point] = panel.gain[point] = Eigen::MatrixXd::Zero(2 * n, 2 * n);
    for (int i = 0; i < n; ++i) {
      panel.drift[point](n + i, i) = std::pow(frequencies(i) * units(i), 2);
      panel.gain[point](i, n + i) = -1.0 / (units(i) * units(i));
    }
  }
  for (int k = 0; k < panels; ++k, panel.start += panel.length) problem.panels.push_back(panel);
  return problem;
}

// At pi / w_i, 2 pi / w_i, ... from the end.
TEST(JacobiFields, FindTheFirstConjugatePointOfSeveralStates) {
  const Eigen::VectorXd frequencies{{1.0, 1.3}};
  const AccessoryProblem problem = oscillators(frequencies, Eigen::VectorXd::Ones(2), 5.0);
  JacobiFields fields(problem);
  EXPECT_EQ(fields.at_start(0.0).negative_directions, 3);  // pi, pi / 1.3 and 2 pi / 1.3
  ASSERT_TRUE(fields.conjugate_time());
  EXPECT_NEAR(*fields.conjugate_time(), 5.0 - kPi / 1.3, 1e-9);
  EXPECT_NEAR(fields.least_ratio(fields.at_start(0.0), 0.9), 1.0 - std::pow(1.3 * 5.0 / kPi, 2), 1e-8);
}

// Two at once.
TEST(JacobiFields, CountConjugatePointsWithTheirMultiplicity) {
  const AccessoryProblem problem = oscillators(Eigen::VectorXd::Ones(3), Eigen::VectorXd::Ones(3), 4.0);
  JacobiFields fields(problem);
  EXPECT_EQ(fields.at_start(0.0).negative_directions, 3);
  EXPECT_NEAR(*fields.conjugate_time(), 4.0 - kPi, 1e-9);
}

TEST(JacobiFields, DoNotKnowTheUnitsOfStates) {
  const Eigen::VectorXd frequencies{{1.0, 1.3}};
  const AccessoryProblem problem = oscillators(frequencies, Eigen::VectorXd{{1e-6, 1e5}}, 2.0);
  JacobiFields fields(problem);
  EXPECT_FALSE(fields.conjugate_time());
  EXPECT_NEAR(fields.least_ratio(fields.at_start(0.0), 0.9), 1.0 - std::pow(1.3 * 2.0 / kPi, 2), 1e-8);
}

// Balanced, [0 -w; w 0] has the norm sqrt(2) w.
TEST(JacobiFields, TurnByWhatNeitherUnitsNorPanelsChange) {
  for (const double unit : {1e-6, 1.0, 1e5}) {
    for (const int panels : {3, 40}) {
      const Eigen::VectorXd frequency{{1.3}}, units{{unit}};
      const AccessoryProblem problem = oscillators(frequency, units, 5.0, panels);
      EXPECT_NEAR(JacobiFields(problem).turning(), std::sqrt(2.0) * 1.3 * 5.0, 1e-3) << unit << ", " << panels;
    }
  }
}

// Negative directions of the shifted form: the ratios 1 - (T / n pi)^2 below it.
TEST(JacobiFields, CountTheRatiosBelowAnyShift) {
  const AccessoryProblem problem = oscillators(Eigen::VectorXd::Ones(1), Eigen::VectorXd::Ones(1), 5.0);
  JacobiFields fields(problem);
  for (const double shift : {-3.0, -1.0, 0.0, 0.5, 0.8, 0.95}) {
    int below = 0;
    for (int n = 1; n < 100; ++n) below += 1.0 - std::pow(5.0 / (n * kPi), 2) < shift ? 1 : 0;
    EXPECT_EQ(fields.at_start(shift).negative_directions, below) << shift;
  }
}

TEST(JacobiFields, CallRatiosAboveTheMostTheMost) {
  const AccessoryProblem problem = oscillators(Eigen::VectorXd::Ones(1), Eigen::VectorXd::Ones(1), 0.5);
  JacobiFields fields(problem);  // 1 - (0.5 / pi)^2 = 0.975
  EXPECT_EQ(fields.least_ratio(fields.at_start(0.0), 0.9), 0.9);
  EXPECT_NEAR(fields.least_ratio(fields.at_start(0.0), 0.99), 1.0 - std::pow(0.5 / kPi, 2), 1e-8);
}

}  // namespace tandem::jacobi_fields_test
