#include <tandem/cli/progress_line.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace tandem::progress_line_test {

std::string shown(const std::vector<int>& iterations) {
  testing::internal::CaptureStderr();
  cli::ProgressLine line;
  for (const int iteration : iterations) line.show({iteration, 12.5, 1e-3, 1e-4, 1e-2, 1.0});
  line.finish();
  return testing::internal::GetCapturedStderr();
}

// Captured output is a file, not a terminal: plain lines, no control characters.
TEST(ProgressLine, SaysNothingOfShortWorkWhereThereIsNoTerminal) { EXPECT_EQ(shown({0, 1, 2, 49}), ""); }

TEST(ProgressLine, PrintsOnePlainLineEveryFiftyIterations) {
  const std::string text = shown({49, 50, 51, 100});
  EXPECT_TRUE(test::says(text, "iteration   50  objective 12.5"));
  EXPECT_TRUE(test::says(text, "iteration  100  objective 12.5"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(ProgressLine, ShowsWhatASolverTellsAndLetsItGoOn) {
  testing::internal::CaptureStderr();
  cli::ProgressLine line;
  EXPECT_TRUE(cli::shown_on(line)({50, 12.5, 1e-3, 1e-4, 1e-2, 1.0}));
  EXPECT_TRUE(test::says(testing::internal::GetCapturedStderr(), "iteration   50  objective 12.5"));
}

}  // namespace tandem::progress_line_test
