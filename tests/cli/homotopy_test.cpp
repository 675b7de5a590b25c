#include <cli/command_line.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <cmath>
#include <fstream>
#include <string>

namespace tandem::homotopy_test {

using test::Outcome;
using test::run_command;
using test::says;
using test::TemporaryFile;

nlohmann::json json_of(const std::string& file) { return nlohmann::json::parse(std::ifstream(file)); }

TEST(HomotopyCommand, FollowsANumberAndSavesItsPath) {
  const TemporaryFile file("json");
  const Outcome outcome = run_command("homotopy double-integrator-energy --over duration --to 2 --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "double-integrator-energy: reached duration = 2"));
  EXPECT_TRUE(says(outcome.out, "last point   duration = 2, objective 1.5"));
  EXPECT_TRUE(says(outcome.err, "step    1  duration = "));
  const nlohmann::json json = json_of(file.name());
  EXPECT_EQ(json["from"], 1.0);
  EXPECT_EQ(json["status"], "reached");
  EXPECT_EQ(json["points"].back()["certificate"]["verdict"], "pass");
}

TEST(HomotopyCommand, FindsTheFoldOfBratusProblem) {
  const TemporaryFile file("json");
  const Outcome outcome =
      run_command("homotopy bratu --over lambda --to 1 --from 0.5 --through-folds 1 --quiet --json " + file.name());
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.exit_code, 1);  // the upper branch is a saddle, and not certified
  EXPECT_NEAR(json_of(file.name())["marks"].at(0)["value"], 3.513830719125161, 1e-10);
}

TEST(HomotopyCommand, SaysWhereFeasibilityEnds) {
  const Outcome outcome = run_command("homotopy double-integrator-energy --over max_force --from 10 --to 1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "status       end_of_feasibility"));
  EXPECT_TRUE(says(outcome.out, "meets the constraints beyond max_force = 4"));
}

TEST(HomotopyCommand, FollowsSwitchesWhereItPolishes) {
  const TemporaryFile file("json");
  const Outcome outcome =
      run_command("homotopy double-integrator-time --over max_force --to 2 --polish --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  const nlohmann::json json = json_of(file.name());
  EXPECT_EQ(json["points"].back()["measures"]["switches"], 1);
  EXPECT_NEAR(json["points"].back()["objective"], std::sqrt(2.0), 1e-11);  // T = 2 sqrt(d / u)
}

TEST(HomotopyCommand, SavesWhereItStoppedAndGoesOnFromThere) {
  const TemporaryFile file("stopped.json"), half("resumed.json"), whole("whole.json");
  const std::string path = "homotopy double-integrator-energy --over duration --to 3 --quiet";
  EXPECT_EQ(run_command(path + " --max-steps 2 --checkpoint " + file.name()).exit_code, 1);
  EXPECT_EQ(run_command(path + " --resume " + file.name() + " --json " + half.name()).exit_code, 0);
  EXPECT_EQ(run_command(path + " --json " + whole.name()).exit_code, 0);
  EXPECT_EQ(json_of(half.name()), json_of(whole.name()));
  const Outcome other = run_command("homotopy double-integrator-energy --over duration --to 4 --resume " + file.name());
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_TRUE(says(other.err, "the saved path goes over duration to 3, not duration to 4"));
}

TEST(HomotopyCommand, RefusesWhatIsMissingOrUnknown) {
  EXPECT_EQ(run_command("homotopy bratu --to 1").exit_code, 2);
  EXPECT_EQ(run_command("homotopy bratu --over lambda").exit_code, 2);
  const Outcome unknown = run_command("homotopy bratu --over lamda --to 1");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(says(unknown.err, "did you mean 'lambda'?"));
}

// What only a path by Newton's method has.
TEST(HomotopyCommand, RefusesWhatAPolishedPathDoesNotHave) {
  for (const std::string option : {"--barrier 1e-6", "--through-folds 1", "--checkpoint x.json", "--resume x.json"}) {
    const Outcome outcome = run_command("homotopy double-integrator-time --over max_force --to 2 --polish " + option);
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_TRUE(says(outcome.err, "--polish and " + option.substr(0, option.find(' ')) + " exclude each other"));
  }
}

}  // namespace tandem::homotopy_test
