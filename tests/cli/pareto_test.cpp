#include <cli/saved_file.hpp>
#include <gtest/gtest.h>

namespace tandem::pareto_test {

using namespace test;

TEST(ParetoCommand, PrintsTheFrontAndSavesIt) {
  const TemporaryFile file("json");
  const Outcome outcome = run_command("pareto salama-hub --lambda 0.5,0,0.1 --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "salama-hub: 3 of 3 points found, 3 of them certified"));
  EXPECT_TRUE(says(outcome.out, "depth_4"));
  EXPECT_TRUE(says(outcome.err, "step    1  lambda = "));
  const nlohmann::json json = saved(file);
  EXPECT_EQ(json["problem"], "salama-hub");
  ASSERT_EQ(json["points"].size(), 3U);
  EXPECT_EQ(json["points"][0]["value"], 0.0);
  EXPECT_EQ(json["points"][0]["designs"]["depth_1"], 0.001);
  EXPECT_EQ(json["points"][2]["value"], 0.5);
  EXPECT_NEAR(json["points"][2]["objective"], 4.79405, 1e-4);
  const double objective = json["points"][1]["objective"];
  const auto& costs = json["points"][1]["measures"];
  EXPECT_NEAR(objective, 0.9 * costs["structure_cost"].get<double>() + 0.1 * costs["control_cost"].get<double>(),
              1e-12);
  EXPECT_EQ(json["kind"], "front");
  EXPECT_EQ(json["over"], "lambda");
  EXPECT_TRUE(json.contains("rejected_steps") && json.contains("seconds"));
}

TEST(ParetoCommand, IsQuietWhereAsked) {
  const Outcome outcome = run_command("pareto salama-hub --lambda 0 --quiet");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST(ParetoCommand, RefusesWhatMakesNoSense) {
  EXPECT_TRUE(says(refusal_of("pareto salama-hop"), "did you mean 'salama-hub'?"));
  EXPECT_TRUE(says(refusal_of("pareto acrobot-swing-up"), "has no number called 'weight' that weighs two costs"));
  EXPECT_TRUE(says(refusal_of("pareto gust-alleviation"),
                   "is a controller problem, which show, solve, homotopy and verify take, not pareto"));
  EXPECT_TRUE(says(refusal_of("pareto salama-hub --intervals 10"), "--intervals is for problems of motion"));
  EXPECT_TRUE(says(refusal_of("pareto salama-hub --over modulus"), "--over is for problems of motion"));
  EXPECT_TRUE(says(refusal_of("pareto salama-hub --guess zeros"), "--guess is for problems of motion"));
  EXPECT_TRUE(says(refusal_of("pareto salama-hub --refine 1e-6"), "--refine is for problems of motion"));
  EXPECT_TRUE(says(refusal_of("pareto salama-hub --lambda 0.1,x"), "--lambda takes a number, not 'x'"));
  EXPECT_TRUE(says(refusal_of("pareto slewing-beam --max-steps 10"),
                   "--max-steps is for co-design problems; 'slewing-beam' is a problem of motion"));
  EXPECT_TRUE(says(refusal_of("pareto slewing-beam --lambda 0.5,1.5"), "lambda = 1.5 should be between 0 and 1"));
  EXPECT_TRUE(says(refusal_of("pareto slewing-beam --over depth_1"), "'depth_1' of a front is chosen by the solver"));
  EXPECT_TRUE(says(refusal_of("pareto salama-hub --lambda 1"), "lambda = 1 should be at least 0 and below 1"));
  EXPECT_TRUE(says(refusal_of("pareto salama-hub --lambda -0.5"), "lambda = -0.5"));
  EXPECT_TRUE(
      says(refusal_of("pareto salama-hub --set effort_weight=-1"), "number 'effort_weight': the value -1 is outside"));
  EXPECT_TRUE(says(refusal_of("pareto salama-hub --set depth_1=-1"), "number 'depth_1': the value -1 is outside"));
  EXPECT_TRUE(says(refusal_of("pareto salama-hub --set effort=1"), "did you mean"));
  EXPECT_EQ(run_command("pareto").exit_code, 2);
}

TEST(ParetoCommand, OfADesignThatCannotBeStabilisedNamesTheMode) {
  // Without stiffness six masses drift, of which one force cannot stop all.
  EXPECT_TRUE(says(refusal_of("pareto salama-cantilever --set modulus=0"),
                   "salama-cantilever: Riccati: the system cannot be stabilised: the mode with eigenvalue 0 is not "
                   "moved by any control"));
}

TEST(ParetoCommand, OfACostThatDoesNotSeeAModeNamesTheMode) {
  // No damping and no weight: nothing asks for any mode to come to rest.
  const Outcome outcome = run_command("pareto salama-cantilever --set damping_ratio=0 --set energy_weight=0");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(
      says(outcome.err, "salama-cantilever: Riccati: the system has no stabilising gain: the mode with eigenvalue"));
}

TEST(ParetoCommand, OfAMotionSolvesForEachWeight) {
  const TemporaryFile file("json");
  const Outcome outcome =
      run_command("pareto slewing-beam --lambda 0.5,0.52 --intervals 60 --refine 1e-5 --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "slewing-beam: 2 of 2 points found, 2 of them certified"));
  EXPECT_TRUE(says(outcome.err, "solve   1  lambda = 0.5"));
  const nlohmann::json points = saved(file)["points"];
  ASSERT_EQ(points.size(), 2U);
  EXPECT_GT(points[1]["measures"]["structure_cost"], points[0]["measures"]["structure_cost"]);
  EXPECT_LT(points[1]["measures"]["control_cost"], points[0]["measures"]["control_cost"]);
  EXPECT_GT(points[0]["designs"]["depth_1"], points[0]["designs"]["depth_3"]);
}

TEST(HomotopyCommand, GoesAlongAFrontOfMotions) {
  const Outcome outcome = run_command("homotopy slewing-beam --over weight --from 0.5 --to 0.52 --intervals 12");
  EXPECT_TRUE(says(outcome.out, "slewing-beam: reached weight = 0.52"));
  EXPECT_TRUE(says(outcome.out, "0 steps rejected"));
}

}  // namespace tandem::pareto_test
