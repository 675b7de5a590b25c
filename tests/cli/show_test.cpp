#include <tandem/core/json.hpp>

#include <cli/command_line.hpp>
#include <cli/own_problem.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

namespace tandem::show_test {

using test::run_command;
using test::says;

TEST(Show, TellsStatesControlsAndNumbersOfAProblem) {
  const test::Outcome outcome = run_command("show cart-pole-swing-up");
  EXPECT_EQ(outcome.exit_code, 0);
  for (const std::string word : {"Kelly, SIAM Review", "position", "angle", "force", "pole_mass", "0.3", "kg",
                                 "in [-20, 20]", "= 3.14159", "integral of a running cost", "hermite-simpson"}) {
    EXPECT_TRUE(says(outcome.out, word));
  }
}

TEST(Show, TellsFreeTimesAndCostsOfTheEnd) {
  const test::Outcome outcome = run_command("show brachistochrone");
  EXPECT_TRUE(says(outcome.out, "ends at time in [0.01, 100]"));
  EXPECT_TRUE(says(outcome.out, "cost: a cost of the end"));
  EXPECT_TRUE(says(outcome.out, "0.824338669439 within 1e-08 (the cycloid)"));
}

TEST(Show, RefusesAMeshWithoutTheStructureThatItIsFor) {
  EXPECT_EQ(run_command("show scalar-lqr --structure --intervals 4").exit_code, 0);
  EXPECT_EQ(run_command("show scalar-lqr --intervals 4").err, "tandem: --intervals is of --structure\n");
  EXPECT_TRUE(says(run_command("show draper --structure").err, "--structure is for problems of motion"));
}

TEST(Show, SavesTheStatement) {
  const test::TemporaryFile file("statement.json");
  EXPECT_EQ(run_command("show goddard --json " + file.name()).exit_code, 0);
  const Json json = Json::parse(file.text());
  EXPECT_EQ(json["name"], Json("goddard"));
  EXPECT_EQ(json["phases"][0]["states"].size(), 3U);
  EXPECT_TRUE(says(run_command("show draper --json " + file.name()).err, "--json is for problems of motion"));
}

TEST(Show, TellsTheProgramsOwnProblem) {
  const test::Outcome outcome = run_command("show", test::own_problem());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "my-own"));
  EXPECT_TRUE(says(outcome.out, "where it ends"));
}

}  // namespace tandem::show_test
