#include <tandem/problems/controller_registry.hpp>

#include <docs/controller_page.hpp>
#include <docs/problems_md.hpp>
#include <gtest/gtest.h>
#include <support/plain_name.hpp>
#include <support/refusal.hpp>

namespace tandem::docs::controller_page_test {

using test::says;

class DocumentedControllers : public testing::TestWithParam<std::string> {
 protected:
  std::string text = test::section(GetParam());
  ControllerProblem problem = make_controller(GetParam());
};

TEST_P(DocumentedControllers, AgreeWithTheirReferences) {
  ASSERT_NE(text, "") << "run `make docs`";
  const ReferenceValue reference = *problem.description().reference;
  EXPECT_NEAR(test::value_in(text), reference.objective, 1.5 * reference.tolerance);  // rounded to its unit
}

TEST_P(DocumentedControllers, SayTheirMathematicsNumbersAndCommand) {
  EXPECT_TRUE(says(text, "```text\nminimise"));
  EXPECT_TRUE(says(text, "`tandem solve " + GetParam() + "`"));
  for (const NamedNumber& number : problem.numbers()) EXPECT_TRUE(says(text, "| `" + number.name + "` |"));
  const controllers::Objective objective = problem.objective();
  for (const auto& number : objective.form().numbers()) EXPECT_TRUE(says(text, "| `" + number.name + "` |"));
}

TEST_P(DocumentedControllers, HaveASmallPicture) {
  EXPECT_TRUE(test::picture(GetParam()).starts_with("<svg "));
  EXPECT_LT(test::picture(GetParam()).size(), 20000U);
}

INSTANTIATE_TEST_SUITE_P(Registry, DocumentedControllers, testing::ValuesIn(controller_names()), test::PlainName());

TEST(ControllerPage, RefusesAnAnswerThatIsOffItsReference) {
  ControllerProblem off = make_controller("gust-alleviation");
  off.description().reference->objective = 1e-4;
  EXPECT_TRUE(test::refuses([&] { documented_controller(off, ""); }, "its reference is 0.0001"));
}

}  // namespace tandem::docs::controller_page_test
