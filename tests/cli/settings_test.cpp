#include <tandem/cli/settings.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::cli::settings_test {

TEST(Settings, AreTakenApartAtTheFirstEqualsSign) {
  const Setting setting = setting_from("key=a=b", "--set");
  EXPECT_EQ(setting.key, "key");
  EXPECT_EQ(setting.value, "a=b");
}

TEST(Settings, WithoutAKeyOrASignAreRefusedByTheOption) {
  EXPECT_TRUE(test::refuses([] { setting_from("=3", "--set"); }, "--set takes KEY=VALUE, not '=3'"));
  EXPECT_TRUE(test::refuses([] { setting_from("key", "--ipopt"); }, "--ipopt takes KEY=VALUE, not 'key'"));
}

TEST(Settings, HaveNumbersThatAreFiniteAndWhole) {
  EXPECT_EQ(number_from("-2.5e-3", "mass"), -2.5e-3);
  for (const char* text : {"", "1x", "nan", "inf", "1,5", " 1"}) {
    EXPECT_TRUE(test::refuses([&] { number_from(text, "mass"); }, "the value of 'mass' is not a finite number"));
  }
}

}  // namespace tandem::cli::settings_test
