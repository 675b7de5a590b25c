#include <tandem/core/memory.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace tandem::memory_test {

TEST(Memory, ThatIsWrittenToIsResident) {
  constexpr std::size_t kSize = std::size_t{64} << 20;
  const std::size_t before = resident_bytes();
  const std::vector<char> room(kSize, 'x');
  EXPECT_GT(before, std::size_t{1} << 20);
  EXPECT_NEAR(static_cast<double>(resident_bytes() - before), static_cast<double>(room.size()), 8e6);
}

TEST(Memory, OfAControlGroupIsANumberOrNone) {
  EXPECT_EQ(bytes_in("1073741824\n"), 1073741824U);
  EXPECT_FALSE(bytes_in("max\n").has_value());
  EXPECT_FALSE(bytes_in("").has_value());
}

TEST(Memory, ThatIsAvailableStandsAmongOthers) {
  EXPECT_EQ(available_in("MemTotal:       24576000 kB\nMemAvailable:   23068672 kB\n"), 23622320128U);
  EXPECT_FALSE(available_in("MemTotal:       24576000 kB\n").has_value());
}

TEST(Memory, OfTheProgramHasABoundThatItIsWithin) {
  ASSERT_TRUE(available_bytes().has_value());
  EXPECT_GT(*available_bytes(), resident_bytes());
}

}  // namespace tandem::memory_test
