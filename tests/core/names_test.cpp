#include <tandem/core/names.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tandem::names_test {

const std::vector<std::string> kProblems{"brachistochrone", "cart-pole-swing-up", "scalar-lqr"};

TEST(NearestNames, FindASwappedPairOfLetters) {
  EXPECT_EQ(nearest_names("scalar-lrq", kProblems), std::vector<std::string>{"scalar-lqr"});
}

TEST(NearestNames, FindANameByAPartOfIt) {
  EXPECT_EQ(nearest_names("cart-pole", kProblems), std::vector<std::string>{"cart-pole-swing-up"});
}

TEST(NearestNames, OfSomethingElseAreNone) {
  EXPECT_TRUE(nearest_names("zzzzzz", kProblems).empty());
  EXPECT_EQ(did_you_mean("zzzzzz", kProblems), "");
}

TEST(NearestNames, PutTheClosestFirstAndStopAtThree) {
  const std::vector<std::string> known{"q4", "q1", "q2", "q3", "x1"};
  EXPECT_EQ(nearest_names("q2", known).front(), "q2");
  EXPECT_EQ(nearest_names("q2", known).size(), 3U);
}

TEST(DidYouMean, IsASentenceWithAlternatives) {
  const std::vector<std::string> known{"mass", "mass"};
  EXPECT_EQ(did_you_mean("mas", known), "; did you mean 'mass' or 'mass'?");
}

TEST(PlainNames, AreLettersDigitsAndFewSigns) {
  EXPECT_TRUE(is_plain_name("cart-pole_2.x"));
  EXPECT_FALSE(is_plain_name(""));
  EXPECT_FALSE(is_plain_name("a b"));
}

}  // namespace tandem::names_test
