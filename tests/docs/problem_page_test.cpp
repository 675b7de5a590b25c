#include <tandem/problems/registry.hpp>

#include <docs/problem_page.hpp>
#include <docs/problems_md.hpp>
#include <gtest/gtest.h>
#include <support/plain_name.hpp>
#include <support/refusal.hpp>

namespace tandem::docs::problem_page_test {

using test::says;

class DocumentedProblems : public testing::TestWithParam<std::string> {
 protected:
  static std::string section(const std::string& name) { return test::section(name); }
};

TEST_P(DocumentedProblems, AgreeWithTheirReferences) {
  const ReferenceValue reference = *make_problem(GetParam()).description().reference;
  const std::string text = section(GetParam());
  ASSERT_NE(text, "") << "run `make docs`";
  EXPECT_NEAR(test::value_in(text), reference.objective,
              1.5 * reference.tolerance);  // rounded to one unit of the tolerance
  EXPECT_TRUE(
      says(text, fmt::format("| reference | {:.12g}, held to {:.1g} (", reference.objective, reference.tolerance)));
  EXPECT_TRUE(says(text, "| certificate | passes"));
}

TEST_P(DocumentedProblems, SayTheirMathematicsAndNumbers) {
  const Problem problem = make_problem(GetParam());
  const std::string text = section(GetParam());
  EXPECT_TRUE(says(text, "imise"));  // minimise, maximise
  for (const NamedNumber& number : problem.numbers()) EXPECT_TRUE(says(text, "| `" + number.name + "` |"));
  for (const Phase& phase : problem.phases()) {
    for (const State& state : phase.states) EXPECT_TRUE(says(text, "| `" + state.name + "` |"));
  }
}

TEST_P(DocumentedProblems, HaveASmallPicture) {
  EXPECT_TRUE(says(section(GetParam()), "<img src=\"images/problems/" + GetParam() + ".svg\""));
  const std::string picture = test::picture(GetParam());
  EXPECT_TRUE(picture.starts_with("<svg "));
  EXPECT_LT(picture.size(), 20000U);
}

INSTANTIATE_TEST_SUITE_P(Registry, DocumentedProblems, testing::ValuesIn(problem_names()), test::PlainName());

Solution answer_of(const Problem& problem, double objective) {
  Solution solution;
  solution.problem = problem.name();
  solution.objective = objective;
  return solution;
}

TEST(ProblemPage, WritesValuesAsFarAsTheirReferencesTell) {
  const auto value = [](const std::string& name, double objective) {
    const Problem problem = make_problem(name);
    return value_in_words({problem, answer_of(problem, objective), ""});
  };
  EXPECT_EQ(value("cart-pole-swing-up", 58.807666091), "58.80767");
  EXPECT_EQ(value("aly-chan", -3e-7), "0.00000");
}

TEST(ProblemPage, ListsEachProblemWithALinkToItsSection) {
  const Problem problem = make_problem("solar-array");
  const std::string page = problems_page({{problem, answer_of(problem, 1.2), "maximise  theta(T)\n"}});
  EXPECT_TRUE(says(page, "| [solar-array](#solar-array) | "));
  EXPECT_TRUE(says(page, "(maximised) |"));
  EXPECT_TRUE(says(page, "\n## solar-array\n"));
  EXPECT_TRUE(says(page, "```text\nmaximise  theta(T)\n```"));
}

}  // namespace tandem::docs::problem_page_test
