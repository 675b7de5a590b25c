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

TEST(Escaped, LeavesTextAsItIs) {
  const std::string text = "Größe 3.5 m\n\t→ \xf0\x9f\x9a\x80";
  EXPECT_EQ(escaped(text), text);
  EXPECT_EQ(escaped(""), "");
}

TEST(Escaped, ShowsControlCharactersAndBytesThatAreNoUtf8) {
  EXPECT_EQ(escaped("a\x1b[2J"), "a\\x1b[2J");
  EXPECT_EQ(escaped("Gr\xf6\xdf"
                    "e"),
            "Gr\\xf6\\xdfe");
  EXPECT_EQ(escaped("\r\x7f"), "\\x0d\\x7f");
  EXPECT_EQ(escaped("\xc2\x9b"), "\\xc2\\x9b") << "a control character past ASCII";
  for (const char* const none : {"\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80"}) {
    EXPECT_EQ(escaped(none).find_first_of("\x80\x82\xaf\xc0\xe0\xe2\xed\xf4"), std::string::npos) << escaped(none);
  }
}

TEST(PrintableNames, AreOnOneLine) {
  EXPECT_TRUE(is_printable("Arm 1/Größe"));
  EXPECT_FALSE(is_printable("a\nb"));
  EXPECT_FALSE(is_printable("a\tb"));
  EXPECT_FALSE(is_printable("\x1b[31m"));
  EXPECT_FALSE(
      is_printable("Gr\xf6\xdf"
                   "e"));
}

}  // namespace tandem::names_test
