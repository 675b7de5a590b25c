#include <tandem/ocp/search/closed_loop/trials_file.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <ocp/search/closed_loop/plans.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

namespace tandem::trials_file_test {

TEST(TrialsFile, HoldsOutcomesPushesAndSeries) {
  const Problem problem = make_problem("scalar-lqr");
  TrialOptions options;
  options.disturbance.numbers = problem.number_values();
  options.runs = 2;
  options.seed = 5;
  const Solution plan = test::ddp_plan(problem, 10);
  const Trials trials = try_feedback(problem, plan, options);
  const test::TemporaryFile file("trials.json");
  save_json(problem, plan, problem, trials, file.path());
  const auto json = nlohmann::json::parse(file.text());
  EXPECT_EQ(json["format"], 2);
  EXPECT_EQ(json["problem"], "scalar-lqr");
  EXPECT_EQ(json["plant"], json["numbers"]);
  EXPECT_EQ(json["kind"], "trials");
  EXPECT_EQ(json["status"], trials.all_hold() ? "held" : "failed");
  EXPECT_EQ(json["objective"], plan.objective);
  EXPECT_EQ(json["certificate"]["verdict"], to_string(plan.certificate.verdict()));
  EXPECT_EQ(json["held"]["with_feedback"], trials.held_with());
  ASSERT_EQ(json["runs"].size(), 2u);
  EXPECT_EQ(json["runs"][1]["seed"], 6);
  EXPECT_EQ(json["runs"][0]["pushes"].size(), 3u);
  EXPECT_EQ(json["runs"][0]["pushes"][0]["jumps"]["x"], trials.runs[0].pushes[0].jump(0));
  EXPECT_EQ(json["runs"][0]["with_feedback"]["miss"], trials.runs[0].with.at_end.distance);
  EXPECT_EQ(json["series"]["without_feedback"]["time"].size(), trials.runs[0].without.time.size());
  EXPECT_EQ(json["series"]["with_feedback"]["states"]["x"].back(), trials.runs[0].with.states.rightCols(1)(0, 0));
}

TEST(TrialsFile, RefusesAFileThatCannotBeWritten) {
  Trials trials;
  trials.runs.resize(1);
  const Problem problem = make_problem("scalar-lqr");
  EXPECT_TRUE(
      test::refuses([&] { save_json(problem, {}, problem, trials, "/nowhere/trials.json"); }, "cannot write to"));
}

// /dev/full lets itself be opened and takes no byte.
TEST(TrialsFile, RefusesAFileThatIsNotWrittenToItsEnd) {
  Trials trials;
  trials.runs.resize(1);
  const Problem problem = make_problem("scalar-lqr");
  EXPECT_TRUE(test::refuses([&] { save_json(problem, {}, problem, trials, "/dev/full"); },
                            "cannot write to '/dev/full': No space left on device"));
}

}  // namespace tandem::trials_file_test
