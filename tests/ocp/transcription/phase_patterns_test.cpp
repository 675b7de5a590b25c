#include <tandem/ocp/transcription/phase_patterns.hpp>

#include <tandem/ocp/transcription/staged_nlp.hpp>
#include <tandem/problems/registry.hpp>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tandem::phase_patterns_test {

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

// Ten numbers that all enter one rate: ten columns of that rate's defects, ten rows of the border's Hessian, and no
// entry more in rows that do not know them.
TEST(PhasePatterns, OfTenDesignNumbersAreTenColumnsWhereTheyEnter) {
  constexpr int kIntervals = 8;
  const auto sizes = [](Role role) {
    Problem problem("ten");
    std::vector<Number> numbers;
    for (int i = 0; i < 10; ++i)
      numbers.push_back(problem.number({fmt::format("p{}", i), 1.0, "", "", role, 0.5, 2.0}));
    auto phase = problem.phase<2, 1>("only");
    phase.state("x", {.start = 0.0, .end = 1.0}).state("v", {.start = 0.0}).control("u", {});
    phase.dynamics([=](const auto& k) {
      auto force = k.u[0] + 0.0;
      for (const Number& number : numbers) force = force - k[number] * k.x[0];
      return rates(k.x[1], force);
    });
    phase.running_cost([](const auto& k) { return square(k.u[0]); });
    const StagedNlp nlp(problem, uniform_mesh("trapezoid", kIntervals));
    EXPECT_EQ(nlp.layout().border(), role == Role::design ? 10 : 0);
    return std::pair(places_of(nlp.jacobian_pattern()).size(), places_of(nlp.hessian_pattern()).size());
  };
  const auto held = sizes(Role::constant), free = sizes(Role::design);
  EXPECT_EQ(free.first - held.first, 10U * kIntervals);
  EXPECT_EQ(free.second - held.second, 10U * (kIntervals + 1));  // beside x of every knot
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

}  // namespace tandem::phase_patterns_test
