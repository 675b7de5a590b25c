#include <tandem/core/steps.hpp>

#include <tandem/core/jet.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace tandem::steps_test {

Steps three() { return Steps({1.0, 2.0}, 2, {10.0, 11.0, 20.0, 21.0, 30.0, 31.0}); }

TEST(Steps, BelongToTheCellThatBeginsAtABreak) {
  const Steps steps = three();
  EXPECT_EQ(steps.cells(), 3);
  EXPECT_EQ(steps.find(-5.0), 0.0);
  EXPECT_EQ(steps.find(std::nextafter(1.0, 0.0)), 0.0);
  EXPECT_EQ(steps.find(1.0), 1.0);
  EXPECT_EQ(steps.find(2.0), 2.0);
  EXPECT_EQ(steps.take(2.0, 1), 31.0);
}

TEST(Steps, OfNotANumberAreNone) {
  const Steps steps = three();
  const double cell = steps.find(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(std::isnan(cell));
  EXPECT_TRUE(std::isnan(steps.take(cell, 0)));
}

TEST(Steps, WithoutBreaksAreCounted) {
  const Steps steps({}, 1, {5.0, 6.0, 7.0});
  EXPECT_EQ(steps.take(steps.find(1.0), 0), 6.0);
  EXPECT_EQ(steps.find(9.0), 2.0);
}

TEST(Steps, RefuseCellsThatAreNotWholeAndBreaksThatDoNotGrow) {
  EXPECT_TRUE(test::refuses([] { Steps({1.0}, 2, {1.0, 2.0, 3.0}); }, "3 numbers are no whole cells of 2"));
  EXPECT_TRUE(test::refuses([] { Steps({1.0}, 1, {1.0, 2.0, 3.0}); }, "1 breaks divide no 3 cells"));
  EXPECT_TRUE(test::refuses([] { Steps({1.0, 1.0}, 1, {1.0, 2.0, 3.0}); }, "breaks must grow"));
}

TEST(Steps, AreKeptOnceWhereTheyAreEqual) {
  const std::size_t number = keep(three());
  EXPECT_EQ(keep(three()), number);
  EXPECT_NE(keep(Steps({1.0}, 1, {1.0, 2.0})), number);
  EXPECT_EQ(kept_steps(number), three());
}

TEST(Steps, OfAPackAreThoseOfItsLanes) {
  Pack4 x;
  for (int lane = 0; lane < 4; ++lane) x.set(lane, 0.5 + 0.5 * lane);
  std::array<Pack4, 2> out;
  look_up(keep(three()), x, std::span<Pack4>(out));
  constexpr std::array kExpected{11.0, 21.0, 21.0, 31.0};
  for (int lane = 0; lane < 4; ++lane) EXPECT_EQ(out[1][lane], kExpected[lane]);
}

TEST(Steps, OfAJetAreConstants) {
  using Jet2 = Jet<double, 1, 2>;
  std::array<Jet2, 2> out;
  look_up(keep(three()), Jet2::variable(1.5, 0), std::span<Jet2>(out));
  EXPECT_EQ(out[0].value, 20.0);
  EXPECT_TRUE(out[0].constant);
}

}  // namespace tandem::steps_test
