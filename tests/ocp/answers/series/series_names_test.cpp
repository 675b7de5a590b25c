#include <tandem/ocp/answers/series/series_names.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::series_names_test {

using test::refuses;

TEST(SeriesNames, AreThoseOfThePhase) {
  const Problem problem = make_problem("bryson-denham");
  const SeriesNames names(problem.phases().front());
  EXPECT_EQ(names.states, (std::vector<std::string>{"position", "velocity"}));
  EXPECT_EQ(names.controls, (std::vector<std::string>{"force"}));
  EXPECT_EQ(names.costates, (std::vector<std::string>{"costate_position", "costate_velocity"}));
}

TEST(SeriesNames, FindAPhase) {
  const Problem one = make_problem("bryson-denham"), two = make_problem("bouncing-mass");
  EXPECT_EQ(phase_called(one, "", "x.csv"), 0);
  EXPECT_EQ(phase_called(two, "back", "x.csv"), 1);
  EXPECT_TRUE(refuses([&] { phase_called(two, "", "x.csv"); },
                      "x.csv: problem 'bouncing-mass' has 2 phases: each row must name its own"));
  EXPECT_TRUE(refuses([&] { phase_called(two, "bak", "x.csv"); },
                      "x.csv: problem 'bouncing-mass' has no phase called 'bak'; did you mean 'back'?"));
}

}  // namespace tandem::series_names_test
