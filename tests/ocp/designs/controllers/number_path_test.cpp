#include <tandem/ocp/designs/controllers/number_path.hpp>

#include <tandem/ocp/designs/controllers/design.hpp>
#include <tandem/problems/controllers.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::number_path_test {

using problems::beam_controller;
using problems::gust_alleviation;
using test::refuses;

TEST(NumberPath, CouplesABeamsOtherModesToAControllerOfTheFirst) {
  ControllerProblem problem = beam_controller();
  problem.set("order", 2.0);
  const Path path = follow_number(problem, "coupling", 0.0, 1.0);
  EXPECT_TRUE(is_certified(path)) << path.reason;
  EXPECT_EQ(path.points.front().value, 0.0);
  EXPECT_EQ(path.points.back().value, 1.0);
  for (const PathPoint& point : path.points) EXPECT_TRUE(point.certificate.passes()) << point.value;
  const auto searched = design_controller(problem.objective(), problem.objective().form().start());
  EXPECT_NEAR(path.points.back().objective, searched.value, 1e-10 * searched.value);
}

TEST(NumberPath, GoesToOtherWeightsThatASearchFindsToo) {
  ControllerProblem problem = gust_alleviation();
  const Path path = follow_number(problem, "command_weight", 1.0, 0.5);
  EXPECT_TRUE(is_certified(path)) << path.reason;
  EXPECT_NEAR(path.points.front().objective, 1.360558e-4, 0.5e-10);  // to the digits that were written down
  problem.set("command_weight", 0.5);
  const auto searched = design_controller(problem.objective(), problem.objective().form().start());
  EXPECT_NEAR(path.points.back().objective, searched.value, 1e-10 * searched.value);
}

TEST(NumberPath, NamesWhatItGoesOverAndWhatItMeasures) {
  const ControllerProblem problem = gust_alleviation();
  const Path path = follow_number(problem, "command_weight", 1.0, 0.9);
  EXPECT_EQ(path.problem, "gust-alleviation");
  EXPECT_EQ(path.over, "command_weight");
  EXPECT_EQ(path.numbers.at("acceleration_weight"), 10.0);
  EXPECT_EQ(path.points.back().value, 0.9);
  EXPECT_EQ(path.designs.front(), "k_q");
  EXPECT_LT(path.measure("abscissa", path.points.back()), 0.0);
}

TEST(NumberPath, RefusesWhatCannotBeFollowed) {
  ControllerProblem problem = gust_alleviation();
  EXPECT_TRUE(refuses([&] { follow_number(problem, "peak_weight", 0.0, 1.0); }, "paths follow mean squares"));
  EXPECT_TRUE(refuses([&] { follow_number(problem, "command", 0.0, 1.0); }, "did you mean 'command_weight'"));
  EXPECT_TRUE(refuses([&] { follow_number(problem, "decay", 0.0, -1.0); },
                      "number 'decay': the value -1 is outside its bounds"));
  EXPECT_TRUE(refuses([&] { follow_number(problem, "decay", 0.0, 0.0); }, "has no length"));
  EXPECT_TRUE(refuses([] { follow_number(beam_controller(), "order", 2.0, 4.0); }, "form depends on 'order'"));
}

}  // namespace tandem::number_path_test
