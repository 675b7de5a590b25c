#include <tandem/report/path_page.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <report/sample_solution.hpp>
#include <support/refusal.hpp>

#include <string>

namespace tandem::path_page_test {

using test::refuses;
using test::says;

Homotopy sample_path(const Problem& problem) {
  Homotopy path;
  path.problem = problem.name();
  path.over = "max_force";
  path.from = 20.0;
  path.to = 10.0;
  path.status = PathStatus::reached;
  path.reason = "reached max_force = 10";
  Certificate certified;
  certified.lines = {{"price", 2.0, 100.0, false, true, "x"}};
  path.points = {{20.0, 58.0, 14, certified}, {15.0, 58.5, 3}, {10.0, 60.0, 5, certified}};
  path.solution = sample_solution(problem);
  path.solution->numbers["max_force"] = 10.0;
  return path;
}

int count(const std::string& text, const std::string& what) {
  int found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// The section of the page that shows the path.
std::string section_of(const std::string& page) {
  const std::size_t start = page.find("<section id=\"path\"");
  return start == std::string::npos ? "" : page.substr(start, page.find("</section>", start) - start);
}

TEST(PathPage, ShowsEachPointAndWhetherItIsCertified) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const std::string section = section_of(report_html(problem, sample_path(problem)));
  EXPECT_EQ(count(section, "<circle"), 3);
  EXPECT_EQ(count(section, ", certified</title>"), 2);
  EXPECT_TRUE(says(section, "max_force went from 20 to 10: reached max_force = 10. 3 points, 2 of them certified"));
  EXPECT_FALSE(says(section, "<ul>"));  // nothing special happened
}

TEST(PathPage, MarksFoldsBranchPointsAndChangesOfStructure) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Homotopy path = sample_path(problem);
  path.marks = {{Mark::fold, 12.5}, {Mark::branch_point, 13.5}, {Mark::structure_change, 14.5, 3, 1}};
  const std::string section = section_of(report_html(problem, path));
  EXPECT_TRUE(says(section, "<title>fold at max_force = 12.5</title>"));
  EXPECT_TRUE(says(section, "<title>branch point at max_force = 13.5</title>"));
  EXPECT_TRUE(says(section, "<title>change of structure at max_force = 14.5</title>"));
  EXPECT_TRUE(says(section, "folds at max_force = 12.5</li>"));
}

TEST(PathPage, MarksTheEndOfFeasibility) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Homotopy path = sample_path(problem);
  path.status = PathStatus::end_of_feasibility;
  EXPECT_TRUE(says(section_of(report_html(problem, path)), "end of feasibility at max_force = 10"));
}

TEST(PathPage, DrawsAPathOfOnePointOrOneValue) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Homotopy path = sample_path(problem);
  path.points.resize(1);
  const std::string section = section_of(report_html(problem, path));
  EXPECT_EQ(count(section, "<circle"), 1);
  EXPECT_FALSE(says(section, "nan"));
  EXPECT_FALSE(says(section, "inf"));
}

TEST(PathPage, EscapesWhatASolverSays) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Homotopy path = sample_path(problem);
  path.reason = "x < 1 & y";
  EXPECT_TRUE(says(section_of(report_html(problem, path)), "x &lt; 1 &amp; y"));
}

TEST(PathPage, RefusesAPathWithoutAnAnswer) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Homotopy path = sample_path(problem);
  path.solution.reset();
  EXPECT_TRUE(refuses([&] { report_html(problem, path); }, "the path has no answer"));
}

}  // namespace tandem::path_page_test
