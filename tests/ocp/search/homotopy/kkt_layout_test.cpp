#include <tandem/ocp/search/homotopy/kkt_layout.hpp>

#include <gtest/gtest.h>
#include <ocp/search/homotopy/kkt_points.hpp>

namespace tandem::homotopy::kkt_layout_test {

TEST(KktLayout, CountsWhatIsFixedWhatIsBoundedAndWhatHasASlack) {
  test::Followed followed("cart-pole-swing-up", "max_force", 20.0, 4);
  const KktLayout layout(followed.nlp);
  EXPECT_EQ(layout.unknowns(), 5 * 5 + 4 + 1);  // 5 knots of 4 states and a force, 4 midpoints' forces, the number
  EXPECT_EQ(layout.rows(), 4 * 4);
  EXPECT_TRUE(layout.inequalities().empty());
  int fixed = 0;
  for (int i = 0; i < layout.unknowns(); ++i) fixed += layout.is_fixed(i);
  EXPECT_EQ(fixed, 4 + 4 + 1);                // both ends and the number
  EXPECT_EQ(layout.below().size(), 9U + 3U);  // forces, and the cart's place at inner knots
  EXPECT_EQ(layout.above(), layout.below());
  EXPECT_EQ(layout.size(), 30 + 16 + 24);
}

TEST(KktLayout, SeesWhenBoundsMeet) {
  test::Followed followed("cart-pole-swing-up", "max_force", 20.0, 4);
  const KktLayout layout(followed.nlp);
  EXPECT_TRUE(layout.fits(followed.nlp));
  followed.nlp.set_number("max_force", 0.0);
  EXPECT_FALSE(layout.fits(followed.nlp));
}

}  // namespace tandem::homotopy::kkt_layout_test
