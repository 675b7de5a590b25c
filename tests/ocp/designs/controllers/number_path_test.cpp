#include <tandem/ocp/designs/controllers/number_path.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <tandem/problems/controllers.hpp>
namespace tandem::number_path_test {

using problems::beam_controller;
using problems::gust_alleviation;
using test::refuses;

TEST(NumberPath, CouplesABeamsOtherModesToAControllerOfTheFirst) {
  ControllerProblem problem = beam_controller();
  problem.set("order", 2.0);
  const NumberPath found = follow_number(problem, "coupling", 0.0, 1.0);
  EXPECT_TRUE(found.is_reached()) << found.path.reason;
  EXPECT_EQ(found.path.steps.front().lambda, 0.0);
  EXPECT_EQ(found.path.steps.back().lambda, 1.0);
  for (const auto& step : found.path.steps) EXPECT_TRUE(step.certificate.passes()) << step.lambda;
  const auto searched = design_controller(problem.objective(), problem.objective().form().start());
  EXPECT_NEAR(found.path.steps.back().cost, searched.value, 1e-10 * searched.value);
}

TEST(NumberPath, GoesToOtherWeightsThatASearchFindsToo) {
  ControllerProblem problem = gust_alleviation();
  const NumberPath found = follow_number(problem, "command_weight", 1.0, 0.5);
  EXPECT_TRUE(found.is_reached()) << found.path.reason;
  EXPECT_NEAR(found.first.value, 1.360558e-4, 0.5e-10);  // to the digits that were written down
  problem.set("command_weight", 0.5);
  const auto searched = design_controller(problem.objective(), problem.objective().form().start());
  EXPECT_NEAR(found.path.steps.back().cost, searched.value, 1e-10 * searched.value);
}

TEST(NumberPath, IsSavedStepByStep) {
  const ControllerProblem problem = gust_alleviation();
  const NumberPath found = follow_number(problem, "command_weight", 1.0, 0.9);
  const auto json = nlohmann::json::parse(to_json(problem, found));
  EXPECT_EQ(json["over"], "command_weight");
  EXPECT_EQ(json["steps"].size(), found.path.steps.size());
  EXPECT_EQ(json["steps"].back()["command_weight"], 0.9);
  EXPECT_EQ(json["steps"].back()["numbers"]["k_q"], found.path.numbers()(0));
  EXPECT_EQ(json["steps"].back()["certificate"]["verdict"], "pass");
}

TEST(NumberPath, RefusesWhatCannotBeFollowed) {
  ControllerProblem problem = gust_alleviation();
  EXPECT_TRUE(refuses([&] { follow_number(problem, "peak_weight", 0.0, 1.0); }, "paths follow mean squares"));
  EXPECT_TRUE(refuses([&] { follow_number(problem, "command", 0.0, 1.0); }, "did you mean 'command_weight'"));
  EXPECT_TRUE(refuses([&] { follow_number(problem, "decay", 0.0, -1.0); }, "'decay' cannot be -1"));
  EXPECT_TRUE(refuses([&] { follow_number(problem, "decay", 0.0, 0.0); }, "has no length"));
  EXPECT_TRUE(refuses([] { follow_number(beam_controller(), "order", 2.0, 4.0); }, "form depends on 'order'"));
}

}  // namespace tandem::number_path_test
