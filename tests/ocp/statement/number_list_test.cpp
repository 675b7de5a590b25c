#include <tandem/ocp/statement/number_list.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::number_list_test {

using test::refuses;

NumberList two_numbers() {
  NumberList list;
  list.add("arm", {.name = "mass", .value = 2.0, .lower = 0.0});
  list.add("arm", {.name = "length", .value = 0.5, .lower = 0.0, .upper = 1.0});
  return list;
}

TEST(NumberList, KeepsItsNumbersInOrderAndFindsThemByName) {
  const NumberList list = two_numbers();
  EXPECT_EQ(list.names(), (std::vector<std::string>{"mass", "length"}));
  EXPECT_EQ(list.values(), (std::vector{2.0, 0.5}));
  EXPECT_EQ(list.find("length"), 1);
  EXPECT_EQ(list.find("width"), std::nullopt);
  EXPECT_EQ(list[1].upper, 1.0);
}

TEST(NumberList, KnowsWhetherItsValuesAreThoseThatWereStated) {
  NumberList list = two_numbers();
  EXPECT_TRUE(list.is_as_stated());
  list.set(0, 3.0);
  EXPECT_FALSE(list.is_as_stated());
  list.set(0, 2.0);
  EXPECT_TRUE(list.is_as_stated());
}

TEST(NumberList, GivesANumberAnotherRole) {
  NumberList list = two_numbers();
  list.set_role(1, Role::design);
  EXPECT_EQ(list[1].role, Role::design);
  EXPECT_EQ(list[0].role, Role::constant);
}

TEST(NumberList, RefusesNamesAndValuesThatCannotBe) {
  NumberList list = two_numbers();
  EXPECT_TRUE(
      refuses([&] { list.add("problem 'arm'", {.name = "mass"}); }, "problem 'arm': two numbers are called 'mass'"));
  EXPECT_TRUE(refuses([&] { list.add("arm", {.name = "a b"}); }, "arm: a number has the name 'a b'"));
  EXPECT_TRUE(refuses([&] { list.add("arm", {.name = "x", .value = std::nan("")}); }, "its value nan is not finite"));
  EXPECT_TRUE(refuses([&] { list.add("arm", {.name = "x", .value = 2.0, .upper = 1.0}); }, "its value 2 is outside"));
  EXPECT_TRUE(refuses([&] { list.set(1, 2.0); }, "number 'length': the value 2 is outside its bounds [0, 1]"));
  EXPECT_TRUE(refuses([&] { list.set(1, kInfinity); }, "number 'length': the value inf is not finite"));
  EXPECT_EQ(list.values(), two_numbers().values());
}

}  // namespace tandem::number_list_test
