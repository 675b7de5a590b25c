#include <cli/saved_file.hpp>
#include <gtest/gtest.h>

namespace tandem::homotopy_codesign_test {

using namespace test;

TEST(HomotopyOfACodesign, FollowsTheLightestDesignOverALimit) {
  const TemporaryFile file("json");
  const Outcome outcome = run_command("homotopy draper --over effort --to 80 --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "draper: reached\n"));
  EXPECT_TRUE(says(outcome.out, "last point   effort = 80, objective 1937.42751"));
  EXPECT_TRUE(says(outcome.err, "step    1  effort = "));
  const nlohmann::json points = saved(file)["points"];
  ASSERT_EQ(points.size(), 11U);
  EXPECT_NEAR(points.front()["objective"], 2806.401909, 1e-5);
  // The minimum that the path leads to; a search from the problem's own start finds another there, 1925.5.
  EXPECT_NEAR(points.back()["objective"], 1937.4275124, 1e-5);
  EXPECT_NEAR(points.back()["measures"]["response"], 1e-5, 1e-13);
  EXPECT_EQ(points.back()["designs"].size(), 12U);
  for (std::size_t k = 1; k < points.size(); ++k) {
    EXPECT_LT(points[k]["objective"], points[k - 1]["objective"]);
    EXPECT_EQ(points[k]["certificate"]["verdict"], "pass");
  }
}

TEST(HomotopyOfACodesign, RefusesWhatMakesNoSense) {
  EXPECT_TRUE(says(refusal_of("homotopy draper --over modulus --to 1e4"),
                   "over its limits, 'effort' or 'response' of 'draper', not over 'modulus'"));
  EXPECT_TRUE(says(refusal_of("homotopy salama-hub --over density --to 1"), "its designs are a front"));
  EXPECT_TRUE(
      says(refusal_of("homotopy draper --over effort --to -1"), "number 'effort': the value -1 is outside its bounds"));
}

TEST(HomotopyOfACodesign, RefusesWhatItDoesNotTake) {
  for (const std::string option : {"--intervals 20", "--guess zeros", "--derivatives tape", "--barrier 1e-6",
                                   "--polish", "--no-restart", "--csv x.csv", "--report x.html"}) {
    EXPECT_TRUE(
        says(refusal_of("homotopy draper --over effort --to 60 " + option),
             option.substr(0, option.find(' ')) +
                 " is for problems of motion; 'draper' is a co-design "
                 "problem, of which homotopy takes --over, --from, --to, --set, --time-limit, --json and --quiet"));
  }
  EXPECT_TRUE(says(refusal_of("homotopy draper --over effort --to 60 --max-steps 3"),
                   "--max-steps is for problems of motion and controller problems; 'draper' is"));
}

}  // namespace tandem::homotopy_codesign_test
