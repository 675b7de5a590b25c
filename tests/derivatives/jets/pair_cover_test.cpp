#include <tandem/derivatives/jets/pair_cover.hpp>

#include <dynamics/random_tree.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <limits>

namespace tandem::pair_cover_test {

/// Of a kernel for as many seeds: value, gradient and triangle.
double cost(const std::vector<int>& set) {
  const double n = static_cast<double>(set.size());
  return 1 + n + n * (n + 1) / 2;
}

BoolMatrix covered(int inputs, const std::vector<std::vector<int>>& sets) {
  BoolMatrix all = BoolMatrix::Constant(inputs, inputs, false);
  for (const std::vector<int>& set : sets) {
    for (const int i : set) {
      for (const int j : set) all(i, j) = true;
    }
  }
  return all;
}

BoolMatrix random_pattern(int inputs, double density, unsigned seed) {
  test::Dice dice(seed);
  BoolMatrix pattern = BoolMatrix::Constant(inputs, inputs, false);
  for (int i = 0; i < inputs; ++i) {
    for (int j = 0; j <= i; ++j) pattern(i, j) = pattern(j, i) = dice.number(0.0, 1.0) < density;
  }
  return pattern;
}

TEST(PairCover, CoversEachEntryOfAnyPattern) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const int inputs = 1 + static_cast<int>(seed);
    const BoolMatrix pattern = random_pattern(inputs, seed % 2 == 0 ? 0.1 : 0.7, seed);
    const auto sets = cover_pairs(pattern, {1, 2, 3, 4, 6, 8}, cost);
    EXPECT_TRUE((covered(inputs, sets).array() >= pattern.array()).all()) << seed;
    for (const auto& set : sets) EXPECT_LE(set.size(), 8U);
  }
}

TEST(PairCover, TakesTheInputsOfADiagonalOneByOne) {
  const BoolMatrix pattern = BoolMatrix::Identity(12, 12);
  const auto sets = cover_pairs(pattern, {1, 2, 4, 8}, cost);
  EXPECT_EQ(sets.size(), 12U);  // one of 1 costs 3, one of 4 15
}

TEST(PairCover, FindsTheBlocksOfAPatternOfBlocks) {
  BoolMatrix pattern = BoolMatrix::Constant(12, 12, false);
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) pattern(i, j) = i % 3 == j % 3;  // three blocks of four, interleaved
  }
  const auto sets = cover_pairs(pattern, {1, 2, 4, 8}, cost);
  EXPECT_EQ(sets, (std::vector<std::vector<int>>{{0, 3, 6, 9}, {1, 4, 7, 10}, {2, 5, 8, 11}}));
}

TEST(PairCover, HasNoSetsForNoEntries) {
  EXPECT_TRUE(cover_pairs(BoolMatrix::Constant(5, 5, false), {2, 4}, cost).empty());
  EXPECT_TRUE(cover_pairs(BoolMatrix(0, 0), {2, 4}, cost).empty());
}

TEST(PairCover, RefusesSizesThatHoldNoPair) {
  const BoolMatrix pattern = BoolMatrix::Constant(3, 3, true);
  EXPECT_TRUE(test::refuses([&] { cover_pairs(pattern, {1}, cost); }, "sets of two inputs"));
  const auto nothing = [](const std::vector<int>&) { return std::numeric_limits<double>::infinity(); };
  EXPECT_TRUE(test::refuses([&] { cover_pairs(pattern, {2, 4}, nothing); }, "that have a cost"));
}

}  // namespace tandem::pair_cover_test
