#include <cli/saved_file.hpp>
#include <gtest/gtest.h>

namespace tandem::homotopy_controller_test {

using namespace test;

TEST(HomotopyController, FollowsAControllerWhileANumberChanges) {
  const TemporaryFile file("json");
  const Outcome outcome = run_command("homotopy gust-alleviation --over command_weight --to 0.8 --json " + file.name());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(says(outcome.out, "last point   command_weight = 0.8"));
  EXPECT_TRUE(says(outcome.out, "certificate  PASS"));
  EXPECT_EQ(saved(file)["status"], "reached");
  EXPECT_EQ(saved(file)["certificate"]["verdict"], "pass");
}

TEST(HomotopyController, RefusesWhatIsForMotionsAndWhatCannotBeFollowed) {
  for (const std::string option : {"--intervals 20", "--derivatives nonsense", "--guess zeros", "--through-folds 1",
                                   "--checkpoint x.json", "--resume x.json"}) {
    EXPECT_TRUE(says(refusal_of("homotopy beam-controller --over coupling --to 1 " + option),
                     option.substr(0, option.find(' ')) + " is for problems of motion; 'beam-controller' is"));
  }
  EXPECT_TRUE(says(refusal_of("homotopy beam-controller --over copling --to 1"),
                   "problem 'beam-controller' has no number called 'copling'; did you mean 'coupling'?"));
  EXPECT_TRUE(says(refusal_of("homotopy gust-alleviation --over peak_weight --to 1"), "paths follow mean squares"));
}

}  // namespace tandem::homotopy_controller_test
