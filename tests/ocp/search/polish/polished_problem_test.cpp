#include <tandem/ocp/search/polish/polished_problem.hpp>

#include <gtest/gtest.h>
#include <ocp/search/polish/closed_forms.hpp>
#include <ocp/search/polish/there_and_back.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

namespace tandem::polished_problem_test {

constexpr Hold L = Hold::lower, I = Hold::inside, U = Hold::upper;

ArcStructure out_and_home() { return {{{{0.0, 1.0, {U}}, {1.0, 2.0, {L}}}, {{2.0, 3.0, {L}}, {3.0, 4.0, {U}}}}}; }

TEST(PolishedProblem, HasOnePhaseAnArc) {
  const Problem polished = polished_problem(test::there_and_back(), out_and_home());
  EXPECT_NO_THROW(polished.validate());
  ASSERT_EQ(polished.phases().size(), 4U);
  EXPECT_EQ(polished.phases()[0].name, "out-arc-1-of-2");
  EXPECT_EQ(polished.phases()[3].name, "home-arc-2-of-2");
  EXPECT_FALSE(polished.phases()[0].time.continues);
  for (int i = 1; i < 4; ++i) EXPECT_TRUE(polished.phases()[i].time.continues) << i;
  EXPECT_EQ(polished.mesh().transcription, "gauss");
}

TEST(PolishedProblem, HoldsControlsAtBoundsThatFollowNamedNumbers) {
  Problem polished = polished_problem(test::there_and_back(), out_and_home());
  polished.set("force", 3.0);
  const std::vector<double> numbers = polished.number_values();
  const Control& full = polished.phases()[0].controls[0];
  EXPECT_EQ(full.bounds.lower.at(numbers), 3.0);
  EXPECT_EQ(full.bounds.upper.at(numbers), 3.0);
  EXPECT_EQ(full.range().lower.at(numbers), -3.0);
  EXPECT_EQ(polished.phases()[1].controls[0].bounds.upper.at(numbers), -3.0);
}

TEST(PolishedProblem, KeepsAControlInsideWithinItsBounds) {
  const Problem problem = test::problem_with("goddard");
  const PolishMesh mesh{.degree = 5, .intervals = 7, .singular_intervals = 3};
  const Problem polished = polished_problem(problem, {{{{0.0, 0.1, {U}}, {0.1, 0.2, {I}}}}}, mesh);
  const Control& singular = polished.phases()[1].controls[0];
  EXPECT_FALSE(singular.allowed);
  EXPECT_EQ(singular.bounds.upper.at(problem.number_values()), 3.5);
  EXPECT_EQ(polished.phases()[0].intervals, 7);
  EXPECT_EQ(polished.phases()[1].intervals, 3);
  EXPECT_EQ(polished.mesh().degree, 5);
}

// The mass of the rocket is within its bounds because the certificate looks, not because the solver holds it there.
TEST(PolishedProblem, HoldsBoundsOfStatesOnlyWhereTheArcLeansOnThem) {
  const Problem problem = test::problem_with("goddard");
  const Problem polished = polished_problem(problem, {{{{0.0, 0.1, {U}}, {0.1, 0.2, {L}, {2}}}}});
  const std::vector<double> numbers = problem.number_values();
  const State &free = polished.phases()[0].states[2], &bound = polished.phases()[1].states[2];
  EXPECT_EQ(free.bounds.lower.at(numbers), -kInfinity);
  EXPECT_EQ(free.range().lower.at(numbers), 0.6);
  EXPECT_EQ(bound.bounds.lower.at(numbers), 0.6);
  EXPECT_FALSE(bound.allowed);
}

TEST(PolishedProblem, GivesEndsToTheArcsTheyBelongTo) {
  const Problem polished = polished_problem(test::there_and_back(), out_and_home());
  const auto& phases = polished.phases();
  EXPECT_TRUE(phases[0].states[0].start && !phases[0].states[0].end);
  EXPECT_TRUE(!phases[1].states[0].start && phases[1].states[0].end);
  EXPECT_FALSE(phases[2].end_cost);
  EXPECT_TRUE(phases[3].end_cost);
}

// Out goes on into out, home into home, and the linkage of the statement is between the last of one and the first of
// the other.
TEST(PolishedProblem, LinksArcsAndKeepsTheLinkagesOfTheStatement) {
  const Problem polished = polished_problem(test::there_and_back(), out_and_home());
  ASSERT_EQ(polished.linkages().size(), 5U);
  const Linkage& own = polished.linkages()[0];
  EXPECT_EQ(own.name, "out-arc-1-of-2-to-out-arc-2-of-2.x");
  EXPECT_EQ(own.before, 0);
  EXPECT_EQ(own.after, 1);
  const Linkage& stated = polished.linkages()[4];
  EXPECT_EQ(stated.name, "speed");
  EXPECT_EQ(stated.before, 1);
  EXPECT_EQ(stated.after, 2);
  const std::vector<double> ends{1.0, 2.0, 0.5, 4.0, 7.0, 0.5}, numbers{1.0};
  double gap = 0.0;
  polished.linkages()[1].function(KnotView<double>{ends, {}, 0.0, numbers}, {&gap, 1});
  EXPECT_EQ(gap, 5.0);
}

// The first arc's share of the integral is a number; the last arc has what it leaves of [-9, 9].
TEST(PolishedProblem, SharesAnIntegralAmongArcs) {
  Problem polished = polished_problem(test::there_and_back(true), out_and_home());
  EXPECT_NO_THROW(polished.validate());
  ASSERT_EQ(polished.numbers().size(), 3U);
  EXPECT_EQ(polished.numbers()[1].name, "drift-on-out-arc-1-of-2");
  EXPECT_EQ(polished.numbers()[2].name, "drift-on-home-arc-1-of-2");
  EXPECT_EQ(polished.design_numbers(), (std::vector<int>{1, 2}));
  polished.set("drift-on-out-arc-1-of-2", 2.5);
  const std::vector<double> numbers = polished.number_values();
  const Range first = polished.phases()[0].integral_constraints[0].bounds;
  const Range last = polished.phases()[1].integral_constraints[0].bounds;
  EXPECT_EQ(first.lower.at(numbers), 2.5);
  EXPECT_EQ(first.upper.at(numbers), 2.5);
  EXPECT_EQ(last.lower.at(numbers), -11.5);
  EXPECT_EQ(last.upper.at(numbers), 6.5);
  EXPECT_EQ(polished.phases()[3].integral_constraints[0].bounds.upper.at(numbers), 9.0);
}

TEST(PolishedProblem, HoldsADurationFromTheLastArcBackToTheFirst) {
  const Problem problem = test::least_fuel_in_time(2.5);
  const Problem polished = polished_problem(problem, {{{{0.0, 0.5, {U, L}}, {0.5, 2.0, {L, L}}, {2.0, 2.5, {L, U}}}}});
  EXPECT_NO_THROW(polished.validate());
  for (const Phase& phase : polished.phases()) EXPECT_FALSE(phase.time.duration);
  const Linkage& duration = polished.linkages().back();
  EXPECT_EQ(duration.name, "move-duration");
  EXPECT_EQ(duration.before, 2);
  EXPECT_EQ(duration.after, 0);
  EXPECT_EQ(duration.bounds.upper.at({}), 2.5);
  const std::vector<double> ends{1.0, 0.0, 2.75, 0.0, 0.0, 0.5};
  double length = 0.0;
  duration.function(KnotView<double>{ends, {}, 0.0, {}}, {&length, 1});
  EXPECT_EQ(length, 2.25);
}

TEST(PolishedProblem, HoldsAStateAtItsBoundAndItsTimesWhereAsked) {
  const Problem problem = test::problem_with("bryson-denham");
  Arc stays{0.3, 0.7, {I}};
  stays.held_states = {{0, U}};
  stays.has_fixed_end = true;
  const ArcStructure arcs{{{{0.0, 0.3, {I}}, stays, {0.7, 1.0, {I}}}}};
  const Problem polished = polished_problem(problem, arcs);
  const std::vector<double> numbers = problem.number_values();
  const State& held = polished.phases()[1].states[0];
  EXPECT_EQ(held.bounds.lower.at(numbers), 1.0 / 9.0);
  EXPECT_EQ(held.range().lower.at(numbers), -kInfinity);
  EXPECT_EQ(polished.phases()[1].time.end.lower.at(numbers), 0.7);
  EXPECT_EQ(polished.phases()[1].time.end.upper.at(numbers), 0.7);
  EXPECT_LT(polished.phases()[0].time.end.lower.at(numbers), polished.phases()[0].time.end.upper.at(numbers));
  EXPECT_EQ(polished.phases()[0].states[0].end->lower.at(numbers), 1.0 / 9.0);
  EXPECT_EQ(polished.phases()[2].states[0].start->lower.at(numbers), 1.0 / 9.0);
  EXPECT_EQ(polished.linkages().size(), 2U);  // of the velocity
  EXPECT_EQ(polished.mesh().transcription, "radau");
}

TEST(PolishedProblem, RefusesArcsOfOtherPhases) {
  EXPECT_TRUE(test::refuses([] { polished_problem(test::there_and_back(), {}); }, "those of 0 phases"));
}

}  // namespace tandem::polished_problem_test
