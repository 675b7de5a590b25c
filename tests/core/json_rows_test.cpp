#include <tandem/core/json_rows.hpp>

#include <gtest/gtest.h>

namespace tandem::json_rows_test {

const Eigen::MatrixXd kMatrix = (Eigen::MatrixXd(2, 3) << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0).finished();

TEST(JsonRows, AreAListOfLists) {
  EXPECT_EQ(rows_json(kMatrix), Json::parse("[[1, 2, 3], [4, 5, 6]]"));
  EXPECT_EQ(rows_json(Eigen::MatrixXd(0, 3)), Json::array());
}

TEST(JsonRows, BearTheirNamesInOrder) {
  EXPECT_EQ(named_rows({"b", "a"}, kMatrix), Json::parse(R"({"b": [1, 2, 3], "a": [4, 5, 6]})"));
  EXPECT_EQ(named_rows({"b", "a"}, kMatrix).items().front().first, "b");
  EXPECT_EQ(named_rows({}, Eigen::MatrixXd(0, 3)), Json::object());
  EXPECT_EQ(named_rows({"a"}, Eigen::MatrixXd()), Json::object());  // of a motion that did not begin
}

TEST(JsonRows, AreValuesByTheirNames) {
  EXPECT_EQ(named_values({"x", "y"}, Eigen::Vector2d(1.5, -2.0)), Json::parse(R"({"x": 1.5, "y": -2})"));
}

TEST(JsonRows, AreReadBackAndRefusedWhereTheyAreNoNumbers) {
  EXPECT_EQ(vector_from(Json::parse("[1, 2.5]")), Eigen::Vector2d(1.0, 2.5));
  EXPECT_EQ(vector_from(Json::array()).size(), 0);
  EXPECT_THROW(vector_from(Json::parse("[1, \"a\"]")), JsonError);
}

}  // namespace tandem::json_rows_test
