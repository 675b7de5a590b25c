#include <tandem/ocp/designs/codesign/limited_file.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <ocp/designs/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

#include <vector>

namespace tandem::limited_file_test {

TEST(LimitedFile, HoldsEveryMinimumWithItsDesignByName) {
  const Codesign problem = test::spring_problem();
  LimitedDesign one;
  one.design = Eigen::Vector2d(1.0, 2.5);
  one.structure_cost = 6.0;
  one.limits = {0.05, 0.5};
  one.certificate = {.kind = "structure",
                     .lines = {{"feasibility", 0.12, 1e-6, true, false, "effort"}},
                     .reasons = {"feasibility is 0.12"},
                     .notes = {}};
  const nlohmann::json json = nlohmann::json::parse(to_json(problem, std::vector{one}));
  EXPECT_EQ(json["problem"], "springs");
  EXPECT_EQ(json["kind"], "structure");
  EXPECT_EQ(json["objective"], 6.0);
  EXPECT_EQ(json["certificate"]["verdict"], "fail");
  const nlohmann::json& entry = json["minima"].at(0);
  EXPECT_EQ(entry["objective"], 6.0);
  EXPECT_EQ(entry["limits"]["effort"], 0.05);
  EXPECT_EQ(entry["designs"]["p2"], 2.5);
  EXPECT_EQ(entry["certificate"]["verdict"], "fail");
  EXPECT_EQ(entry["certificate"]["kind"], "structure");
  EXPECT_EQ(entry["certificate"]["lines"][0]["value"], 0.12);
  EXPECT_TRUE(test::refuses([&] { save_json(problem, std::vector{one}, "/nowhere/x.json"); }, "cannot write to"));
}

TEST(LimitedFile, HoldsTheGainOfOutputFeedbackRowByRow) {
  const Codesign problem = test::spring_problem();
  FeedbackDesign one;
  one.design = Eigen::Vector2d(1.0, 2.5);
  one.gain = (Eigen::MatrixXd(2, 2) << 1.0, 2.0, 3.0, 4.0).finished();
  one.abscissa = -0.25;
  one.multipliers = Eigen::Vector2d(0.5, 0.75);
  const nlohmann::json json = nlohmann::json::parse(to_json(problem, std::vector{one}));
  const nlohmann::json& entry = json["minima"].at(0);
  EXPECT_EQ(entry["gain"][0], (std::vector{1.0, 2.0}));
  EXPECT_EQ(entry["abscissa"], -0.25);
  EXPECT_EQ(entry["multipliers"], (std::vector{0.5, 0.75}));
  EXPECT_EQ(entry["certificate"]["verdict"], "none");
  EXPECT_EQ(entry["limits"]["response"], 0.5);
}

}  // namespace tandem::limited_file_test
