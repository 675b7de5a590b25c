#include <tandem/cli/print_path.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::print_path_test {

using test::says;

Path sample_path() {
  Path path{.problem = "arm", .over = "reach", .from = 1.0, .to = 2.0};
  path.status = PathStatus::reached;
  path.reason = "reached reach = 2";
  Certificate passes;
  passes.lines = {{"feasibility", 1e-9, 1e-6, true, true, "force"}};
  path.points = {{.value = 1.0, .objective = 5.0, .iterations = 3},
                 {.value = 2.0, .objective = 6.0, .iterations = 3, .certificate = passes}};
  path.iterations = 6;
  return path;
}

std::string printed(const Path& path) {
  testing::internal::CaptureStdout();
  cli::print_path(path);
  return testing::internal::GetCapturedStdout();
}

TEST(PrintPath, SaysHowItEndedAndItsLastPoint) {
  const std::string text = printed(sample_path());
  EXPECT_TRUE(says(text, "arm: reached reach = 2\n"));
  EXPECT_TRUE(says(text, "status       reached\n"));
  EXPECT_TRUE(says(text, "points       2, 1 certified\n"));
  EXPECT_TRUE(says(text, "last point   reach = 2, objective 6, certified\n"));
  EXPECT_TRUE(says(text, "certificate  PASS\n"));
  EXPECT_FALSE(says(text, "evaluations"));
}

TEST(PrintPath, MarksWhatHappensOnTheWay) {
  Path path = sample_path();
  path.marks = {{Mark::fold, 1.25}, {Mark::fold, 1.5}, {Mark::restart, 1.75}, {Mark::structure_change, 1.1, 3, 1}};
  const std::string text = printed(path);
  EXPECT_TRUE(says(text, "folds        at reach = 1.25, 1.5\n"));
  EXPECT_TRUE(says(text, "begun anew   at reach = 1.75\n"));
  EXPECT_TRUE(says(text, "structure    at reach = 1.1: 3 switches before, 1 after\n"));
}

TEST(PrintPath, ListsDesignsPointByPoint) {
  Path path = sample_path();
  path.measures = {"effort", "reach"};
  path.designs = {"length"};
  for (PathPoint& point : path.points) {
    point.measures = Eigen::Vector2d(0.5, point.value);
    point.designs = Eigen::VectorXd::Constant(1, 0.25);
  }
  const std::string text = printed(path);
  EXPECT_TRUE(says(text, "         reach     objective        effort        length\n"));  // the number itself once
  EXPECT_TRUE(says(text, "             1             5           0.5          0.25  FAIL\n"));
  EXPECT_TRUE(says(text, "             2             6           0.5          0.25\n"));
  EXPECT_TRUE(says(text, "  with         effort = 0.5\n               reach = 2\n  designs      length = 0.25\n"));
}

TEST(PrintPath, SaysWhyThereIsNone) {
  Path path{.problem = "arm", .over = "reach"};
  path.reason = "reach = 1 is not solved";
  const std::string text = printed(path);
  EXPECT_TRUE(says(text, "arm: reach = 1 is not solved\n"));
  EXPECT_FALSE(says(text, "last point"));
}

}  // namespace tandem::print_path_test
