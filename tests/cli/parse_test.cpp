#include <tandem/cli/parse.hpp>

#include <cli/command_line.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <array>
#include <string>

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

TEST(Parse, SaysWhatAnOptionTakesAndHowOften) {
  EXPECT_EQ(run_command("solve scalar-lqr --intervals 3 --intervals 4").err, "tandem: --intervals was given twice\n");
  EXPECT_EQ(run_command("solve scalar-lqr --intervals many").err,
            "tandem: --intervals takes a whole number, not 'many'\n");
  EXPECT_EQ(run_command("solve scalar-lqr --quiet=3").err, "tandem: --quiet takes no value, not '3'\n");
  EXPECT_EQ(run_command("solve scalar-lqr --quiet --verbose").err,
            "tandem: --verbose and --quiet exclude each other\n");
}

TEST(Parse, ShowsGroupsPresetsAndFootersInTheHelpOfACommand) {
  const std::string help = run_command("solve --help").out;
  for (const char* words : {"\nMany starts:\n", "--solver NAME=ipopt", "Exit codes: 0 solved and certified"}) {
    EXPECT_TRUE(says(help, words));
  }
  EXPECT_TRUE(says(run_command("homotopy --help").out, "--over KEY REQUIRED"));
  EXPECT_TRUE(says(run_command("homotopy --help").out, "Exit codes: 0 reached and certified"));
}

// ---- of any program -------------------------------------------------------------------------------------------------

constexpr cli::Option kTimes{.name = "--times", .takes = cli::Takes::count, .value = "N", .about = "how often"};
constexpr std::array kOptions = {kTimes};
constexpr cli::Command kGreet{.name = "greet",
                              .about = "say hello",
                              .argument = "whom",
                              .needs_name = true,
                              .options = kOptions,
                              .kind_of = nullptr,
                              .ways = {},
                              .footer = "Bye."};
constexpr std::array kCommands = {&kGreet};
constexpr cli::Program kProgram{
    .name = "hello", .version = "7", .about = "Greets.", .footer = "The end.", .commands = kCommands};

cli::Parsed parsed(const std::string& text, bool has_own_problem = false) {
  test::Words words(text);
  return cli::parse(words.count(), words.pointers(), kProgram, has_own_problem);
}

TEST(Parse, MakesACommandLineOfRecordsAlone) {
  const cli::Parsed found = parsed("greet you --times 3");
  EXPECT_EQ(found.command, &kGreet);
  ASSERT_TRUE(found.given);
  EXPECT_EQ(found.given->name(), "you");
  EXPECT_EQ(found.given->count(kTimes), 3);
}

TEST(Parse, NeedsTheNameUnlessTheProgramHasAProblem) {
  EXPECT_TRUE(test::refuses([] { parsed("greet"); }, "NAME is required"));
  EXPECT_EQ(parsed("greet", true).given->name(), "");
}

TEST(Parse, PrintsTheHelpOfTheRecords) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(parsed("greet --help").exit_code, 0);
  EXPECT_EQ(parsed("--version").exit_code, 0);
  const std::string out = testing::internal::GetCapturedStdout();
  for (const char* words : {"say hello", "whom", "--times N", "how often", "Bye.", "hello 7"}) {
    EXPECT_TRUE(says(out, words));
  }
}

TEST(Parse, TakesSettingsManyTimes) {
  const test::Outcome outcome = run_command("solve double-integrator-energy --set distance=2 --set duration=2");
  EXPECT_TRUE(says(outcome.out, "objective    6"));  // 12 d^2/T^3
}

}  // namespace tandem::parse_test
