#include <tandem/problems/codesign_registry.hpp>

#include <docs/codesign_page.hpp>
#include <docs/problems_md.hpp>
#include <gtest/gtest.h>
#include <support/plain_name.hpp>
#include <support/refusal.hpp>

namespace tandem::docs::codesign_page_test {

using test::says;

class DocumentedCodesigns : public testing::TestWithParam<std::string> {
 protected:
  std::string text = test::section(GetParam());
  Codesign problem = make_codesign(GetParam());
};

TEST_P(DocumentedCodesigns, AgreeWithTheirReferences) {
  ASSERT_NE(text, "") << "run `make docs`";
  const ReferenceValue reference = *problem.description().reference;
  EXPECT_NEAR(test::value_in(text), reference.objective, 1.5 * reference.tolerance);  // rounded to its unit
  EXPECT_TRUE(
      says(text, fmt::format("| reference | {:.12g}, held to {:.1g} (", reference.objective, reference.tolerance)));
}

TEST_P(DocumentedCodesigns, SayTheirMathematicsNumbersAndCommand) {
  EXPECT_TRUE(says(text, "```text\nminimise"));
  EXPECT_TRUE(
      says(text, problem.has_limits() ? "`tandem solve " + GetParam() + "`" : "`tandem pareto " + GetParam() + "`"));
  for (const auto& list : {problem.designs(), problem.numbers()}) {
    for (const NamedNumber& number : list) EXPECT_TRUE(says(text, "| `" + number.name + "` |"));
  }
}

TEST_P(DocumentedCodesigns, HaveASmallPicture) {
  EXPECT_TRUE(says(text, "<img src=\"images/problems/" + GetParam() + ".svg\""));
  EXPECT_TRUE(test::picture(GetParam()).starts_with("<svg "));
  EXPECT_LT(test::picture(GetParam()).size(), 20000U);
}

INSTANTIATE_TEST_SUITE_P(Registry, DocumentedCodesigns, testing::ValuesIn(codesign_names()), test::PlainName());

/// p against 1 / p: the front is p = sqrt(lambda / (1 - lambda)).
Codesign one_size() {
  Codesign problem("one-size");
  problem.description() = {
      .title = "A size", .source = "here", .teaches = "a front", .reference = ReferenceValue{1.0, 1e-6, "by hand"}};
  problem.design({.name = "p", .value = 1.0, .meaning = "the size", .lower = 0.01});
  problem.structure_cost([](const DesignValues& k) { return k.sizes()[0]; });
  problem.control_cost([](const DesignValues& k) { return NumberJet::constant(1.0, 1) / k.sizes()[0]; });
  problem.weights() = {0.2, 0.5, 0.8};
  return problem;
}

TEST(CodesignPage, SaysTheValueAtEqualWeightsAndEveryPoint) {
  const DocumentedDesign one = documented_codesign(one_size(), "minimise  p\n");
  EXPECT_NEAR(one.value, 1.0, 1e-9);
  EXPECT_EQ(one.command, "tandem pareto one-size");
  EXPECT_TRUE(says(one.table, "| 0.2 | 0.5 | 2 | 0.5 |"));
  EXPECT_TRUE(says(one.table, "| 0.8 | 2 | 0.5 | 2 |"));
  EXPECT_TRUE(one.picture.starts_with("<svg "));
}

TEST(CodesignPage, RefusesWhatIsNoAnswer) {
  Codesign off = one_size();
  off.description().reference->objective = 1.1;
  EXPECT_TRUE(test::refuses([&] { documented_codesign(off, ""); }, "its reference is 1.1"));
  Codesign without = one_size();
  without.weights() = {0.2};
  EXPECT_TRUE(test::refuses([&] { documented_codesign(without, ""); }, "has no point at lambda = 0.5"));
  without.weights().clear();
  EXPECT_TRUE(test::refuses([&] { documented_codesign(without, ""); }, "neither limits nor weights"));
}

}  // namespace tandem::docs::codesign_page_test
