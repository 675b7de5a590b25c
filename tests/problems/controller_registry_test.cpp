#include <tandem/problems/controller_registry.hpp>

#include <tandem/core/names.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <algorithm>
#include <vector>

namespace tandem::controller_registry_test {

TEST(ControllerRegistry, HasProblemsThatSayWhatTheyAre) {
  for (const std::string& name : controller_names()) {
    const ControllerProblem problem = make_controller(name);
    EXPECT_EQ(problem.name(), name);
    EXPECT_FALSE(problem.description().title.empty());
    EXPECT_FALSE(problem.description().source.empty());
    EXPECT_FALSE(problem.description().teaches.empty());
    EXPECT_TRUE(problem.description().reference);
    for (const NamedNumber& number : problem.numbers()) EXPECT_FALSE(number.meaning.empty()) << number.name;
    EXPECT_GT(problem.objective().form().size(), 0);
  }
}

TEST(ControllerRegistry, HasNamesOfItsOwnInTheOrderOfTheAlphabet) {
  const std::vector<std::string> names = controller_names(), motions = problem_names();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  for (const std::string& name : names) {
    EXPECT_TRUE(is_plain_name(name) && is_controller(name) && !is_codesign(name));
    EXPECT_EQ(std::count(motions.begin(), motions.end(), name), 0);
  }
  EXPECT_FALSE(is_controller("draper"));
  EXPECT_TRUE(test::refuses([] { make_controller("gust-alleviaton"); }, "did you mean 'gust-alleviation'?"));
}

}  // namespace tandem::controller_registry_test
