#include <cli/saved_file.hpp>
#include <gtest/gtest.h>

namespace tandem::solve_feedback_test {

using namespace test;

TEST(SolveFeedback, FindsALightDesignThatFeedsBackItsSensors) {
  const TemporaryFile file("json");
  // With the apex's sensors, where all minima that are known are far below the paper's.
  const Outcome outcome = run_command(
      "solve draper --feedback --set mass_damping=0.1 --set stiffness_damping=0.001 --set apex_sensors=1 --json " +
      file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "draper: solved"));
  EXPECT_TRUE(says(outcome.out, "12 sensors to 6 actuators"));
  EXPECT_TRUE(says(outcome.out, "certificate  PASS"));
  const nlohmann::json best = saved(file)["minima"].at(0);
  EXPECT_LE(best["objective"], 3516.5);  // the paper's
  EXPECT_LT(best["abscissa"], 0.0);
  EXPECT_EQ(best["gain"].size(), 6U);
}

TEST(SolveFeedback, RefusesProblemsWithoutSensors) {
  EXPECT_TRUE(says(refusal_of("solve salama-hub --feedback"), "salama-hub has no plant for output feedback"));
  EXPECT_TRUE(says(refusal_of("solve scalar-lqr --feedback"),
                   "--feedback is for co-design problems; 'scalar-lqr' is a problem of motion"));
}

}  // namespace tandem::solve_feedback_test
