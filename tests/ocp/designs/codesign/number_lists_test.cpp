#include <tandem/ocp/designs/codesign/number_lists.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <vector>

namespace tandem::codesign::number_lists_test {

using test::refuses;

struct Lists {
  std::vector<NamedNumber> sizes{{.name = "depth", .value = 1.0, .lower = 0.5, .upper = 2.0}};
  std::vector<NamedNumber> others{{.name = "density", .value = 3.0}};
};

TEST(NumberLists, FindAndSetANumberWhereverItIs) {
  Lists l;
  EXPECT_EQ(value_of("beam", "density", {l.sizes, l.others}), 3.0);
  EXPECT_TRUE(set_value("beam", "depth", 2.0, {l.sizes, l.others}));
  EXPECT_FALSE(set_value("beam", "depth", 2.0, {l.sizes, l.others}));
  EXPECT_EQ(l.sizes[0].value, 2.0);
}

TEST(NumberLists, RefuseNamesAndValuesThatCannotBe) {
  Lists l;
  EXPECT_TRUE(refuses([&] { value_of("beam", "dept", {l.sizes}); },
                      "no number of 'beam' is called 'dept'; did you mean 'depth'?"));
  EXPECT_TRUE(
      refuses([&] { set_value("beam", "depth", 3.0, {l.sizes}); }, "'depth' cannot be 3: it must be within [0.5, 2]"));
  EXPECT_TRUE(refuses([&] { set_value("beam", "depth", NAN, {l.sizes}); }, "'depth' cannot be nan"));
  EXPECT_TRUE(refuses([&] { check_new("beam", {"density", 1.0}, {l.sizes, l.others}); }, "'density' is there twice"));
  EXPECT_TRUE(refuses([&] { check_new("beam", {"a b", 1.0}, {}); }, "'a b' is not a plain name"));
  EXPECT_TRUE(refuses([&] { check_new("beam", {"c", INFINITY}, {}); }, "'c' is inf, it should be finite"));
  EXPECT_TRUE(refuses([&] { check_new("beam", {.name = "c", .value = 1.0, .upper = 0.0}, {}); }, "'c' = 1 is outside"));
}

}  // namespace tandem::codesign::number_lists_test
