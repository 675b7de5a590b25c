#include <tandem/core/json.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tandem::json_test {

std::string error_of(const auto& action) {
  try {
    action();
  } catch (const JsonError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Json, OfBracesIsAnObjectWhereEachPairHasANameAndAListElsewhere) {
  const Json json{{"name", "a"}, {"values", {1.0, 2.5}}, {"deep", {{"yes", true}, {"none", nullptr}}}};
  EXPECT_EQ(json.dump(), R"({"name":"a","values":[1.0,2.5],"deep":{"yes":true,"none":null}})");
  EXPECT_EQ(Json(std::vector<std::string>{"a", "b"}).dump(), R"(["a","b"])");
}

TEST(Json, KeepsTheOrderOfMembersAndIndentsThem) {
  Json json = Json::object();
  json["z"] = 1;
  json["a"].push_back("x");
  EXPECT_EQ(json.dump(1), "{\n \"z\": 1,\n \"a\": [\n  \"x\"\n ]\n}");
}

TEST(Json, ComesBackFromItsText) {
  const Json json{{"number", 0.1}, {"count", -3}, {"big", 1e300}, {"text", "a\n\"b\""}, {"list", Json::array()}};
  EXPECT_EQ(Json::parse(json.dump()), json);
  EXPECT_EQ(Json::parse(json.dump(1)), json);
  EXPECT_EQ(Json::parse("[18446744073709551615]")[0].get<double>(), 18446744073709551615.0);
}

TEST(Json, WritesWhatIsNotFiniteAsNullAndReadsNullAsNaN) {
  const Json json{{"x", std::numeric_limits<double>::infinity()}, {"y", std::nan("")}};
  EXPECT_EQ(json.dump(), R"({"x":null,"y":null})");
  EXPECT_TRUE(std::isnan(Json::parse(json.dump()).at("x").get<double>()));
}

TEST(Json, ReplacesWhatIsNoText) { EXPECT_EQ(Json("a\xff").dump(), "\"a\xef\xbf\xbd\""); }

TEST(Json, ReadsNumbersAsTheyAreWanted) {
  const Json json = Json::parse(R"({"n": 2, "x": 2.0, "all": [1, 2.5], "words": ["a"]})");
  EXPECT_EQ(json["n"], json["x"]);
  EXPECT_EQ(json["n"].get<double>(), 2.0);
  EXPECT_EQ(json["n"].get<int>(), 2);
  EXPECT_EQ(json["all"].get<std::vector<double>>(), (std::vector<double>{1.0, 2.5}));
  EXPECT_EQ(json["words"].get<std::vector<std::string>>(), std::vector<std::string>{"a"});
  EXPECT_EQ(json.value("absent", 7), 7);
  EXPECT_EQ(json.value("n", 7), 2);
}

TEST(Json, SaysWhatIsMissingOrSomethingElse) {
  const Json json = Json::parse(R"({"n": 2.5, "list": [1], "big": 3000000000, "less": -1})");
  EXPECT_EQ(error_of([&] { json.at("m"); }), "'m' is not there");
  EXPECT_EQ(error_of([&] { json["n"].get<int>(); }), "a whole number is wanted where a number is");
  EXPECT_EQ(error_of([&] { json["big"].get<int>(); }), "a whole number is wanted where 3000000000 is");
  EXPECT_EQ(error_of([&] { json["less"].get<unsigned>(); }), "a whole number from 0 is wanted where -1 is");
  EXPECT_EQ(error_of([&] { json["list"].get<double>(); }), "a number is wanted where a list is");
  EXPECT_EQ(error_of([&] { json["n"].get<std::string>(); }), "a text is wanted where a number is");
  EXPECT_EQ(error_of([&] { json["n"].get<bool>(); }), "true or false is wanted where a number is");
  EXPECT_EQ(error_of([&] { json["list"].items(); }), "an object is wanted where a list is");
  EXPECT_EQ(error_of([&] { json["n"].begin(); }), "a list is wanted where a number is");
  EXPECT_EQ(error_of([&] { json["list"][1]; }), "a list of 1 has no value 1");
}

TEST(Json, RefusesWhatIsNoJsonAndWhatIsNestedTooDeep) {
  EXPECT_EQ(error_of([] { Json::parse("{"); }).find("parse error at line 1, column 2"), 0U);
  EXPECT_EQ(error_of([] { Json::parse(std::string(100000, '[')); }), "it is nested more than 100 deep");
  EXPECT_EQ(error_of([] { Json::parse(std::string(90, '[') + std::string(90, ']')); }), "no error");
}

}  // namespace tandem::json_test
