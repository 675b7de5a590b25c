#include <tandem/ocp/designs/controllers/certify_controller.hpp>

#include <tandem/ocp/designs/controllers/design.hpp>
#include <tandem/problems/controllers.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <string>

namespace tandem::controllers::certify_controller_test {

using Eigen::VectorXd;
using test::first_order_plant;
using test::says;

std::string reasons(const Objective& objective, const VectorXd& numbers, double value) {
  std::string all;
  for (const std::string& reason : certify(objective, numbers, value).reasons) all += reason + "\n";
  return all;
}

/// J = (1 + k^2) / (2 (1 + k)) of u = -k y, least where k = sqrt(2) - 1.
Objective squares() { return {static_form(1, 1), {{first_order_plant(1.0)}}}; }
const VectorXd kBest = VectorXd::Constant(1, 1.0 - std::sqrt(2.0));
double cost_at(double k) { return (1.0 + k * k) / (2.0 + 2.0 * k); }

TEST(CertifyController, PassesTheRegulatorsGain) {
  const Certificate certificate = certify(squares(), kBest, std::sqrt(2.0) - 1.0);
  EXPECT_TRUE(certificate.passes());
  EXPECT_EQ(certificate.kind, "controller");
  EXPECT_LE(certificate.line("objective_error").value, 1e-14);
  EXPECT_LE(certificate.line("two_ways").value, 1e-15);
  EXPECT_NEAR(certificate.line("growth").value, -1.0, 1e-15);  // its only mode
}

TEST(CertifyController, FailsAGainThatIsMovedByAThousandth) {
  const double k = 1.001 * (std::sqrt(2.0) - 1.0);
  const std::string all = reasons(squares(), VectorXd::Constant(1, -k), cost_at(k));
  EXPECT_TRUE(says(all, "objective_error is")) << all;
  EXPECT_TRUE(says(all, "stationarity is")) << all;
  EXPECT_TRUE(says(all, "(d_1_1)")) << all;
}

TEST(CertifyController, FailsALoopThatIsNotStableByItsModeAlone) {
  const Certificate certificate = certify(squares(), VectorXd::Constant(1, 2.0), 0.5);
  ASSERT_EQ(certificate.lines.size(), 1U);
  ASSERT_EQ(certificate.reasons.size(), 1U);
  EXPECT_EQ(certificate.reasons[0], "growth is 1, its limit -1e-12 (mode 1+0i)");
}

TEST(CertifyController, NamesTheLoopWhereThereAreSeveral) {
  // u = -y / 2 holds the first plant, and not the second.
  const Objective two{static_form(1, 1), {{first_order_plant(1.0)}, {first_order_plant(-1.0)}}};
  EXPECT_EQ(reasons(two, VectorXd::Constant(1, -0.5), 1.0), "growth is 1, its limit -1e-12 (loop 2: mode 0.5+0i)\n");
}

TEST(CertifyController, FailsACostThatIsNotWhatIsClaimed) {
  EXPECT_EQ(reasons(squares(), kBest, 1.0001 * (std::sqrt(2.0) - 1.0)),
            "objective_error is 0.0001, its limit 1e-09 (the cost is not what is claimed)\n");
}

TEST(CertifyController, FailsASaddleByItsCurvatureAlone) {
  // x1' = -x1 + k x2 + w, x2' = -x2 - k x1: what x1 gives to x2 dies out there. Either sign of k will do, so that k = 0
  // is stationary, and the worst.
  Plant plant = first_order_plant(1.0);
  plant.a = -Eigen::Matrix2d::Identity(), plant.b = Eigen::Matrix2d::Identity(), plant.sensors = plant.b;
  plant.noise = Eigen::Vector2d(1.0, 0.0), plant.sensor_noise = Eigen::Vector2d::Zero();
  plant.watched = Eigen::RowVector2d(1.0, 0.0), plant.effort = Eigen::RowVector2d::Zero();
  Form form(0, 2, 2);
  form.free("k", Form::Part::d, 0, 1);
  form.also("k", Form::Part::d, 1, 0, -1.0);
  EXPECT_EQ(reasons({form, {{plant}}}, VectorXd::Zero(1), 0.5), "downward_curvature is 1, its limit -1e-12\n");
}

/// Gains squared 1 / (1 - k)^2 and 1 / (1 + k)^2 of two parts of a plant: the higher is least where both are 1.
Objective kinked() {
  Plant both = first_order_plant(1.0);
  both.b = Eigen::Matrix2d::Identity();
  both.a = -both.b, both.noise = both.b, both.sensors = both.b, both.watched = both.b;
  both.sensor_noise = 0.0 * both.b, both.effort = 0.0 * both.b;
  Form form(0, 2, 2);
  form.free("k", Form::Part::d, 0, 0);
  form.also("k", Form::Part::d, 1, 1, -1.0);
  return {form, {{both, 1e-3, 1.0}}};
}

TEST(CertifyController, FailsBesideAKinkByItsSlope) {
  const double k = 1e-3;
  const Objective objective = kinked();
  const auto look = objective.look(VectorXd::Constant(1, k));
  ASSERT_TRUE(look);
  EXPECT_TRUE(says(reasons(objective, VectorXd::Constant(1, k), objective.value_of(*look)),
                   "stationarity is 0.002, its limit 1e-06 (k)"));
}

TEST(CertifyController, SeesThePeaksOfAControllerThatWeighsThem) {
  ControllerProblem problem = problems::gust_alleviation();
  problem.set("peak_weight", 1.0);
  const Objective objective = problem.objective();
  const ControllerDesign found = design_controller(objective, objective.form().start());
  const Certificate certificate = certify(objective, found.numbers, found.value);
  EXPECT_TRUE(certificate.passes()) << certificate.reasons.front();
  EXPECT_LE(certificate.line("peaks").value, 1e-12);
  EXPECT_EQ(certificate.line("multipliers").value, 0.0);
  VectorXd moved = found.numbers;
  moved(0) *= 1.001;
  const std::string all = reasons(objective, moved, found.value);
  EXPECT_TRUE(says(all, "objective_error is")) << all;
}

}  // namespace tandem::controllers::certify_controller_test
