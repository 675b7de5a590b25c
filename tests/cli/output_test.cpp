#include <tandem/cli/output.hpp>

#include <cli/saved_file.hpp>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace tandem::cli::output_test {

using test::Outcome;
using test::run_command;
using test::says;
using test::TemporaryFile;

TEST(Output, ShowsWhatATerminalWouldObey) {
  testing::internal::CaptureStdout();
  output::begin(false);
  say("{} of {}\n", "\x1b[2J", 3);
  EXPECT_TRUE(output::end());
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "\\x1b[2J of 3\n");
}

TEST(Output, GoesToStandardErrorWhereAFileIsTheStandardOutput) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  output::begin(true);
  say("for people\n");
  EXPECT_TRUE(output::end());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "for people\n");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(Output, RemembersWhatWasLost) {
  testing::internal::CaptureStderr();
  output::begin(false);
  output::lose("cannot write to 'x'");
  EXPECT_FALSE(output::end());
  output::begin(false);
  EXPECT_TRUE(output::end());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "tandem: cannot write to 'x'\n");
}

TEST(Output, OfAFullDiskIsPrintedAndTheOtherFilesAreWritten) {
  const TemporaryFile csv("kept.csv");
  const Outcome outcome = run_command("solve scalar-lqr --json /dev/full --csv " + csv.name());
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "PASS"));
  EXPECT_TRUE(says(outcome.err, "tandem: cannot write to '/dev/full'"));
  EXPECT_TRUE(says(csv.text(), "phase,time,x,u"));
}

TEST(Output, MayBeTheFileThatWasAskedFor) {
  const Outcome outcome = run_command("solve scalar-lqr --json -");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["problem"], "scalar-lqr");
  EXPECT_TRUE(says(outcome.err, "certificate  PASS"));
}

TEST(Output, IsOneFileForOneThing) {
  const TemporaryFile file("both");
  EXPECT_TRUE(says(test::refusal_of("solve scalar-lqr --json " + file.name() + " --csv " + file.name()),
                   "--json and --csv are to write the same file"));
  EXPECT_TRUE(says(test::refusal_of("solve scalar-lqr --json - --csv -"), "are to write the same file"));
}

}  // namespace tandem::cli::output_test
