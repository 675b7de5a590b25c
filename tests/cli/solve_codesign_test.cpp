#include <cli/saved_file.hpp>
#include <gtest/gtest.h>

namespace tandem::solve_codesign_test {

using namespace test;

TEST(SolveCodesign, FindsTheLightestDesignWithinItsLimits) {
  const TemporaryFile file("json");
  const Outcome outcome = run_command("solve draper --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "draper: solved"));
  EXPECT_TRUE(says(outcome.out, "area_9       0.1 in2, at its lower bound"));
  EXPECT_TRUE(says(outcome.out, "certificate  PASS"));
  const nlohmann::json best = saved(file)["minima"].at(0);
  EXPECT_NEAR(best["objective"], 2806.401909, 1e-5);
  EXPECT_NEAR(best["effort"], 50.0, 1e-6);
  EXPECT_NEAR(best["response"].get<double>() * 1e5, 1.0, 1e-8);
  EXPECT_EQ(best["certificate"]["verdict"], "pass");
}

TEST(SolveCodesign, TakesLimitsAndManyStarts) {
  const Outcome outcome = run_command("solve draper --set effort=60 --set response=1e-4 --multi-start 2 --seed 3");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "of 60"));
  EXPECT_TRUE(says(outcome.out, "from 2 starts"));
  EXPECT_FALSE(says(outcome.out, "reference"));  // speaks of other limits
}

TEST(SolveCodesign, SpeaksOfTheReferenceOnlyFromTheStartThatItHas) {
  EXPECT_TRUE(says(run_command("solve draper").out, "reference    2806.5 within 0.3: "));
  EXPECT_FALSE(says(run_command("solve draper --set area_1=120").out, "reference"));
}

TEST(SolveCodesign, HasTheLightestDesignOfAllWhereThatMeetsItsLimits) {
  const Outcome outcome = run_command("solve draper --set effort=1e9 --set response=1");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "area_1       0.1 in2, at its lower bound"));
  EXPECT_TRUE(says(outcome.out, "of 1000000000"));
  EXPECT_TRUE(says(outcome.out, "certificate  PASS"));
}

TEST(SolveCodesign, RefusesWhatIsForMotionsOrHasNoLimits) {
  for (const std::string option :
       {"--intervals 20", "--derivatives nonsense", "--linear-solver nonsense", "--solver ddp", "--certify none",
        "--timing", "--verbose", "--csv x.csv", "--threads 2", "--from-start 1"}) {
    EXPECT_TRUE(says(refusal_of("solve draper " + option),
                     option.substr(0, option.find(' ')) +
                         " is for problems of motion; 'draper' is a co-design problem, "
                         "of which solve takes --set, --time-limit, --feedback, --multi-start, --seed, --json and "
                         "--quiet"));
  }
  EXPECT_TRUE(says(refusal_of("solve salama-hub"), "its designs are a front ('tandem pareto')"));
  EXPECT_TRUE(
      says(refusal_of("solve draper --set response=0"), "number 'response': the value 0 is outside its bounds"));
}

TEST(ShowCodesign, PrintsDesignNumbersAndTheOthers) {
  const Outcome outcome = run_command("show draper");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "co-design: a structure and its controller"));
  EXPECT_TRUE(says(outcome.out, "area_12"));
  EXPECT_TRUE(says(outcome.out, "beta^2"));
}

TEST(ListCodesigns, StandBelowTheProblemsOfMotion) {
  const TemporaryFile file("json");
  EXPECT_TRUE(says(run_command("list --json " + file.name()).out, "salama-cantilever"));
  const nlohmann::json json = saved(file);
  EXPECT_EQ(json["codesigns"].size(), 3U);
  EXPECT_EQ(json["codesigns"][0]["designs"], 12);
}

}  // namespace tandem::solve_codesign_test
