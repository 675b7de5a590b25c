#include <tandem/core/ending.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/answers/solution_file.hpp>

#include <cli/saved_file.hpp>
#include <gtest/gtest.h>

#include <string>

/// --time-limit of whole commands. Each would go on for a minute or without end; how long it is allowed to take is
/// many times what it takes, so that a busy machine passes.
namespace tandem::cli::time_limit_test {

using test::Outcome;
using test::run_command;
using test::says;
using test::TemporaryFile;

constexpr double kMost = 30.0;  // seconds; where nothing looked at the limit these would take longer

/// What a command has done when its time was up; it has ended, with exit code 1, and says why.
Outcome ended(const std::string& words) {
  const Stopwatch watch;
  Outcome outcome = run_command(words);
  EXPECT_LT(watch.seconds(), kMost) << words;
  EXPECT_EQ(outcome.exit_code, 1) << words;
  EXPECT_TRUE(says(outcome.err, "tandem: the time limit was reached")) << words << ": " << outcome.err;
  EXPECT_FALSE(ending::is_due()) << "of the next command";
  return outcome;
}

TEST(TimeLimit, EndsASolveWithWhatItHas) {
  const TemporaryFile file("late.json");
  ended("solve cart-pole-swing-up --intervals 20000 --time-limit 0.2 --json " + file.name());
  const Solution solution = load_json(file.path());
  EXPECT_EQ(solution.status, Status::time_limit);
  EXPECT_EQ(solution.intervals(), 20000);
  EXPECT_EQ(solution.message, "the time limit was reached");
}

// Its pivots fail one after the other: the last frontal would hold all unknowns.
// Its pivots pile up without end: the sweep hands over, and the solve ends by itself.
TEST(TimeLimit, IsNotNeededWhereAFactorisationWouldGrowWithoutEnd) {
  const Stopwatch watch;
  const Outcome outcome = run_command("solve hypersensitive --set duration=1e300 --time-limit 20");
  EXPECT_LT(watch.seconds(), kMost);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(says(outcome.out, "delayed pivots swelled the sweep's factors")) << outcome.out;
}

TEST(TimeLimit, EndsManyStartsWithTheMinimaThatAreFound) {
  const TemporaryFile file("starts.json");
  ended("solve cart-pole-swing-up --multi-start 100000 --threads 1 --time-limit 0.5 --json " + file.name());
  EXPECT_GT(test::saved(file)["multi_start"]["minima"].size(), 0u);
}

TEST(TimeLimit, ClosesATableWithItsSum) {
  const TemporaryFile file("table.json");
  const Outcome outcome = ended("solve --all --intervals 4000 --time-limit 0.3 --json " + file.name());
  EXPECT_TRUE(says(outcome.out, "not so: "));
  EXPECT_LT(test::saved(file)["problems"].size(), 40u);
}

TEST(TimeLimit, EndsPathsFrontsAndDesigns) {
  const TemporaryFile file("path.json");
  ended("homotopy cart-pole-swing-up --over max_force --to 1 --time-limit 0.3 --json " + file.name());
  EXPECT_GT(test::saved(file)["points"].size(), 1u);
  ended("pareto slewing-beam --time-limit 0.3");
  ended("pareto salama-hub --time-limit 0.005");
  ended("homotopy draper --over response --to 1e-4 --time-limit 0.05");
  ended("solve draper --multi-start 100000 --time-limit 0.3");
  ended("solve gust-alleviation --multi-start 100000 --time-limit 0.3");
}

TEST(TimeLimit, EndsSimulationsWithTheSeriesUntilThen) {
  const TemporaryFile file("motion.json");
  ended("simulate double-pendulum --time 1e6 --step 1 --time-limit 0.3 --json " + file.name());
  const auto json = test::saved(file);
  EXPECT_GT(json["time"].size(), 2u);
  EXPECT_LT(json["time"].back(), 1e6);
  ended("simulate cart-pole-swing-up --feedback --runs 100000 --time-limit 1");
}

TEST(TimeLimit, EndsComparisons) {
  const Outcome outcome = ended("verify --all --states 3 --time-limit 0.3");
  EXPECT_TRUE(says(outcome.out, "ok"));
}

TEST(TimeLimit, LeavesAnAnswerThatIsThereInTimeAlone) {
  const Outcome outcome = run_command("solve scalar-lqr --time-limit 1000");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err.find("time limit"), std::string::npos);
}

TEST(TimeLimit, IsRefusedWhereItIsNone) {
  for (const char* const command : {"solve scalar-lqr", "verify acrobot", "simulate acrobot", "pareto draper"}) {
    EXPECT_TRUE(says(test::refusal_of(std::string(command) + " --time-limit 0"), "the time limit 0 must be positive"));
  }
}

}  // namespace tandem::cli::time_limit_test
