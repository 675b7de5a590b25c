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

TEST(HomotopyController, FollowsAControllerWhileANumberChanges) {
  const test::TemporaryFile file("json");
  const Outcome outcome = run_command("homotopy gust-alleviation --over command_weight --to 0.8 --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "last point   command_weight = 0.8"));
  EXPECT_TRUE(says(outcome.out, "a minimum"));
  EXPECT_TRUE(nlohmann::json::parse(std::ifstream(file.name()))["is_complete"]);
}

TEST(HomotopyController, RefusesWhatIsForMotionsAndWhatCannotBeFollowed) {
  const Outcome mesh = run_command("homotopy beam-controller --over coupling --to 1 --intervals 20");
  EXPECT_EQ(mesh.exit_code, 2);
  EXPECT_TRUE(says(mesh.err, "--intervals is for problems of motion"));
  EXPECT_TRUE(says(run_command("homotopy beam-controller --over copling --to 1").err, "copling"));
  EXPECT_TRUE(
      says(run_command("homotopy gust-alleviation --over peak_weight --to 1").err, "paths follow mean squares"));
}

}  // namespace
}  // namespace tandem
