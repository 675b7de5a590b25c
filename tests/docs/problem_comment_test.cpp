#include <docs/problem_comment.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::docs::problem_comment_test {

const std::string kSource =
    "/// Of something else.\n"
    "int helper();\n"
    "\n"
    "/// A bead slides: v_x > 0.\n"
    "///\n"
    "///   minimise  T,\n"
    "///     x' = v\n"
    "///\n"
    "/// J. Bernoulli, 1696.\n"
    "Problem fast_bead() {\n"
    "}\n"
    "/// minimise  a weight\n"
    "Codesign light_beam() {\n";

TEST(ProblemComment, IsTheOneJustAboveTheProblem) {
  EXPECT_EQ(comment_of("fast-bead", kSource),
            "A bead slides: v_x > 0.\n\n  minimise  T,\n    x' = v\n\nJ. Bernoulli, 1696.\n");
}

TEST(ProblemComment, IsOfACodesignToo) { EXPECT_EQ(comment_of("light-beam", kSource), "minimise  a weight\n"); }

TEST(ProblemComment, IsAskedForByName) {
  EXPECT_TRUE(test::refuses([] { comment_of("slow-bead", kSource); }, "the source of 'slow-bead' has no line"));
  EXPECT_TRUE(test::refuses([] { comment_of("bare", "\nProblem bare() {\n"); }, "'bare' has no comment above it"));
}

TEST(ProblemComment, SetsFormulasAsTheyStandAndLetsWordsFlow) {
  EXPECT_EQ(markdown_of(comment_of("fast-bead", kSource)),
            "A bead slides: v\\_x \\> 0.\n\n```text\nminimise  T,\n  x' = v\n```\n\nJ. Bernoulli, 1696.\n");
  EXPECT_EQ(markdown_of("minimise  T,  x' = v\n\nClassical.\n"), "```text\nminimise  T,  x' = v\n```\n\nClassical.\n");
}

}  // namespace tandem::docs::problem_comment_test
