#include <tandem/ocp/answers/path.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <array>
#include <set>

namespace tandem::path_test {

/// A certificate whose only line has this value, under a limit of 1.
Certificate with(double value) {
  Certificate certificate;
  certificate.lines = {{"feasibility", value, 1.0, true, value <= 1.0, "force"}};
  if (value > 1.0) certificate.reasons = {"feasibility is too large"};
  return certificate;
}

Path two_points(double first, double last) {
  Path path{.problem = "arm", .over = "reach"};
  path.status = PathStatus::reached;
  path.measures = {"effort"};
  path.points = {{1.0, 5.0, 3, with(first), Eigen::VectorXd::Constant(1, 0.5)},
                 {2.0, 6.0, 3, with(last), Eigen::VectorXd::Constant(1, 0.7)}};
  return path;
}

TEST(Path, IsCertifiedByItsLastPointAndAFrontByAll) {
  EXPECT_TRUE(is_certified(two_points(2.0, 0.5)));
  EXPECT_FALSE(is_certified(two_points(0.5, 2.0)));
  Path front = two_points(2.0, 0.5);
  front.is_front = true;
  EXPECT_FALSE(is_certified(front));
  EXPECT_EQ(front.certified_points(), 1);
  front.points.front().certificate = with(0.25);
  EXPECT_TRUE(is_certified(front));
}

TEST(Path, IsNotCertifiedWhereItDidNotArrive) {
  Path path = two_points(0.5, 0.5);
  path.status = PathStatus::step_limit;
  EXPECT_FALSE(is_certified(path));
  EXPECT_FALSE(is_certified(Path()));
  EXPECT_TRUE(certificate_of(Path()).lines.empty());
}

TEST(Path, HasTheCertificateOfItsLastPointAndAFrontTheWorstLines) {
  EXPECT_EQ(certificate_of(two_points(2.0, 0.5)).lines[0].value, 0.5);
  Path front = two_points(2.0, 0.5);
  front.is_front = true;
  const Certificate worst = certificate_of(front);
  ASSERT_EQ(worst.lines.size(), 1U);
  EXPECT_EQ(worst.lines[0].value, 2.0);
  EXPECT_EQ(worst.lines[0].where, "reach = 1: force");
  EXPECT_EQ(worst.reasons, std::vector<std::string>{"reach = 1: feasibility is too large"});
}

TEST(Path, KnowsItsMarksAndMeasuresByName) {
  Path path = two_points(0.5, 0.5);
  path.marks = {{Mark::fold, 1.25}, {Mark::restart, 1.5}, {Mark::fold, 1.75}};
  EXPECT_EQ(path.at(Mark::fold), (std::vector{1.25, 1.75}));
  EXPECT_TRUE(path.at(Mark::branch_point).empty());
  EXPECT_EQ(path.measure("effort", path.points[1]), 0.7);
  EXPECT_TRUE(test::refuses([&] { path.measure("efort", path.points[1]); }, "did you mean 'effort'?"));
}

TEST(Path, HasAWordForEachMarkAndEachEnd) {
  std::set<std::string> words;
  for (const Mark mark : std::array{Mark::fold, Mark::branch_point, Mark::structure_change, Mark::restart}) {
    words.insert(to_string(mark));
  }
  EXPECT_EQ(words.size(), 4U);
  for (const PathStatus status : std::array{PathStatus::reached, PathStatus::end_of_feasibility, PathStatus::step_limit,
                                            PathStatus::stopped, PathStatus::failed}) {
    words.insert(to_string(status));
  }
  EXPECT_EQ(words.size(), 9U);
}

TEST(Path, BeginsWithTheNumbersOfItsProblem) {
  const Path path = path_over("gravity", 1.0, 2.0, "arm", std::vector<NamedNumber>{{"gravity", 9.81}, {"mass", 2.0}});
  EXPECT_EQ(path.problem, "arm");
  EXPECT_EQ(path.numbers.at("mass"), 2.0);
  EXPECT_EQ(path.status, PathStatus::failed);
}

}  // namespace tandem::path_test
