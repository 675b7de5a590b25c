#include <tandem/ocp/search/homotopy/checkpoint_file.hpp>

#include <tandem/ocp/answers/path_file.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

namespace tandem::checkpoint_file_test {

using test::refuses;

HomotopyOptions quick() {
  HomotopyOptions options;
  options.certifies_points = false;
  return options;
}

/// The path stopped after some steps, saved, loaded and gone on with.
Homotopy interrupted(const Problem& problem, const std::string& over, double from, double to, HomotopyOptions options,
                     int steps) {
  options.most_steps = steps;
  const Homotopy stopped = follow_number(problem, over, from, to, options);
  EXPECT_EQ(stopped.status, PathStatus::step_limit) << stopped.reason;
  const test::TemporaryFile file("json");
  save_checkpoint(stopped, file.name());
  options.most_steps = 1000;
  return go_on(problem, load_checkpoint(file.name()), options);
}

void expect_same(const Homotopy& resumed, const Homotopy& whole) {
  EXPECT_EQ(resumed.status, whole.status) << resumed.reason;
  EXPECT_EQ(resumed.reason, whole.reason);
  EXPECT_EQ(resumed.at(Mark::fold), whole.at(Mark::fold));
  EXPECT_EQ(resumed.rejected_steps, whole.rejected_steps);
  EXPECT_EQ(resumed.iterations, whole.iterations);
  ASSERT_EQ(resumed.points.size(), whole.points.size());
  for (std::size_t i = 0; i < whole.points.size(); ++i) {
    EXPECT_EQ(resumed.points[i].value, whole.points[i].value) << i;
    EXPECT_EQ(resumed.points[i].objective, whole.points[i].objective) << i;
    EXPECT_EQ(resumed.points[i].iterations, whole.points[i].iterations) << i;
  }
}

TEST(Checkpoint, LetsAPathGoOnToTheSamePoints) {
  const Problem problem = make_problem("bryson-denham");
  const Homotopy whole = follow_number(problem, "limit", 0.3, 0.2, quick());
  ASSERT_EQ(whole.status, PathStatus::reached) << whole.reason;
  for (const int steps : {1, 4}) expect_same(interrupted(problem, "limit", 0.3, 0.2, quick(), steps), whole);
}

TEST(Checkpoint, LetsAPathGoOnRoundAFold) {
  const Problem problem = make_problem("bratu");
  HomotopyOptions options = quick();
  options.folds_first = 1;
  const Homotopy whole = follow_number(problem, "lambda", 0.5, 1.0, options);
  ASSERT_EQ(whole.at(Mark::fold).size(), 1U);
  const int last = static_cast<int>(whole.points.size()) - 1;
  for (const int steps : {3, last - 3}) expect_same(interrupted(problem, "lambda", 0.5, 1.0, options, steps), whole);
}

TEST(Checkpoint, LetsAPathGoOnToTheEndOfFeasibility) {
  const Problem problem = make_problem("double-integrator-energy");
  const Homotopy whole = follow_number(problem, "max_force", 20.0, 1.0, quick());
  ASSERT_EQ(whole.status, PathStatus::end_of_feasibility) << whole.reason;
  const int last = static_cast<int>(whole.points.size()) - 1;
  expect_same(interrupted(problem, "max_force", 20.0, 1.0, quick(), last - 2), whole);  // multipliers are normalised
}

TEST(Checkpoint, IsKeptWhereTheCallerStops) {
  HomotopyOptions options = quick();
  options.progress = [](const HomotopyProgress& progress) { return progress.step < 2; };
  const Homotopy stopped = follow_number(make_problem("double-integrator-energy"), "duration", 1.0, 3.0, options);
  EXPECT_TRUE(stopped.leg.has_value());
  options.progress = {};
  EXPECT_EQ(go_on(make_problem("double-integrator-energy"), stopped, options).status, PathStatus::reached);
}

TEST(Checkpoint, IsOfOneProblemOnOneMesh) {
  HomotopyOptions options = quick();
  options.most_steps = 2;
  const Problem problem = make_problem("bryson-denham");
  const Homotopy stopped = follow_number(problem, "limit", 0.3, 0.2, options);
  EXPECT_TRUE(refuses([&] { go_on(make_problem("bratu"), stopped, options); }, "not of 'bratu'"));
  options.solve.intervals = 7;
  EXPECT_TRUE(refuses([&] { go_on(problem, stopped, options); }, "the problem on its mesh has"));
}

TEST(Checkpoint, RefusesAPathThatDidNotStopAndTextThatIsNone) {
  const Homotopy ended;
  EXPECT_TRUE(refuses([&] { checkpoint_json(ended); }, "did not stop on its way"));
  EXPECT_TRUE(refuses([&] { go_on(make_problem("bratu"), ended); }, "nothing to go on with"));
  EXPECT_TRUE(refuses([] { checkpoint_from_json("{"); }, "cannot be read"));
  EXPECT_TRUE(
      refuses([] { checkpoint_from_json(R"({"kind": "path", "format": 7})"); }, "its format is 7, this version"));
  EXPECT_TRUE(
      refuses([] { checkpoint_from_json(path_json(Path{.problem = "bratu"}).dump()); }, "did not stop on its way"));
  EXPECT_TRUE(refuses([] { load_checkpoint("/no/such/file"); }, "cannot read '/no/such/file'"));
}

}  // namespace tandem::checkpoint_file_test
