#include <tandem/ocp/lq/growth.hpp>

#include <gtest/gtest.h>

namespace tandem::lq::growth_test {

TEST(Growth, IsOfTheSlowestModeByTheFastest) {
  // Modes -0.1 +- 2i, and -8.
  const Eigen::Matrix3d a{{-0.1, 2.0, 0.0}, {-2.0, -0.1, 0.0}, {0.0, 0.0, -8.0}};
  const Growth found = growth(a);
  EXPECT_NEAR(found.relative, -0.1 / 8.0, 1e-15);
  EXPECT_EQ(found.mode.substr(0, 9), "mode -0.1");
  EXPECT_NEAR(growth(1e9 * a).relative, found.relative, 1e-15);  // whatever the unit of time
  EXPECT_NEAR(growth(-a).relative, 1.0, 1e-15);
  EXPECT_EQ(growth(0.0 * a).relative, 0.0);
}

}  // namespace tandem::lq::growth_test
