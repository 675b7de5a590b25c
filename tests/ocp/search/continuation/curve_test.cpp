#include <tandem/ocp/search/continuation/curve.hpp>

#include <gtest/gtest.h>

namespace tandem::continuation::curve_test {

TEST(Curve, CountsItsSpecialPointsByTheirKind) {
  Curve curve;
  curve.specials = {{Special::fold, "", {}, true}, {Special::event, "noon", {}, true}, {Special::fold, "", {}, true}};
  EXPECT_EQ(curve.count(Special::fold), 2);
  EXPECT_EQ(curve.count(Special::target), 0);
}

TEST(Curve, HasAWordForEachEndAndEachKind) {
  EXPECT_EQ(to_string(CurveEnd::corrector_failure), "corrector_failure");
  EXPECT_EQ(to_string(CurveEnd::closed), "closed");
  EXPECT_EQ(to_string(Special::branch_point), "branch_point");
}

}  // namespace tandem::continuation::curve_test
