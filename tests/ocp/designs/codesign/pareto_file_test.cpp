#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>
#include <tandem/ocp/designs/codesign/pareto_file.hpp>

#include <fstream>

namespace tandem::pareto_file_test {

ParetoFront front() {
  Certificate certificate;
  certificate.kind = "structure";
  certificate.lines = {{"stationarity", 1e-9, 1e-6, true, true, "depth"}};
  ParetoFront front;
  front.problem = "beam";
  front.designs = {"area", "depth"};
  front.points.push_back({0.25, 1.0, 3.0, 1.5, Eigen::Vector2d(0.1, 0.2), certificate});
  front.is_complete = true;
  front.reason = "1 of 1 points found";
  front.rejected_steps = 2;
  front.seconds = 0.5;
  return front;
}

TEST(ParetoFile, HoldsEveryPointWithItsDesignByName) {
  const test::TemporaryFile file("json");
  save_json(front(), file.name());
  const nlohmann::json json = nlohmann::json::parse(std::ifstream(file.name()));
  EXPECT_EQ(json["problem"], "beam");
  EXPECT_EQ(json["rejected_steps"], 2);
  EXPECT_EQ(json["seconds"], 0.5);
  const nlohmann::json& point = json["points"].at(0);
  EXPECT_EQ(point["lambda"], 0.25);
  EXPECT_EQ(point["structure_cost"], 1.0);
  EXPECT_EQ(point["control_cost"], 3.0);
  EXPECT_EQ(point["objective"], 1.5);
  EXPECT_EQ(point["design"]["depth"], 0.2);
  EXPECT_EQ(point["certificate"]["verdict"], "pass");
  EXPECT_EQ(point["certificate"]["lines"][0]["where"], "depth");
}

TEST(ParetoFile, RefusesAPlaceThatCannotBeWritten) {
  EXPECT_TRUE(
      test::refuses([] { save_json(front(), "/nowhere/front.json"); }, "cannot write to '/nowhere/front.json'"));
}

}  // namespace tandem::pareto_file_test
