#include <tandem/report/json_parts.hpp>

#include <gtest/gtest.h>

namespace tandem::json_parts_test {

TEST(JsonParts, SayOfARangeOnlyWhatItBounds) {
  EXPECT_TRUE(range_json(std::nullopt, {}).is_null());
  EXPECT_TRUE(range_json(Range{}, {}).is_null());
  EXPECT_EQ(range_json(Range(-1.0, 2.0), {}), (Json{-1.0, 2.0}));
  EXPECT_EQ(range_json(Range(Number{0}), {3.5}), (Json{3.5, 3.5}));
}

TEST(JsonParts, GiveNumbersTheValuesOfTheCaller) {
  Problem problem("p");
  problem.number({"mass", 2.0, "kg", "of it"});
  const auto json = described_numbers(problem, {2.5});
  EXPECT_EQ(json[0]["name"], "mass");
  EXPECT_EQ(json[0]["value"], 2.5);
  EXPECT_EQ(json[0]["role"], "constant");
}

TEST(JsonParts, MakeSeriesOfKnotsAndSamples) {
  const auto json = series_json("x", "m", Eigen::Vector2d(1.0, 2.0), Eigen::Vector3d(1.0, 1.5, 2.0));
  EXPECT_EQ(json["knots"], (Json{1.0, 2.0}));
  EXPECT_EQ(json["samples"].size(), 3u);
  EXPECT_EQ(array_of(Eigen::VectorXd()), Json::array());
}

}  // namespace tandem::json_parts_test
