#include <gtest/gtest.h>
#include <cli/command_line.hpp>
#include <support/refusal.hpp>

namespace tandem::parse_test {

using test::run_command;
using test::says;

TEST(Parse, TeachesByItsHelp) {
  const test::Outcome outcome = run_command("--help");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "tandem solve cart-pole-swing-up"));
  EXPECT_TRUE(says(outcome.out, "Exit codes: 0 solved and certified"));
}

TEST(Parse, ListsEveryOptionOfSolveInItsHelp) {
  const test::Outcome outcome = run_command("solve --help");
  EXPECT_EQ(outcome.exit_code, 0);
  for (const std::string option :
       {"--set",           "--transcription", "--intervals", "--degree", "--refine",         "--polish",     "--solver",
        "--linear-solver", "--derivatives",   "--tol",       "--ipopt",  "--max-iterations", "--time-limit", "--guess",
        "--json",          "--csv",           "--report",    "--quiet",  "--verbose",        "--timing"}) {
    EXPECT_TRUE(says(outcome.out, option));
  }
}

TEST(Parse, PrintsItsVersion) {
  const test::Outcome outcome = run_command("--version");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "tandem "));
}

TEST(Parse, PrintsTheHelpWhereNoCommandIsGiven) {
  const test::Outcome outcome = run_command("");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(says(outcome.out, "Try:"));
}

TEST(Parse, AnswersUnknownCommandsWithTheNearest) {
  EXPECT_EQ(run_command("sovle scalar-lqr").err, "tandem: no command is called 'sovle'; did you mean 'solve'?\n");
}

TEST(Parse, AnswersUnknownOptionsWithTheNearest) {
  EXPECT_TRUE(says(run_command("solve scalar-lqr --interval 3").err, "'--interval'; did you mean '--intervals'"));
  EXPECT_TRUE(says(run_command("solve scalar-lqr --interval=3").err, "'--interval'; did you mean '--intervals'"));
}

TEST(Parse, RefusesFurtherArguments) {
  EXPECT_EQ(run_command("solve scalar-lqr brachistochrone").err, "tandem: one argument too many: 'brachistochrone'\n");
}

TEST(Parse, RefusesToBeQuietAndVerbose) { EXPECT_EQ(run_command("solve scalar-lqr --quiet --verbose").exit_code, 2); }

TEST(Parse, TakesSettingsManyTimes) {
  const test::Outcome outcome = run_command("solve double-integrator-energy --set distance=2 --set duration=2");
  EXPECT_TRUE(says(outcome.out, "objective    6"));  // 12 d^2/T^3
}

}  // namespace tandem::parse_test
