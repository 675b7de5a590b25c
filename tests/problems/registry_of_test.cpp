#include <tandem/problems/registry_of.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::registry_of_test {

struct Toy {
  int wheels;
};

Toy car() { return {4}; }
Toy bicycle() { return {2}; }

constexpr Registry<Toy>::Entry kEntries[] = {{"car", car}, {"bicycle", bicycle}};
constexpr Registry<Toy> kToys("toy", kEntries);

TEST(RegistryOf, MakesWhatItKnowsByName) {
  EXPECT_EQ(kToys.names(), (std::vector<std::string>{"car", "bicycle"}));
  EXPECT_TRUE(kToys.has("car"));
  EXPECT_FALSE(kToys.has("cart"));
  EXPECT_EQ(kToys.make("bicycle").wheels, 2);
}

TEST(RegistryOf, RefusesOtherNamesWithTheNearest) {
  EXPECT_TRUE(test::refuses([] { kToys.make("bicicle"); }, "no toy is called 'bicicle'; did you mean 'bicycle'?"));
}

}  // namespace tandem::registry_of_test
