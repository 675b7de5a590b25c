#include <tandem/core/stopwatch.hpp>

#include <gtest/gtest.h>

namespace tandem::stopwatch_test {

TEST(Stopwatch, NeverGoesBack) {
  const Stopwatch watch;
  const double first = watch.seconds();
  EXPECT_GE(first, 0.0);
  EXPECT_GE(watch.seconds(), first);
}

TEST(Stopwatch, AddsItsTimeWhereItEnds) {
  const Stopwatch all;
  double seconds = 1.0;
  { const TimeAdded added(seconds); }
  EXPECT_GE(seconds, 1.0);
  EXPECT_LE(seconds - 1.0, all.seconds());
}

TEST(Deadline, IsOverWhereNoTimeIsLeft) {
  EXPECT_FALSE(Deadline().is_over());
  EXPECT_TRUE(Deadline(0.0).is_over());
  EXPECT_TRUE(Deadline(-1.0).is_over());
  const Deadline hour(3600.0);
  EXPECT_LE(hour.left(), hour.seconds());
  EXPECT_FALSE(hour.is_over());
}

}  // namespace tandem::stopwatch_test
