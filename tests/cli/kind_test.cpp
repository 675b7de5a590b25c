#include <tandem/cli/kind.hpp>

#include <gtest/gtest.h>

namespace tandem::cli::kind_test {

TEST(Kinds, HoldThoseTheyAreMadeOf) {
  constexpr Kinds some = Kind::motion | Kind::urdf;
  static_assert(some.has(Kind::motion) && some.has(Kind::urdf) && !some.has(Kind::model));
  static_assert((some | kDesigns).has(Kind::controller));
  for (const Kind kind :
       {Kind::motion, Kind::starts, Kind::every, Kind::structure, Kind::controller, Kind::model, Kind::urdf}) {
    EXPECT_TRUE(kAllKinds.has(kind));
    EXPECT_FALSE(words_for(kind).empty());
  }
}

TEST(Kinds, AreCalledByTheirPluralsOnceEach) {
  EXPECT_EQ(plural_of(Kind::structure), "co-design problems");
  EXPECT_EQ(plural_of(kMotions), "problems of motion");
  EXPECT_EQ(plural_of(Kind::motion | kDesigns), "problems of motion, co-design problems and controller problems");
}

TEST(Kinds, SayWhatAnOptionIsForInsteadWhereTheyAreOfNoName) {
  EXPECT_EQ(words_for(Kind::structure), "a co-design problem");
  EXPECT_EQ(words_for(Kind::every), "one problem, not for --all");
  EXPECT_EQ(words_for(Kind::starts), "one solve, not for --multi-start");
  EXPECT_FALSE(is_of_one_name(Kind::every) || is_of_one_name(Kind::starts) || !is_of_one_name(Kind::urdf));
}

TEST(Listed, PutsAWordBeforeTheLast) {
  EXPECT_EQ(listed({}, "and"), "");
  EXPECT_EQ(listed({"a"}, "and"), "a");
  EXPECT_EQ(listed({"a", "b"}, "or"), "a or b");
  EXPECT_EQ(listed({"a", "b", "c"}, "and"), "a, b and c");
}

}  // namespace tandem::cli::kind_test
