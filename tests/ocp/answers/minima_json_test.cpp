#include <tandem/ocp/answers/minima_json.hpp>

#include <tandem/ocp/statement/statement.hpp>

#include <gtest/gtest.h>

namespace tandem::minima_json_test {

struct Plain : Statement {
  Plain() : Statement("beam") { number({.name = "width", .value = 0.5}); }
};

struct Found {
  bool is_solved = true;
  std::string message = "a minimum";
  double cost = 0.0;
  Certificate certificate = {};
};

Json entry_of(const Found& found) { return {{"objective", found.cost}, {"is_solved", found.is_solved}}; }

TEST(MinimaJson, BeginsWithTheBestOfThem) {
  const std::vector<Found> found{{.cost = 2.0}, {.cost = 3.0}};
  const Json json = minima_json("structure", Plain(), found, entry_of);
  EXPECT_EQ(json["kind"], "structure");
  EXPECT_EQ(json["problem"], "beam");
  EXPECT_EQ(json["numbers"]["width"], 0.5);
  EXPECT_EQ(json["status"], "solved");
  EXPECT_EQ(json["message"], "a minimum");
  EXPECT_EQ(json["objective"], 2.0);
  EXPECT_EQ(json["certificate"]["verdict"], "none");
  ASSERT_EQ(json["minima"].size(), 2U);
  EXPECT_EQ(json["minima"][1]["objective"], 3.0);
}

TEST(MinimaJson, HasNoObjectiveWhereNothingWasFound) {
  const Json json = minima_json("controller", Plain(), std::vector<Found>(), entry_of);
  EXPECT_EQ(json["status"], "failed");
  EXPECT_TRUE(json["objective"].is_null());
  EXPECT_TRUE(json["certificate"].is_null());
  EXPECT_EQ(json["minima"].size(), 0U);
}

}  // namespace tandem::minima_json_test
