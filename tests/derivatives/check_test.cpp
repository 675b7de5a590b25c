#include <tandem/derivatives/check.hpp>

#include "support/refusal.hpp"
#include <gtest/gtest.h>

namespace tandem::check_test {

DerivativeReport sample_report(bool agrees) {
  BlockReport good{"dynamics", {"tape", "jets"}, 2e-16, 1e-11, {"rate of x", "x"}, "", true};
  BlockReport other{"running cost", {"tape", "differences"}, 1e-6, 1e-9, {"running cost", "u"}, "a note", agrees};
  return {"thing", 7, {good, other}};
}

TEST(DerivativeReport, AgreesIfAllBlocksDo) {
  EXPECT_TRUE(sample_report(true).agrees());
  EXPECT_STREQ(sample_report(true).verdict(), "pass");
  EXPECT_FALSE(sample_report(false).agrees());
  EXPECT_STREQ(sample_report(false).verdict(), "fail");
}

TEST(DerivativeReport, IsATableWithTheWorstEntryOfEachBlock) {
  const std::string text = to_text(sample_report(false));
  EXPECT_TRUE(test::says(text, "thing: derivatives FAIL"));
  EXPECT_TRUE(test::says(text, "dynamics      tape jets"));
  EXPECT_TRUE(test::says(text, "2.0e-16    1e-11  ok    rate of x by x"));
  EXPECT_TRUE(test::says(text, "1.0e-06    1e-09  FAILS running cost by u"));
  EXPECT_TRUE(test::says(text, "    a note\n"));
}

TEST(CheckOptions, AreRefusedWithoutStates) {
  EXPECT_TRUE(test::refuses([] { check_options({0, 1}); }, "0 states were asked for, at least 1 is needed"));
}

}  // namespace tandem::check_test
