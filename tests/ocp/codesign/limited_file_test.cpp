#include <tandem/ocp/codesign/limited_file.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <ocp/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

#include <vector>

namespace tandem {
namespace {

TEST(LimitedFile, HoldsEveryMinimumWithItsDesignByName) {
  const Codesign problem = test::spring_problem();
  LimitedDesign one;
  one.design = Eigen::Vector2d(1.0, 2.5);
  one.structure_cost = 6.0;
  one.limits = {0.05, 0.5};
  const nlohmann::json json = nlohmann::json::parse(to_json(problem, std::vector{one}));
  EXPECT_EQ(json["problem"], "springs");
  const nlohmann::json& entry = json["minima"].at(0);
  EXPECT_EQ(entry["structure_cost"], 6.0);
  EXPECT_EQ(entry["limits"]["effort"], 0.05);
  EXPECT_EQ(entry["design"]["p2"], 2.5);
  EXPECT_FALSE(entry["is_minimum"]);
  one.least_curvature = kInfinity;  // no size is free
  EXPECT_TRUE(nlohmann::json::parse(to_json(problem, std::vector{one}))["minima"][0]["least_curvature"].is_null());
  EXPECT_TRUE(test::refuses([&] { save_json(problem, std::vector{one}, "/nowhere/x.json"); }, "cannot write to"));
}

TEST(LimitedFile, HoldsTheGainOfOutputFeedbackRowByRow) {
  const Codesign problem = test::spring_problem();
  FeedbackDesign one;
  one.design = Eigen::Vector2d(1.0, 2.5);
  one.gain = (Eigen::MatrixXd(2, 2) << 1.0, 2.0, 3.0, 4.0).finished();
  one.abscissa = -0.25;
  const nlohmann::json json = nlohmann::json::parse(to_json(problem, std::vector{one}));
  const nlohmann::json& entry = json["minima"].at(0);
  EXPECT_EQ(entry["gain"][0], (std::vector{1.0, 2.0}));
  EXPECT_EQ(entry["abscissa"], -0.25);
  EXPECT_EQ(entry["limits"]["response"], 0.5);
}

}  // namespace
}  // namespace tandem
