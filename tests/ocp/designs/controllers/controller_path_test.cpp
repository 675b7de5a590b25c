#include <tandem/ocp/designs/controllers/controller_path.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <optional>

namespace tandem::controllers::controller_path_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// 1 + (p - lambda)^2 + lambda of one number.
CostFamily parabolas() {
  return {[](const VectorXd& p, double lambda, bool) -> std::optional<Value> {
            const double x = p(0) - lambda;
            return Value{1.0 + x * x + lambda, VectorXd::Constant(1, 2.0 * x), MatrixXd::Constant(1, 1, 2.0)};
          },
          [](const VectorXd& p, double) { return VectorXd::Constant(p.size(), -2.0); },
          [](const VectorXd&, double) { return -1.0; }};
}

TEST(ControllerPath, RecordsWhereItGoes) {
  const Path path = follow_minimum(parabolas(), static_form(1, 1), VectorXd::Zero(1));
  EXPECT_EQ(path.status, PathStatus::reached) << path.reason;
  for (const PathPoint& point : path.points) {
    EXPECT_NEAR(point.designs(0), point.value, 1e-12);
    EXPECT_NEAR(point.objective, 1.0 + point.value, 1e-12);
    EXPECT_NEAR(path.measure("least_curvature", point), 1.0 / point.objective, 1e-12);  // in units of 1 / sqrt(2)
    EXPECT_EQ(path.measure("abscissa", point), -1.0);
    EXPECT_EQ(point.certificate.verdict(), Verdict::none);  // the family has none
  }
  EXPECT_EQ(path.points.back().value, 1.0);
  EXPECT_EQ(path.designs, std::vector<std::string>{"d_1_1"});
  EXPECT_TRUE(path.marks.empty());
}

TEST(ControllerPath, GoesRoundFolds) {
  // gradient p^3 - 3 p / 4 + (1 - 2 lambda): from p = -1.2.. up, back between p = -1/2 and 1/2, and on.
  CostFamily family = parabolas();
  const auto gradient = [](double p, double lambda) { return p * p * p - 0.75 * p + 0.6 * (1.0 - 2.0 * lambda); };
  family.cost = [=](const VectorXd& p, double lambda, bool) -> std::optional<Value> {
    const double x = p(0), g = gradient(x, lambda);
    return Value{9.0, VectorXd::Constant(1, g), MatrixXd::Constant(1, 1, 3.0 * x * x - 0.75)};
  };
  family.slope = [](const VectorXd& p, double) { return VectorXd::Constant(p.size(), -1.2); };
  double start = -1.2;
  for (int k = 0; k < 50; ++k) start -= gradient(start, 0.0) / (3.0 * start * start - 0.75);
  const Path path = follow_minimum(family, static_form(1, 1), VectorXd::Constant(1, start));
  EXPECT_EQ(path.status, PathStatus::reached) << path.reason;
  EXPECT_EQ(path.at(Mark::fold).size(), 2U);
  EXPECT_NEAR(path.points.back().designs(0), -start, 1e-9);
}

TEST(ControllerPath, RefusesAStartThatIsNoMinimumAndStepsOfNoSense) {
  const Form form = static_form(1, 1);
  CostFamily nowhere = parabolas();
  nowhere.cost = [](const VectorXd&, double, bool) { return std::optional<Value>(); };
  EXPECT_TRUE(test::refuses([&] { follow_minimum(nowhere, form, VectorXd::Zero(1)); }, "not stable at the start"));
  CostFamily downwards = parabolas();
  downwards.cost = [](const VectorXd& p, double, bool) -> std::optional<Value> {
    return Value{9.0 - p(0) * p(0), -2.0 * p, MatrixXd::Constant(1, 1, -2.0)};
  };
  EXPECT_TRUE(test::refuses([&] { follow_minimum(downwards, form, VectorXd::Zero(1)); },
                            "the start is no minimum, the cost curves down by 'd_1_1'"));
  EXPECT_TRUE(test::refuses([&] { follow_minimum(parabolas(), form, VectorXd::Ones(1)); }, "is not on the path"));
  EXPECT_TRUE(test::refuses([&] { follow_minimum(parabolas(), form, VectorXd::Zero(1), {.first_step = 0.0}); },
                            "a first step of 0"));
}

}  // namespace tandem::controllers::controller_path_test
