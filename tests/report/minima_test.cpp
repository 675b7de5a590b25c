#include <tandem/report/minima.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <report/sample_solution.hpp>
#include <support/refusal.hpp>

namespace tandem::minima_test {

using test::says;

MultiStart sample_minima(const Problem& problem) {
  MultiStart found{.starts = 10, .seed = 3};
  for (const double objective : {57.94478, 58.80767}) {
    Minimum minimum{sample_solution(problem), {4, 7}};
    minimum.solution.objective = objective;
    found.minima.push_back(minimum);
  }
  found.minima[1].starts = {0};
  found.minima[1].solution.certificate.reasons = {"too coarse"};
  return found;
}

TEST(Minima, StandInATableAtTheEndOfTheAnswersPage) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const std::string page = report_html(problem, sample_minima(problem));
  const std::size_t section = page.find("<section id=\"minima\"");
  ASSERT_NE(section, std::string::npos);
  EXPECT_GT(section, page.find("<section id=\"certificate\""));
  EXPECT_LT(section, page.find("</main>"));
  const std::string table = page.substr(section);
  EXPECT_TRUE(says(table, "3 of 10 starts (seed 3) were solved"));
  EXPECT_TRUE(says(table, ">57.94478<small>this page</small></th><td>2 of 10</td><td>start 4</td>"));
  EXPECT_TRUE(says(table, ">58.80767</th><td>1 of 10</td><td>the problem’s own guess</td>"));
  EXPECT_TRUE(says(table, "not certified"));
}

TEST(Minima, LeaveThePageAsItIsWhereNothingWasFound) {
  const Problem problem = make_problem("cart-pole-swing-up");
  MultiStart none{.starts = 10};
  none.failure = sample_solution(problem);
  EXPECT_EQ(report_html(problem, none).find("<section id=\"minima\""), std::string::npos);
}

}  // namespace tandem::minima_test
