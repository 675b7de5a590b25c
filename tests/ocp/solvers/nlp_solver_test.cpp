#include <tandem/ocp/solvers/nlp_solver.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tandem::nlp_solver_test {

constexpr Status kAll[] = {Status::solved,     Status::acceptable, Status::infeasible, Status::iteration_limit,
                           Status::time_limit, Status::stopped,    Status::failed};

// Files and messages have these words: each its own, none with a space in it.
TEST(SolverStatus, HasAWordOfItsOwn) {
  std::set<std::string> words;
  for (const Status status : kAll) {
    const std::string word = to_string(status);
    EXPECT_TRUE(words.insert(word).second) << word;
    EXPECT_EQ(word.find(' '), std::string::npos) << word;
  }
  EXPECT_TRUE(words.contains("solved"));
  EXPECT_TRUE(words.contains("iteration_limit"));
}

TEST(SolverStatus, ThatIsNoneHasFailed) { EXPECT_EQ(to_string(static_cast<Status>(99)), "failed"); }

TEST(ShadowReport, IsCleanWhereNothingDiffers) {
  ShadowReport report;
  EXPECT_TRUE(report.is_clean());
  report.worst_step = 1.0;  // of a system that has no better answer
  EXPECT_TRUE(report.is_clean());
  for (int ShadowReport::*count :
       {&ShadowReport::status_differences, &ShadowReport::inertia_differences, &ShadowReport::step_differences}) {
    ShadowReport one;
    one.*count = 1;
    EXPECT_FALSE(one.is_clean());
  }
}

}  // namespace tandem::nlp_solver_test
