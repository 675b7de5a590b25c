#include <cli/saved_file.hpp>
#include <gtest/gtest.h>

namespace tandem::solve_controller_test {

using namespace test;

TEST(SolveController, FindsTheNumbersOfItsController) {
  const TemporaryFile file("json");
  const Outcome outcome = run_command("solve gust-alleviation --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "gust-alleviation: solved"));
  EXPECT_TRUE(says(outcome.out, "cost         0.000136055"));
  EXPECT_TRUE(says(outcome.out, "certificate  PASS"));
  const nlohmann::json best = saved(file)["minima"].at(0);
  EXPECT_NEAR(best["objective"], 1.360558e-4, 0.5e-10);  // to the digits that were written down
  EXPECT_EQ(best["certificate"]["verdict"], "pass");
}

TEST(SolveController, TakesWeightsAndManyStarts) {
  const Outcome outcome = run_command("solve gust-alleviation --set command_weight=2 --multi-start 2 --seed 3");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "from 2 starts"));
  EXPECT_FALSE(says(outcome.out, "reference"));  // speaks of other weights
}

TEST(SolveController, RefusesWhatIsForMotionsAndWeightsThatCannotBe) {
  EXPECT_TRUE(says(refusal_of("solve gust-alleviation --derivatives nonsense --timing --verbose"),
                   "--derivatives is for problems of motion; 'gust-alleviation' is a controller problem"));
  for (const std::string option : {"--intervals 20", "--tol 1e-3", "--linear-solver nonsense", "--solver ddp",
                                   "--certify none", "--timing", "--verbose", "--budget 3", "--polish"}) {
    EXPECT_TRUE(says(refusal_of("solve gust-alleviation " + option),
                     option.substr(0, option.find(' ')) + " is for problems of motion"));
  }
  EXPECT_TRUE(says(refusal_of("solve gust-alleviation --feedback"), "--feedback is for co-design problems"));
  EXPECT_TRUE(says(refusal_of("solve gust-alleviation --set command_weight=-1"),
                   "number 'command_weight': the value -1 is outside its bounds"));
  EXPECT_TRUE(says(refusal_of("solve gust-alleviation --set command_weight=nan"), "'command_weight'"));
  EXPECT_TRUE(says(refusal_of("solve gust-alleviation --set mean_square_weight=0"), "all weights of norms are 0"));
  EXPECT_TRUE(says(refusal_of("solve gust-alleviation --seed 2"), "--seed is of --multi-start"));
}

TEST(SolveController, RefusesADecayThatNoControllerGives) {
  // The gust itself decays with 0.4447 / s, whatever the controller does.
  EXPECT_TRUE(says(refusal_of("solve gust-alleviation --set decay=0.5"),
                   "moves the plant's mode -0.4447+0i, which does not decay faster than e^(-0.5 t)"));
}

TEST(ShowController, PrintsItsFormAndItsNumbers) {
  const Outcome outcome = run_command("show gust-alleviation");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "controller: 2 states, 2 sensors, 1 controls"));
  EXPECT_TRUE(says(outcome.out, "k_q"));
  EXPECT_TRUE(says(outcome.out, "peak_weight"));
}

TEST(ListControllers, StandBelowTheOthers) {
  const TemporaryFile file("json");
  EXPECT_TRUE(says(run_command("list --json " + file.name()).out, "gust-alleviation"));
  EXPECT_EQ(saved(file)["controllers"][0]["name"], "beam-controller");
}

}  // namespace tandem::solve_controller_test
