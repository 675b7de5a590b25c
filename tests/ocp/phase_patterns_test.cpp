#include <tandem/ocp/phase_patterns.hpp>

#include <tandem/ocp/staged_nlp.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace tandem {
namespace {

std::set<std::pair<int, int>> places_of(const Pattern& pattern) {
  std::set<std::pair<int, int>> places;
  for (int i = 0; i < pattern.size(); ++i) places.emplace(pattern.rows[i], pattern.cols[i]);
  return places;
}

// x' = v, v' = u by the trapezoid: the defect of x knows x and v at both knots, that of v knows v and u.
TEST(PhasePatterns, OfADoubleIntegratorHoldWhatItsEquationsHold) {
  const StagedNlp nlp(make_problem("double-integrator-energy"), uniform_mesh("trapezoid", 1));
  const std::set<std::pair<int, int>> wanted{{0, 0}, {0, 1}, {0, 3}, {0, 4}, {1, 1}, {1, 2}, {1, 4}, {1, 5}};
  EXPECT_EQ(places_of(nlp.jacobian_pattern()), wanted);
  const std::set<std::pair<int, int>> squares_of_controls{{2, 2}, {5, 5}};
  EXPECT_EQ(places_of(nlp.hessian_pattern()), squares_of_controls);
}

// With a free end time every defect knows it, and h u, h v put it beside every v and u in the Hessian.
TEST(PhasePatterns, OfAFreeTimeAreOneColumnAndOneRow) {
  const StagedNlp nlp(make_problem("double-integrator-time"), uniform_mesh("trapezoid", 1));
  const int time = nlp.layout(0).end_time();
  EXPECT_EQ(time, 6);
  const auto jacobian = places_of(nlp.jacobian_pattern());
  EXPECT_TRUE(jacobian.count({0, time}) == 1 && jacobian.count({1, time}) == 1);
  const std::set<std::pair<int, int>> wanted{{time, 1}, {time, 2}, {time, 4}, {time, 5}};
  EXPECT_EQ(places_of(nlp.hessian_pattern()), wanted);
}

TEST(PhasePatterns, GrowLinearlyWithTheIntervals) {
  const auto sizes = [](int intervals) {
    const StagedNlp nlp(make_problem("cart-pole-swing-up"), uniform_mesh("hermite-simpson", intervals));
    return std::pair(nlp.jacobian_pattern().size(), nlp.hessian_pattern().size());
  };
  const auto ten = sizes(10), twenty = sizes(20), thirty = sizes(30);
  EXPECT_EQ(thirty.first - twenty.first, twenty.first - ten.first);
  EXPECT_EQ(thirty.second - twenty.second, twenty.second - ten.second);
}

}  // namespace
}  // namespace tandem
