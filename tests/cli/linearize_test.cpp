#include <cli/command_line.hpp>
#include <cli/saved_file.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::linearize_command_test {

using test::run_command;
using test::says;

// A rod of 1 m and 1 kg about its end: q'' = 3 (u - 1/2 g sin q), so that poles are +-i sqrt(3 g/2) below and real
// above.
TEST(Linearize, HasThePolesOfAPendulum) {
  const double square = 1.5 * 9.81;
  const test::TemporaryFile hanging("hanging.json"), upright("upright.json");
  const test::Outcome outcome = run_command("linearize pendulum --start joint1=0 --json " + hanging.name());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "pendulum: 2 states, 1 inputs, 2 outputs"));
  const nlohmann::json below = test::saved(hanging);
  EXPECT_NEAR(below["poles"][0][0].get<double>(), 0, 1e-14);
  EXPECT_NEAR(below["poles"][0][1].get<double>(), std::sqrt(square), 1e-12);
  EXPECT_NEAR(below["A"][1][0].get<double>(), -square, 1e-12);
  ASSERT_EQ(
      run_command("linearize pendulum --quiet --start joint1=3.141592653589793 --json " + upright.name()).exit_code, 0);
  EXPECT_NEAR(test::saved(upright)["poles"][0][0].get<double>(), std::sqrt(square), 1e-12);
}

// q/u = 3/(3 g/2 - w^2)
TEST(Linearize, HasTheFrequencyResponse) {
  const test::TemporaryFile file("response.json");
  ASSERT_EQ(
      run_command("linearize pendulum --quiet --start joint1=0 --frequencies 0,2,10 --json " + file.name()).exit_code,
      0);
  const nlohmann::json json = test::saved(file);
  const auto& response = json["response"]["force of joint1"]["joint1"];
  int k = 0;
  for (const double w : {0.0, 2.0, 10.0}) {
    EXPECT_EQ(json["frequencies"][k], w);
    EXPECT_NEAR(response["real"][k].get<double>(), 3 / (1.5 * 9.81 - w * w), 1e-13);
    EXPECT_NEAR(response["imaginary"][k].get<double>(), 0, 1e-13);
    ++k;
  }
}

TEST(Linearize, AddsFramesToTheOutputsAndRefusesOthersByName) {
  const test::TemporaryFile file("frame.json");
  ASSERT_EQ(run_command("linearize arm-7 --quiet --frame flange --json " + file.name()).exit_code, 0);
  const nlohmann::json json = test::saved(file);
  EXPECT_EQ(json["outputs"].size(), 14U + 12U);
  EXPECT_EQ(json["C"].size(), 26U);
  EXPECT_EQ(json["C"][0].size(), 14U);
  const test::Outcome refused = run_command("linearize arm-7 --frame flang");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(says(refused.err, "has no frame 'flang'; did you mean 'flange'?"));
}

}  // namespace tandem::linearize_command_test
