#include <tandem/cli/codesigns.hpp>

#include <gtest/gtest.h>
#include <cli/command_line.hpp>
#include <support/refusal.hpp>

namespace tandem::cli::codesigns_test {

using test::refuses;

Arguments asked_for(const std::string& name, std::vector<std::string> settings = {}) {
  Arguments arguments;
  arguments.name = name;
  arguments.settings = std::move(settings);
  return arguments;
}

TEST(StatedCodesign, HasTheNumbersOfItsSettings) {
  EXPECT_EQ(stated_codesign(asked_for("draper", {"effort=75", "area_1=3"})).value("effort"), 75.0);
}

TEST(StatedCodesign, RefusesNamesAndSettingsThatAreNotOnes) {
  EXPECT_TRUE(refuses([] { stated_codesign(asked_for("drapr")); }, "did you mean 'draper'?"));
  EXPECT_TRUE(refuses([] { stated_codesign(asked_for("bratu")); }, "no co-design problem is called 'bratu'"));
  EXPECT_TRUE(refuses([] { stated_codesign(asked_for("gust-alleviation")); }, "'gust-alleviation' is a controller"));
  EXPECT_TRUE(refuses([] { stated_codesign(asked_for("draper", {"effort"})); }, "--set"));
  EXPECT_TRUE(refuses([] { stated_codesign(asked_for("draper", {"effort=much"})); }, "effort"));
  EXPECT_TRUE(refuses([] { stated_codesign(asked_for("draper", {"area_1=-2"})); }, "'area_1' cannot be -2"));
}

TEST(Codesigns, AreNoMotions) {
  const test::Outcome outcome = test::run_command("simulate draper --feedback");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(test::says(outcome.err, "'draper' is a co-design problem"));
}

}  // namespace tandem::cli::codesigns_test
