#include <tandem/problems/codesign_registry.hpp>

#include <tandem/core/names.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <support/plain_name.hpp>
#include <support/refusal.hpp>

#include <algorithm>
#include <vector>

namespace tandem::codesign_registry_test {

using Eigen::VectorXd;

class EveryCodesign : public testing::TestWithParam<std::string> {};

TEST_P(EveryCodesign, SaysWhatItIs) {
  const Codesign problem = make_codesign(GetParam());
  EXPECT_EQ(problem.name(), GetParam());
  EXPECT_FALSE(problem.description().title.empty());
  EXPECT_FALSE(problem.description().source.empty());
  EXPECT_FALSE(problem.description().teaches.empty());
  EXPECT_TRUE(problem.description().reference);
  for (const NamedNumber& number : problem.designs()) EXPECT_FALSE(number.meaning.empty()) << number.name;
  for (const NamedNumber& number : problem.numbers()) EXPECT_FALSE(number.meaning.empty()) << number.name;
}

/// By x = ln p, fourth order: error h^4 of a power law, and rounding over h: of values 1e-11, of gradients 1e-10 where
/// controls are as cheap as in the examples of Salama et al.
TEST_P(EveryCodesign, HasTheDerivativesThatDifferencesHave) {
  const Codesign problem = make_codesign(GetParam());
  const VectorXd x = logarithms(problem.start().cwiseMax(2.0 * problem.lower()));
  const auto cost = [&](const VectorXd& at, bool is_control) {
    const VectorXd p = exponentials(at);
    return by_logarithms(is_control ? problem.control_cost(p) : problem.structure_cost(p), p);
  };
  const double h = 1e-3;
  for (const bool is_control : {false, true}) {
    const NumberJet here = cost(x, is_control);
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const auto moved = [&](double steps) { return cost(x + steps * h * VectorXd::Unit(x.size(), i), is_control); };
      const auto a = moved(-2), b = moved(-1), c = moved(1), d = moved(2);
      EXPECT_NEAR(here.gradient(i), (a.value - 8.0 * b.value + 8.0 * c.value - d.value) / (12.0 * h),
                  3e-8 * here.value);
      const VectorXd column = (a.gradient - 8.0 * b.gradient + 8.0 * c.gradient - d.gradient) / (12.0 * h);
      EXPECT_LE((here.hessian.col(i) - column).norm(), 3e-7 * here.value) << i;
    }
  }
}

TEST_P(EveryCodesign, IsAFreshCopyEachTime) {
  Codesign changed = make_codesign(GetParam());
  const NamedNumber first = changed.numbers()[0];
  changed.set(first.name, first.value * 1.5);
  EXPECT_FALSE(changed.is_as_stated());
  EXPECT_EQ(changed.value(first.name), first.value * 1.5);
  EXPECT_TRUE(make_codesign(GetParam()).is_as_stated());
  EXPECT_EQ(make_codesign(GetParam()).value(first.name), first.value);
}

INSTANTIATE_TEST_SUITE_P(CodesignRegistry, EveryCodesign, testing::ValuesIn(codesign_names()), test::PlainName());

TEST(CodesignRegistry, HasNamesOfItsOwnInTheOrderOfTheAlphabet) {
  const std::vector<std::string> names = codesign_names(), motions = problem_names();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  for (const std::string& name : names) {
    EXPECT_TRUE(is_plain_name(name) && is_codesign(name));
    EXPECT_EQ(std::count(motions.begin(), motions.end(), name), 0);
  }
  EXPECT_FALSE(is_codesign("acrobot-swing-up"));
}

TEST(CodesignRegistry, RefusesAnUnknownNameWithTheNearest) {
  EXPECT_TRUE(test::refuses([] { make_codesign("salama-hob"); }, "did you mean 'salama-hub'?"));
}

}  // namespace tandem::codesign_registry_test
