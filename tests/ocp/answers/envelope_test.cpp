#include <tandem/ocp/answers/envelope.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::envelope_test {

using test::refuses;

TEST(Envelope, HasAllItsMembersInOrderAndNullWhereThereIsNothing) {
  const Json json = envelope_json({.kind = "list"});
  std::string keys;
  for (const auto& [key, value] : json.items()) keys += key + ' ';
  EXPECT_EQ(keys, "format kind problem numbers status message objective certificate ");
  for (const char* key : {"problem", "status", "objective", "certificate"}) EXPECT_TRUE(json.at(key).is_null()) << key;
}

TEST(Envelope, HoldsAnObjectiveAndACertificate) {
  Certificate certificate;
  certificate.lines = {{"feasibility", 0.5, 1.0, true, true, ""}};
  const Json json = envelope_json(
      {.kind = "motion", .problem = "arm", .status = "solved", .objective = 2.5, .certificate = &certificate});
  EXPECT_EQ(json["objective"], 2.5);
  EXPECT_EQ(json["certificate"]["verdict"], "pass");
  EXPECT_EQ(json["problem"], "arm");
}

TEST(Envelope, NamesNumbersByTheirNames) {
  EXPECT_EQ(numbers_json(std::vector<NamedNumber>{{"mass", 2.0}, {"length", 0.5}}),
            Json::parse(R"({"mass": 2, "length": 0.5})"));
}

TEST(Envelope, RefusesOtherFormatsAndKinds) {
  const Json json = envelope_json({.kind = "path"});
  EXPECT_NO_THROW(check_envelope(json, "path", "path file"));
  EXPECT_TRUE(refuses([&] { check_envelope(json, "motion", "solution file"); },
                      "solution file: it is of the kind \"path\", not \"motion\""));
  EXPECT_TRUE(refuses([] { check_envelope(Json::parse("[]"), "path", "path file"); }, "it has no 'format'"));
  Json other = json;
  other["format"] = 7;
  EXPECT_TRUE(refuses([&] { check_envelope(other, "path", "path file"); }, "its format is 7, this version reads 2"));
}

}  // namespace tandem::envelope_test
