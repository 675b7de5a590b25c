#include <tandem/ocp/designs/controllers/order_path.hpp>

#include <tandem/ocp/designs/controllers/design.hpp>
#include <tandem/ocp/designs/controllers/lqg_controller.hpp>
#include <tandem/ocp/designs/controllers/mean_square.hpp>
#include <tandem/problems/controllers.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <utility>

namespace tandem::controllers::order_path_test {

using Eigen::VectorXd;
using test::refuses;

/// The beam of `beam-controller`: five modes, ten states.
Plant beam(double sensor_noise, double effort_weight) {
  ControllerProblem problem = problems::beam_controller();
  problem.set("sensor_noise", sensor_noise);
  problem.set("effort_weight", effort_weight);
  return problem.objective().conditions()[0].plant;
}

TEST(OrderPath, BeginsWithTheControllerOfTheFirstModesAlone) {
  const Plant parts = uncoupled(beam(0.03, 0.09), 4);
  const FullOrder first = lqg_controller(first_states(beam(0.03, 0.09), 4));
  const auto found = MeanSquare::of(augmented(parts, 4), gain_of(first.controller));
  EXPECT_NEAR(found->value(), first.cost, 1e-10 * first.cost);
  const Form form = modal_form(4, 1, 1);
  const auto there = MeanSquare::of(augmented(parts, 4), form.gain(modal_numbers(first.controller)));
  EXPECT_LE(form.by_numbers(there->by_gain()).cwiseProduct(modal_numbers(first.controller)).norm(), 1e-9 * first.cost);
}

TEST(OrderPath, LeadsToControllersThatMeetTheConditionsOfOptimalProjection) {
  for (const int order : {2, 4}) {
    const Plant plant = order == 2 ? beam(0.03, 0.09) : beam(0.3, 1.0);
    const ReducedController found = reduced_controller(plant, order);
    EXPECT_EQ(found.path.status, PathStatus::reached) << found.path.reason;
    EXPECT_GT(found.path.points.size(), 3U);
    EXPECT_EQ(found.path.points.back().value, 1.0);
    for (const PathPoint& point : found.path.points) {
      EXPECT_LT(found.path.measure("abscissa", point), 0.0);
      EXPECT_LE(found.path.measure("stationarity", point), 1e-8);
      EXPECT_GT(found.path.measure("least_curvature", point), 0.0);
      EXPECT_TRUE(point.certificate.passes()) << point.certificate.reasons.front();
    }
    EXPECT_LE(optimal_projection(plant, found.controller).worst(), 1e-8) << order;
    EXPECT_GT(found.cost, found.full_order_cost);
  }
}

/// Where the truncated LQG controller stabilises, the best one of its order costs less; where it does not, it still is
/// a start, by a finite horizon, and leads to where the path does.
TEST(OrderPath, EndsWhereASearchFromTheTruncatedControllerEnds) {
  const std::pair<double, double> noise_and_weight[] = {{0.3, 1.0}, {0.03, 0.09}};
  for (const auto& [noise, weight] : noise_and_weight) {
    const Plant plant = beam(noise, weight);
    const Controller truncated = truncated_lqg(plant, 2);
    const ReducedController found = reduced_controller(plant, 2);
    const auto square = MeanSquare::of(augmented(plant, 2), gain_of(truncated));
    EXPECT_EQ(square.has_value(), noise == 0.3);
    if (square) {
      EXPECT_LT(found.cost, square->value());
    }
    const ControllerDesign searched = design_controller({modal_form(2, 1, 1), {{plant}}}, modal_numbers(truncated));
    EXPECT_TRUE(searched.is_solved);
    EXPECT_EQ(searched.horizons.empty(), noise == 0.3);
    EXPECT_NEAR(found.cost, searched.value, 1e-10 * searched.value);
  }
}

TEST(OrderPath, OfTheFullOrderEndsAtTheLqgControllerOfEachAuthority) {
  // From a tame controller to one with less noise, for which effort is cheaper.
  const Plant from = beam(0.3, 1.0), to = beam(0.2, 0.6);
  const Path path = follow_plants(modal_form(10, 1, 1), from, to, modal_numbers(lqg_controller(from).controller));
  EXPECT_EQ(path.status, PathStatus::reached) << path.reason;
  const double expected = lqg_controller(to).cost;
  EXPECT_NEAR(path.points.back().objective, expected, 1e-10 * expected);
  EXPECT_GT(path.points.size(), 3U);
}

TEST(OrderPath, RefusesWhatCannotBeFollowed) {
  const Plant plant = beam(0.3, 1.0);
  const Form form = modal_form(2, 1, 1);
  EXPECT_TRUE(refuses([&] { uncoupled(plant, 11); }, "11 of 10 states"));
  EXPECT_TRUE(refuses([&] { first_states(plant, 0); }, "0 of 10 states"));
  const VectorXd unstable = Eigen::Vector4d(1.0, 1.0, 0.0, 0.0);
  EXPECT_TRUE(refuses([&] { follow_plants(form, plant, plant, unstable); }, "the loop is not stable at the start"));
  const VectorXd idle = Eigen::Vector4d(-1.0, -1.0, 0.0, 0.0);
  EXPECT_TRUE(refuses([&] { follow_plants(form, plant, plant, idle); }, "the start is no minimum"));
}

}  // namespace tandem::controllers::order_path_test
