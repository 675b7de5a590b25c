#include <tandem/derivatives/knot_view.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <type_traits>
#include <vector>

namespace tandem::knot_values_test {

using Two = Knot<double, 2, 1>;

TEST(KnotValues, AreTakenApartByTheirNumber) {
  const Two k{{1.0, 2.0}, {3.0}, 4.0, {}};
  const auto& [x, v] = k.x;
  const auto& [u] = k.u;
  EXPECT_EQ(x + 10.0 * v + 100.0 * u, 321.0);
  EXPECT_EQ(std::get<1>(k.x), 2.0);
  static_assert(std::tuple_size_v<decltype(k.x)> == 2);
}

TEST(KnotValues, RefuseAnIndexThatThereIsNot) {
  const Two k{{1.0, 2.0}, {3.0}, 4.0, {}};
  EXPECT_EQ(k.x[1], 2.0);
  EXPECT_TRUE(
      test::refuses([&] { return k.x[2]; }, "a function asks for [2] of 2 states or controls: they count from 0"));
  EXPECT_TRUE(test::refuses([&] { return k.u[std::size_t(-1)]; }, "of 1 states or controls"));
  Two other = k;
  EXPECT_TRUE(test::refuses([&] { other.x[5] = 0.0; }, "[5] of 2"));
}

TEST(KnotValues, RefuseItWhereTheNumberIsKnownAtRunTime) {
  const std::vector<double> x{1.0, 2.0, 3.0};
  const Knot<double, kRunTime, kRunTime> k{x, {}, 0.0, {}};
  EXPECT_EQ(k.x[2], 3.0);
  EXPECT_EQ(k.x.size(), 3u);
  EXPECT_TRUE(test::refuses([&] { return k.x[3]; }, "[3] of 3"));
  EXPECT_TRUE(test::refuses([&] { return k.u[0]; }, "[0] of 0")) << "at an end there are no controls";
}

}  // namespace tandem::knot_values_test
