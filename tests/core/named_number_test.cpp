#include <tandem/core/named_number.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace tandem::named_number_test {

const Number kMass{0}, kLength{1};
const std::vector<double> kNumbers{3.0, 0.5};

TEST(Affine, OfAConstantIsThatConstant) { EXPECT_EQ(Affine(2.5).at(kNumbers), 2.5); }

TEST(Affine, OfANumberIsItsValue) { EXPECT_EQ(Affine(kLength).at(kNumbers), 0.5); }

// All values are sums of few halves: exact in binary, so equality is meant.
TEST(Affine, ReadsLikeArithmeticOfNumbersAndConstants) {
  EXPECT_EQ((-kMass).at(kNumbers), -3.0);
  EXPECT_EQ((2.0 * kMass).at(kNumbers), 6.0);
  EXPECT_EQ((kMass * 2.0).at(kNumbers), 6.0);
  EXPECT_EQ((kMass / 2.0).at(kNumbers), 1.5);
  EXPECT_EQ((kMass + kLength).at(kNumbers), 3.5);
  EXPECT_EQ((kMass - kLength).at(kNumbers), 2.5);
  EXPECT_EQ((2.0 * (kMass - 4.0 * kLength) + 1.0).at(kNumbers), 3.0);
  EXPECT_EQ((1.0 - Affine(kMass) / 2.0).at(kNumbers), -0.5);
  EXPECT_EQ((-(kMass + 1.0)).at(kNumbers), -4.0);
}

TEST(Affine, TakesConstantsOnEitherSideOfANumber) {
  EXPECT_EQ((1.0 - kLength).at(kNumbers), 0.5);
  EXPECT_EQ((1.0 + kLength).at(kNumbers), 1.5);
  EXPECT_EQ((kLength - 1.0).at(kNumbers), -0.5);
  EXPECT_EQ((kLength + 1.0).at(kNumbers), 1.5);
}

TEST(Affine, FollowsTheNumbersItWasMadeOf) {
  const Affine sum = kMass + 2.0 * kLength;
  EXPECT_EQ(sum.at(kNumbers), 4.0);
  EXPECT_EQ(sum.at(std::vector<double>{1.0, 1.0}), 3.0);
}

TEST(Affine, KnowsWhichNumbersItDependsOn) {
  const Affine sum = 1.0 + 2.0 * kMass;
  EXPECT_TRUE(sum.depends_on(kMass.index));
  EXPECT_FALSE(sum.depends_on(kLength.index));
  EXPECT_FALSE((0.0 * kMass).depends_on(kMass.index));
}

TEST(Range, OfOneValueHasNoLength) {
  const Range fixed = kMass;
  EXPECT_EQ(fixed.lower.at(kNumbers), 3.0);
  EXPECT_EQ(fixed.upper.at(kNumbers), 3.0);
}

TEST(Range, IsUnboundedUnlessToldOtherwise) {
  const Range free;
  EXPECT_EQ(free.lower.at(kNumbers), -kInfinity);
  EXPECT_EQ(free.upper.at(kNumbers), kInfinity);
}

TEST(Range, MayStandOnNumbersAtBothEnds) {
  const Range track{-kMass, 2.0 * kMass};
  EXPECT_EQ(track.lower.at(kNumbers), -3.0);
  EXPECT_EQ(track.upper.at(kNumbers), 6.0);
}

TEST(NamedNumber, IsAnUnboundedConstantUnlessToldOtherwise) {
  const NamedNumber number{"mass", 1.0, "kg", "of the cart"};
  EXPECT_EQ(number.role, Role::constant);
  EXPECT_TRUE(std::isinf(number.lower) && std::isinf(number.upper));
}

}  // namespace tandem::named_number_test
