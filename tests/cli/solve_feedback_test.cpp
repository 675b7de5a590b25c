#include <gtest/gtest.h>
#include <cli/command_line.hpp>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <fstream>

namespace tandem {
namespace {

using test::Outcome;
using test::run_command;
using test::says;
using test::TemporaryFile;

TEST(SolveFeedback, FindsALightDesignThatFeedsBackItsSensors) {
  const TemporaryFile file("json");
  const Outcome outcome =
      run_command("solve draper --feedback --set mass_damping=0.1 --set stiffness_damping=0.001 --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "draper: solved"));
  EXPECT_TRUE(says(outcome.out, "6 sensors to 6 actuators"));
  EXPECT_TRUE(says(outcome.out, "minimum      PASS"));
  const nlohmann::json best = nlohmann::json::parse(std::ifstream(file.name()))["minima"].at(0);
  EXPECT_LE(best["structure_cost"], 4764.9);  // the paper's
  EXPECT_LT(best["abscissa"], 0.0);
  EXPECT_EQ(best["gain"].size(), 6U);
}

TEST(SolveFeedback, RefusesProblemsWithoutSensors) {
  const Outcome hub = run_command("solve salama-hub --feedback");
  EXPECT_EQ(hub.exit_code, 2);
  EXPECT_TRUE(says(hub.err, "salama-hub has no plant for output feedback"));
  const Outcome motion = run_command("solve scalar-lqr --feedback");
  EXPECT_EQ(motion.exit_code, 2);
  EXPECT_TRUE(says(motion.err, "--feedback of solve is for co-design problems"));
}

}  // namespace
}  // namespace tandem
