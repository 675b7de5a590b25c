#include <tandem/cli/codesigns.hpp>

#include <cli/asked.hpp>
#include <cli/command_line.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::cli::codesigns_test {

using test::asked;
using test::refuses;

TEST(StatedCodesign, HasTheNumbersOfItsSettings) {
  EXPECT_EQ(stated_codesign(asked("solve draper --set effort=75 --set area_1=3")).value("effort"), 75.0);
}

TEST(StatedCodesign, RefusesNamesAndSettingsThatAreNotOnes) {
  EXPECT_TRUE(refuses([] { stated_codesign(asked("solve drapr")); }, "did you mean 'draper'?"));
  EXPECT_TRUE(refuses([] { stated_codesign(asked("solve bratu")); }, "no co-design problem is called 'bratu'"));
  EXPECT_TRUE(refuses([] { stated_codesign(asked("solve draper --set effort")); }, "--set"));
  EXPECT_TRUE(refuses([] { stated_codesign(asked("solve draper --set effort=much")); }, "effort"));
  EXPECT_TRUE(refuses([] { stated_codesign(asked("solve draper --set area_1=-2")); },
                      "number 'area_1': the value -2 is outside its bounds"));
}

TEST(Codesigns, AreNoMotions) {
  const test::Outcome outcome = test::run_command("simulate draper --feedback");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(test::says(outcome.err, "'draper' is a co-design problem, which show, solve"));
}

}  // namespace tandem::cli::codesigns_test
