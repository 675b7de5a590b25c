#include <tandem/ocp/search/multi_start.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <ocp/support/string_mode.hpp>
#include <support/refusal.hpp>

#include <numbers>
#include <numeric>

namespace tandem::multi_start_test {

using test::refuses;
using test::string_modes;

MultiStartOptions with(int starts, int intervals) {
  MultiStartOptions options{.starts = starts};
  options.solve.intervals = intervals;
  return options;
}

/// On 40 intervals the two cheapest swing-ups cost 57.946 and 58.809; the usual guess leads to the second.
TEST(MultiStart, FindsTheCheaperSwingUpOfTheCartPole) {
  const MultiStart found = multi_start(make_problem("cart-pole-swing-up"), with(12, 40));
  ASSERT_GE(found.minima.size(), 2U);
  // Costs on fine meshes are 57.94478 and 58.80767: 40 intervals leave an error of their order, 1e-3.
  EXPECT_NEAR(found.minima[0].solution.objective, 57.94478, 2e-3);
  EXPECT_NEAR(found.minima[0].solution.phases[0].controls(0, 0), -6.823,
              0.1);  // of second order: 0.06 off on 40 intervals
  EXPECT_NEAR(found.minima[1].solution.objective, 58.80767, 2e-3);
  EXPECT_EQ(found.minima[1].starts.front(), 0);
}

TEST(MultiStart, KeepsEachMinimumOnceAndEachStartInOne) {
  const MultiStart found = multi_start(make_problem("cart-pole-swing-up"), with(12, 25));
  std::vector<bool> seen(12, false);
  for (std::size_t i = 0; i < found.minima.size(); ++i) {
    EXPECT_LE(found.minima[i == 0 ? 0 : i - 1].solution.objective, found.minima[i].solution.objective);
    for (const int start : found.minima[i].starts) {
      EXPECT_FALSE(seen[start]);
      seen[start] = true;
    }
  }
  const int unsolved = std::accumulate(found.unsolved.begin(), found.unsolved.end(), 0,
                                       [](int sum, const auto& entry) { return sum + entry.second; });
  EXPECT_EQ(found.solved() + unsolved, 12);
  EXPECT_LT(found.minima.size(), 12U);
}

TEST(MultiStart, TakesMirrorImagesForTwoMinima) {
  const MultiStart found = string_modes(8);
  ASSERT_EQ(found.minima.size(), 2U);
  for (const Minimum& minimum : found.minima) {
    EXPECT_NEAR(minimum.solution.objective, square(std::numbers::pi), 1e-6);
    EXPECT_TRUE(minimum.solution.certificate.passes());
  }
  const Eigen::MatrixXd &one = found.minima[0].solution.phases[0].states,
                        &other = found.minima[1].solution.phases[0].states;
  EXPECT_LT((one + other).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_NEAR(one.cwiseAbs().maxCoeff(), std::numbers::sqrt2, 1e-6);  // in the middle, which is a knot
}

TEST(MultiStart, IsTheSameInOneThreadAndInThree) {
  const Problem problem = make_problem("cart-pole-swing-up");
  MultiStartOptions options = with(6, 20);
  options.threads = 1;
  const MultiStart alone = multi_start(problem, options);
  options.threads = 3;
  const MultiStart together = multi_start(problem, options);
  EXPECT_EQ(together.threads, 3);
  EXPECT_EQ(alone.unsolved, together.unsolved);
  ASSERT_EQ(alone.minima.size(), together.minima.size());
  for (std::size_t i = 0; i < alone.minima.size(); ++i) {
    EXPECT_EQ(alone.minima[i].starts, together.minima[i].starts);
    EXPECT_EQ(alone.minima[i].solution.phases[0].states, together.minima[i].solution.phases[0].states);
  }
}

TEST(MultiStart, FindsWhatSolveFindsFromTheSameGuess) {
  const Problem problem = make_problem("double-integrator-time");  // one minimum, a free time
  const MultiStart found = multi_start(problem, {.starts = 3, .seed = 7});
  ASSERT_EQ(found.minima.size(), 1U);
  EXPECT_EQ(found.minima[0].starts, (std::vector<int>{0, 1, 2}));
  bool is_one_of_them = false;
  for (int start = 0; start < 3; ++start) {
    SolveOptions options;
    options.guess = random_guess(problem, straight_line_guess(problem), 7, start);
    is_one_of_them |= solve(problem, options).objective == found.answer().objective;
  }
  EXPECT_TRUE(is_one_of_them);
  EXPECT_TRUE(found.answer().certificate.passes());
  EXPECT_FALSE(found.answer().history.empty());
}

TEST(MultiStart, PutsTheLargestFirstWhereTheObjectiveIsMaximised) {
  const MultiStart found = multi_start(make_problem("solar-array"), with(4, 20));
  for (std::size_t i = 1; i < found.minima.size(); ++i) {
    EXPECT_GE(found.minima[i - 1].solution.objective, found.minima[i].solution.objective);
  }
  EXPECT_NEAR(found.answer().objective, 1.2031313846, 2e-4);  // a switch inside one of 20 intervals
}

TEST(MultiStart, RefinesEachMinimumAndStillKeepsItOnce) {
  MultiStartOptions options = with(6, 10);
  options.solve.refine = 1e-6;
  const MultiStart found = multi_start(make_problem("cart-pole-swing-up"), options);
  EXPECT_EQ(found.solved(), 6);
  for (std::size_t i = 0; i < found.minima.size(); ++i) {
    const Solution& solution = found.minima[i].solution;
    EXPECT_TRUE(solution.certificate.passes());
    EXPECT_GT(solution.intervals(), 10);
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_GT(solution.objective, found.minima[j].solution.objective * (1.0 + 1e-4));  // it has no mirror images
    }
  }
}

TEST(MultiStart, CountsWhatFailedByStatusAndKeepsTheFirstFailure) {
  MultiStartOptions options = with(3, 10);
  options.solve.solver.max_iterations = 2;
  const MultiStart found = multi_start(make_problem("cart-pole-swing-up"), options);
  EXPECT_EQ(found.unsolved, (std::map<Status, int>{{Status::iteration_limit, 3}}));
  EXPECT_EQ(found.best(), nullptr);
  EXPECT_EQ(found.answer().status, Status::iteration_limit);
  EXPECT_FALSE(found.answer().certificate.passes());
}

TEST(MultiStart, StopsWhenAskedAndKeepsWhatItHas) {
  MultiStartOptions options = with(50, 20);
  options.threads = 2;
  options.progress = [](const StartsProgress& progress) { return progress.solved < 2; };
  const MultiStart found = multi_start(make_problem("cart-pole-swing-up"), options);
  EXPECT_GE(found.solved(), 2);
  EXPECT_GE(found.unsolved.at(Status::stopped), 44);
  EXPECT_TRUE(found.answer().is_solved());
}

TEST(MultiStart, HasAnAnswerWhereItIsStoppedAtOnce) {
  MultiStartOptions options = with(4, 10);
  options.progress = [](const StartsProgress&) { return false; };
  const MultiStart found = multi_start(make_problem("cart-pole-swing-up"), options);
  EXPECT_EQ(found.unsolved.at(Status::stopped), 4);
  EXPECT_EQ(found.answer().status, Status::stopped);
}

TEST(MultiStart, PrefersACertifiedMinimumForItsAnswer) {
  MultiStart found{.starts = 2};
  for (const double objective : {1.0, 2.0}) {
    Minimum minimum{{}, {static_cast<int>(objective) - 1}};
    minimum.solution.objective = objective;
    minimum.solution.certificate.lines = {{"objective_error", 1e-6, 1e-5, true, true}};
    if (objective < 2.0) minimum.solution.certificate.reasons = {"too coarse"};
    found.minima.push_back(minimum);
  }
  EXPECT_EQ(found.answer().objective, 2.0);
  found.minima[1].solution.certificate.reasons = {"too coarse"};
  EXPECT_EQ(found.answer().objective, 1.0);
}

TEST(MultiStart, RefusesWhatSolveRefuses) {
  const Problem problem = make_problem("scalar-lqr");
  EXPECT_TRUE(refuses([&] { multi_start(problem, {.starts = 0}); }, "a multi-start of 0 starts"));
  MultiStartOptions options;
  options.solve.solver.ipopt.emplace("nothing", "1");
  EXPECT_TRUE(refuses([&] { multi_start(problem, options); }, "IPOPT has no option called 'nothing'"));
  options.solve = {};
  options.solve.solver.time_limit = 0.0;
  EXPECT_TRUE(refuses([&] { multi_start(problem, options); }, "the time limit 0 must be positive"));
}

}  // namespace tandem::multi_start_test
