#include <tandem/report/still.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <report/sample_solution.hpp>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <regex>

namespace tandem::still_test {

using test::says;

std::string still_of(const std::string& name) {
  const Problem problem = make_problem(name);
  return still_svg(problem, sample_solution(problem));
}

int count(const std::string& text, const std::string& word) {
  int count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST(Still, ShowsAMechanismAtNineInstantsOnASheet) {
  const std::string svg = still_of("cart-pole-swing-up");
  EXPECT_EQ(count(svg, "<g opacity"), 9);
  EXPECT_EQ(count(svg, "<polygon"), 9);                                             // the cart
  EXPECT_EQ(count(svg, "fill=\"none\" stroke=\"#d9822b\" stroke-width=\"2\""), 1);  // the target once
}

TEST(Still, ShowsStatesAndControlsWhereNothingIsDrawn) {
  const std::string svg = still_of("two-mass-spring");
  EXPECT_EQ(count(svg, "<polyline"), 5);
  for (const char* name : {">position_1<", ">velocity_1<", ">force<"}) EXPECT_TRUE(says(svg, name));
}

TEST(Still, GoesThroughAllPhases) { EXPECT_EQ(count(still_of("bouncing-mass"), "<polyline"), 3); }

// Every point of what moves lies on the sheet; the cart's track goes on beyond it.
TEST(Still, StaysOnItsSheetAndSmall) {
  for (const char* name :
       {"cart-pole-swing-up", "acrobot-swing-up", "brachistochrone", "bilimoria-wie", "scalar-lqr"}) {
    const std::string svg = std::regex_replace(still_of(name), std::regex("<polyline[^>]*#9aa3ad[^>]*>"), "");
    EXPECT_LT(svg.size(), 20000U) << name;
    const std::regex list("points=\"([^\"]*)\""), pair("(-?[0-9.]+),(-?[0-9.]+)");
    for (std::sregex_iterator points(svg.begin(), svg.end(), list), end; points != end; ++points) {
      const std::string text = (*points)[1];
      for (std::sregex_iterator point(text.begin(), text.end(), pair); point != end; ++point) {
        EXPECT_GE(std::stod((*point)[1]), 0.0) << name;
        EXPECT_LE(std::stod((*point)[1]), 360.0) << name;
        EXPECT_GE(std::stod((*point)[2]), 0.0) << name;
        EXPECT_LE(std::stod((*point)[2]), 300.0) << name;
      }
    }
  }
}

TEST(Still, IsWrittenToAFileOrRefusedByItsName) {
  const Problem problem = make_problem("scalar-lqr");
  const Solution solution = sample_solution(problem);
  const test::TemporaryFile file("still.svg");
  save_still(problem, solution, file.path());
  EXPECT_EQ(file.text(), still_svg(problem, solution));
  EXPECT_TRUE(test::refuses([&] { save_still(problem, solution, "/no/such/folder/x.svg"); },
                            "cannot write to '/no/such/folder/x.svg'"));
  EXPECT_TRUE(test::refuses([&] { still_svg(make_problem("goddard"), solution); }, "the solution is one of"));
}

}  // namespace tandem::still_test
