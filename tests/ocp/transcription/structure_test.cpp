#include <tandem/ocp/transcription/structure.hpp>

#include <gtest/gtest.h>
#include <ocp/support/rich_problem.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

namespace tandem::structure_test {

using test::says;

std::string structure_on(const Problem& problem, const std::string& transcription, int intervals,
                         const std::map<std::string, double>& scales = {}) {
  const StagedNlp nlp(problem, uniform_mesh(transcription, intervals));
  return structure_of(nlp, make_scaling(nlp, straight_line_guess(problem), scales));
}

// 11 knots of 4 states and a control, 10 midpoint controls; 40 defects.
TEST(Structure, CountsUnknownsEquationsAndNonZeros) {
  const std::string text = structure_on(make_problem("cart-pole-swing-up"), "hermite-simpson", 10);
  EXPECT_TRUE(says(text, "unknowns           65   in 11 stages"));
  EXPECT_TRUE(says(text, "equations          40"));
  EXPECT_TRUE(says(text, "nothing is shared by all stages"));
  EXPECT_TRUE(says(text, "measured by 1 throughout"));
}

TEST(Structure, NamesTheBorderAndWhatIsMeasured) {
  const std::string text = structure_on(test::rich_problem({.second_phase = true}), "gauss", 4, {{"b", 20.0}});
  EXPECT_TRUE(says(text, "start of 'only' end of 'only' end of 'second' number 'mass'"));
  EXPECT_TRUE(says(text, "phase 'second': 4 intervals of gauss"));
  EXPECT_TRUE(says(text, "only/b               20 (given)"));
  EXPECT_TRUE(says(structure_on(test::rich_problem({.ring = true}), "gauss", 4), "start states of 'only'"));
}

}  // namespace tandem::structure_test
