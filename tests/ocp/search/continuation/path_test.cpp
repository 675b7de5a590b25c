#include <tandem/ocp/search/continuation/path.hpp>

#include <gtest/gtest.h>

namespace tandem::continuation::path_test {

TEST(Path, CountsItsSpecialPointsByTheirKind) {
  Path path;
  path.specials = {{Special::fold, "", {}, true}, {Special::event, "noon", {}, true}, {Special::fold, "", {}, true}};
  EXPECT_EQ(path.count(Special::fold), 2);
  EXPECT_EQ(path.count(Special::target), 0);
}

TEST(Path, HasAWordForEachEndAndEachKind) {
  EXPECT_EQ(to_string(PathEnd::corrector_failure), "corrector_failure");
  EXPECT_EQ(to_string(PathEnd::closed), "closed");
  EXPECT_EQ(to_string(Special::branch_point), "branch_point");
}

}  // namespace tandem::continuation::path_test
