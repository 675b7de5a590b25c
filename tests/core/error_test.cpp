#include <tandem/core/error.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::error_test {

TEST(Require, LetsATrueConditionPass) { EXPECT_NO_THROW(require(1 < 2, "never said")); }

TEST(Require, RefusesWithASentenceThatNamesTheThing) {
  const auto bad = [] { require(false, "joint '{}': axis has length {}", "elbow", 0); };
  EXPECT_EQ(test::refusal(bad), "joint 'elbow': axis has length 0");
}

TEST(Refuse, ThrowsInvalidInput) { EXPECT_THROW(refuse("state '{}' is unknown", "x"), InvalidInput); }

TEST(Errors, AllAreErrorsOfTandemAndOfTheStandardLibrary) {
  EXPECT_THROW(throw NumericalError("the matrix is singular"), Error);
  EXPECT_THROW(throw InvalidInput("the count is negative"), Error);
  EXPECT_THROW(throw InvalidInput("the count is negative"), std::runtime_error);
}

}  // namespace tandem::error_test
