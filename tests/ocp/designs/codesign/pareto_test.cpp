#include <tandem/ocp/designs/codesign/pareto.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/structures/structure.hpp>
#include <tandem/ocp/lq/regulator_cost.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <vector>

namespace tandem::pareto_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::refuses;

constexpr double kForceNoise = 0.3, kSensorNoise = 0.07;

/// The area A of a beam, I = kappa A^2, between its mass and the least mean-square error of its tip that any feedback
/// can reach with co-located noisy force and rate sensor, in two planes (Balakrishnan, NASA CP-3031, 1989). The error
/// is that of the steady Kalman filter, here the Riccati equation of the adjoint system; its closed form is sqrt(ds d0)
/// 2 L^3 / (3 E kappa A^2), so that
///     A* = (2 w c / (rho L))^(1/3),  c = 2 sqrt(ds d0) L^3 / (3 E kappa),  w = lambda / (1 - lambda).
Codesign pointing_beam() {
  Codesign problem("pointing-beam");
  problem.design({.name = "area", .value = 1.0, .meaning = "of the section", .lower = 1e-3});
  problem.structure_cost([](const DesignValues& k) { return 2.0 * k.sizes()[0]; });
  problem.control_cost([](const DesignValues& k) {
    const NumberJet area = k.sizes()[0];
    const structures::Structure beam = structures::uniform_beam(2, 0.5, true);
    const MatrixJet mass = beam.mass.at(std::vector<NumberJet>(2, 2.0 * area));
    const MatrixJet stiffness = beam.stiffness.at(std::vector<NumberJet>(2, 5.0 * area * area));
    const auto [a, b] = structures::first_order(mass, 0.0 * mass, stiffness, VectorXd::Unit(4, 2));
    const MatrixJet sensor(MatrixXd(VectorXd::Unit(8, 6)), 1), noise(MatrixXd::Constant(1, 1, kSensorNoise), 1);
    const MatrixJet tip(MatrixXd(VectorXd::Unit(8, 2) * VectorXd::Unit(8, 2).transpose()), 1);
    return 2.0 * lq::regulator_cost({transpose(a), sensor, kForceNoise * (b * transpose(b)), noise, tip}).cost;
  });
  return problem;
}

TEST(ParetoFront, IsTheClosedFormOfAPointingBeamOverFourDecades) {
  std::vector<double> weights;
  for (double w = 1e-2; w < 1.1e2; w *= std::sqrt(10.0)) weights.push_back(w / (1.0 + w));
  const Path front = pareto_front(pointing_beam(), {.weights = weights});
  ASSERT_EQ(front.points.size(), weights.size()) << front.reason;
  const double c = 2.0 * std::sqrt(kForceNoise * kSensorNoise) / (3.0 * 5.0), line = 2.0;
  for (const PathPoint& point : front.points) {
    const double w = point.value / (1.0 - point.value), area = std::cbrt(2.0 * w * c / line);
    EXPECT_NEAR(point.designs(0) / area, 1.0, 1e-8) << w;
    EXPECT_NEAR(front.measure("control_cost", point) / (c / (area * area)), 1.0, 1e-8);
    EXPECT_TRUE(point.certificate.passes());
  }
}

/// Costs without any controller: p1 + p2 against 1 / (p1 p2^2). Stationary where w / (p1 p2^2) = p1 = p2 / 2.
Codesign two_sizes() {
  Codesign problem("two-sizes");
  problem.design({.name = "p1", .value = 1.0, .lower = 0.01});
  problem.design({.name = "p2", .value = 1.0, .lower = 0.01, .upper = 2.0});
  problem.structure_cost([](const DesignValues& k) {
    const auto v = k.sizes();
    return v[0] + v[1];
  });
  problem.control_cost([](const DesignValues& k) {
    const auto v = k.sizes();
    return NumberJet::constant(1.0, 2) / (v[0] * v[1] * v[1]);
  });
  return problem;
}

TEST(ParetoFront, LeavesAndMeetsBoundsAsItShould) {
  const Path front = pareto_front(two_sizes(), {.weights = {0.0, 0.5, 0.99}});
  ASSERT_EQ(front.points.size(), 3U) << front.reason;
  EXPECT_EQ(front.points[0].designs, VectorXd::Constant(2, 0.01));
  const double p1 = std::pow(0.25, 0.25);  // w = 1: p1 = 1 / (p1 (2 p1)^2)
  EXPECT_NEAR(front.points[1].designs(0), p1, 1e-9);
  EXPECT_NEAR(front.points[1].designs(1), 2.0 * p1, 1e-9);
  EXPECT_EQ(front.points[2].designs(1), 2.0);                            // held by its upper bound
  EXPECT_NEAR(front.points[2].designs(0), std::sqrt(99.0 / 4.0), 1e-8);  // p1^2 = w / p2^2
}

TEST(ParetoFront, SaysHowItWentAndCanBeStopped) {
  int steps = 0;
  const Path front = pareto_front(two_sizes(), {.weights = {0.5}, .progress = [&](const ParetoProgress& progress) {
                                                  EXPECT_GT(progress.lambda, 0.0);
                                                  return ++steps < 2;
                                                }});
  EXPECT_EQ(steps, 2);
  EXPECT_NE(front.status, PathStatus::reached);
  EXPECT_NE(front.reason.find("stopped by the caller"), std::string::npos) << front.reason;
  EXPECT_TRUE(front.points.empty());
}

/// The same costs where sizes below 0.05 have no controller, as of cheap controls of light structures.
Codesign two_sizes_without_a_light_controller() {
  Codesign problem = two_sizes();
  problem.control_cost([](const DesignValues& k) {
    require(k.values().minCoeff() >= 0.05, "no controller");
    const auto v = k.sizes();
    return NumberJet::constant(1.0, 2) / (v[0] * v[1] * v[1]);
  });
  return problem;
}

TEST(ParetoFront, BeginsAtHeavierDesignsWhereTheLightestHasNoController) {
  const std::vector<double> weights{0.01, 0.5, 0.99};
  const Path whole = pareto_front(two_sizes(), {.weights = weights}),
             front = pareto_front(two_sizes_without_a_light_controller(), {.weights = weights});
  EXPECT_EQ(whole.at(Mark::restart).size(), 0U);
  EXPECT_EQ(front.at(Mark::restart).size(), 1U);
  EXPECT_EQ(front.status, PathStatus::reached) << front.reason;
  EXPECT_TRUE(test::says(front.reason, "two-sizes: no controller (begun anew from heavier designs)")) << front.reason;
  ASSERT_EQ(front.points.size(), 3U);
  for (int k = 0; k < 3; ++k) {
    EXPECT_TRUE(front.points[k].certificate.passes());
    EXPECT_LE((front.points[k].designs - whole.points[k].designs).norm(), 1e-8) << k;
  }
}

TEST(ParetoFront, SaysThatTheLightestDesignIsMissingWhereItHasNoController) {
  const Path front = pareto_front(two_sizes_without_a_light_controller(), {.weights = {0.0, 0.5}});
  EXPECT_NE(front.status, PathStatus::reached);
  ASSERT_EQ(front.points.size(), 1U);
  EXPECT_EQ(front.points[0].value, 0.5);
  EXPECT_TRUE(test::says(front.reason, "1 of 2 points found")) << front.reason;
}

TEST(ParetoFront, TakesWeightsThatAreAllButNothing) {
  const Path front = pareto_front(two_sizes(), {.weights = {0.0, 1e-310, 0.5}});
  EXPECT_EQ(front.status, PathStatus::reached) << front.reason;
  ASSERT_EQ(front.points.size(), 3U);
  EXPECT_EQ(front.points[1].value, 1e-310);
  EXPECT_EQ(front.points[1].designs, front.points[0].designs);
  EXPECT_EQ(front.at(Mark::restart).size(), 0U);
}

TEST(ParetoFront, LeavesOutAWeightThatFailsAndGoesOn) {
  // No costs about (0.7, 1.4), the answer at 0.5: the front stops before it and is begun anew beyond.
  Codesign problem = two_sizes();
  problem.control_cost([](const DesignValues& k) {
    require(std::abs(k.sizes()[0].value - std::pow(0.25, 0.25)) > 0.05, "no controller");
    const auto v = k.sizes();
    return NumberJet::constant(1.0, 2) / (v[0] * v[1] * v[1]);
  });
  const Path front = pareto_front(problem, {.weights = {0.1, 0.5, 0.9}});
  EXPECT_NE(front.status, PathStatus::reached);
  ASSERT_EQ(front.points.size(), 2U) << front.reason;
  EXPECT_EQ(front.points[1].value, 0.9);
  EXPECT_TRUE(front.points[1].certificate.passes());
}

TEST(ParetoFront, RefusesWhatHasAControllerNowhere) {
  Codesign problem = two_sizes();
  problem.control_cost([](const DesignValues&) -> NumberJet { refuse("no controller"); });
  EXPECT_TRUE(refuses([&] { pareto_front(problem, {.weights = {0.5}}); }, "two-sizes: no controller"));
}

TEST(ParetoFront, RefusesWeightsAndCostsThatMakeNone) {
  EXPECT_TRUE(refuses([] { pareto_front(two_sizes(), {.weights = {1.0}}); }, "lambda = 1 should be"));
  EXPECT_TRUE(refuses([] { pareto_front(two_sizes(), {.weights = {std::nan("")}}); }, "lambda = nan should be"));
  EXPECT_TRUE(refuses([] { pareto_front(two_sizes()); }, "a front needs weights"));
  Codesign flat = two_sizes();
  flat.structure_cost([](const DesignValues& k) { return k.sizes()[0]; });
  EXPECT_TRUE(refuses([&] { pareto_front(flat, {.weights = {0.5}}); }, "does not grow with 'p2'"));
}

}  // namespace tandem::pareto_test
