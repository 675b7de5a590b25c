#include <docs/design_page.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::docs::design_page_test {

using test::says;

DocumentedDesign beam() {
  DocumentedDesign one;
  one.name = "a-beam";
  one.description = {.title = "A beam <light>", .source = "a paper", .teaches = "lightness"};
  one.comment = "minimise  m(p)\n";
  one.command = "tandem pareto a-beam";
  one.value = 4.79412;
  one.answer = {{"front", "3 points"}};
  one.designs = {{.name = "p", .value = 2.0, .unit = "m", .meaning = "depth", .lower = 0.5}};
  one.numbers = {{.name = "rho", .value = 3.0, .meaning = "density"}};
  return one;
}

TEST(DesignPage, SaysStatementAnswerAndNumbers) {
  const std::string text = design_section(beam());
  EXPECT_TRUE(says(text, "## a-beam\n\nA beam \\<light\\>. Shows lightness.\n"));
  EXPECT_TRUE(says(text, "```text\nminimise  m(p)\n```"));
  EXPECT_TRUE(says(text, "| value | **4.79412** |"));
  EXPECT_TRUE(says(text, "| command | `tandem pareto a-beam` |"));
  EXPECT_TRUE(says(text, "| front | 3 points |"));
  EXPECT_TRUE(says(text, "| `p` | chosen, from 2, at least 0.5 | m | depth |"));
  EXPECT_TRUE(says(text, "| `rho` | 3 |  | density |"));
  EXPECT_FALSE(text.find("The designs") != std::string::npos);  // it has no table of more
}

TEST(DesignPage, ListsEachWithALinkToItsSection) {
  DocumentedDesign one = beam();
  one.description.reference = ReferenceValue{4.8, 1e-2, "by hand"};
  EXPECT_TRUE(says(designs_index({one}), "| [a-beam](#a-beam) | A beam \\<light\\> | 1 | 4.79 |"));
  EXPECT_TRUE(says(design_section(one), "| reference | 4.8, held to 0.01 (by hand) |"));
}

}  // namespace tandem::docs::design_page_test
