#include <tandem/ocp/statement/range_words.hpp>

#include <gtest/gtest.h>

namespace tandem::range_words_test {

TEST(RangeWords, SayWhatARangeAllows) {
  const std::vector<double> numbers{2.5};
  const auto words = [&](const Range& range) { return words_for(range, numbers); };
  EXPECT_EQ(words(1.0), "= 1");
  EXPECT_EQ(words({-2.0, 2.0}), "in [-2, 2]");
  EXPECT_EQ(words({-kInfinity, 3.0}), "<= 3");
  EXPECT_EQ(words({0.0, kInfinity}), ">= 0");
  EXPECT_EQ(words({}), "free");
  EXPECT_EQ(words(Number{0}), "= 2.5");
}

TEST(RangeWords, CallWhatIsNotStatedFree) { EXPECT_EQ(words_for(std::optional<Range>(), {}), "free"); }

}  // namespace tandem::range_words_test
