#include <tandem/ocp/search/polish/polished_phase.hpp>

#include <gtest/gtest.h>
#include <ocp/search/polish/there_and_back.hpp>

#include <vector>

namespace tandem::polished_phase_test {

constexpr Hold L = Hold::lower, I = Hold::inside, U = Hold::upper;

const PolishMesh kMesh{.degree = 5, .intervals = 7, .singular_intervals = 3};

/// The first phase of there and back on arc `a` of these.
Phase on_arc(const Problem& problem, const std::vector<Arc>& arcs, int a) {
  Shares shares(problem);
  Phase on;
  for (int i = 0; i <= a; ++i) on = phase_on(problem, 0, arcs, i, kMesh, shares);
  return on;
}

/// x' = v, v' = u with |v| <= 2 by a bound or by a path constraint that is that state.
Problem with_limit(bool by_path) {
  Problem problem("limited");
  auto phase = problem.phase<2, 1>("go");
  phase.time({.start = 0.0, .end = {0.1, 10.0}, .guess = 3.0});
  phase.state("x", {.start = 0.0, .end = 5.0});
  phase.state("v", {.bounds = by_path ? Range() : Range(-2.0, 2.0), .start = 0.0, .end = 0.0});
  phase.control("u", {.bounds = {-1.0, 1.0}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  if (by_path) phase.path_constraint("slow", {-2.0, 2.0}, [](const auto& k) { return k.x[1]; });
  phase.end_cost([](const auto& k) { return k.t; });
  return problem;
}

/// Up to full speed, along it, down again.
std::vector<Arc> up_along_down(bool by_path) {
  std::vector<Arc> arcs{{0.0, 2.0, {U}}, {2.0, 3.0, {I}}, {3.0, 5.0, {L}}};
  (by_path ? arcs[1].held_paths : arcs[1].held_states).push_back({by_path ? 0 : 1, U});
  arcs[1].driven_controls = {0};
  return arcs;
}

// ---- controls -------------------------------------------------------------------------------------------------------

TEST(PolishedPhase, HoldsAControlAtOneEndOfWhatTheStatementLetsItDo) {
  const Control stated{.bounds = {-3.0, 2.0}, .guess = LinearGuess{1.0, 1.0}};
  const std::vector<double> none;
  for (const auto& [hold, value] : {std::pair{L, -3.0}, std::pair{U, 2.0}}) {
    const Control control = held(stated, hold);
    EXPECT_EQ(control.bounds.lower.at(none), value);
    EXPECT_EQ(control.bounds.upper.at(none), value);
    EXPECT_EQ(control.range().lower.at(none), -3.0);
    EXPECT_EQ(control.range().upper.at(none), 2.0);
    EXPECT_FALSE(control.guess);
  }
  EXPECT_FALSE(held(stated, I).allowed);
  EXPECT_EQ(held(stated, I).bounds.upper.at(none), 2.0);
}

// What was held once may be held at the other end: `allowed` is the statement's, not the last arc's.
TEST(PolishedPhase, HoldsAControlThatWasHeldElsewhereBefore) {
  const Control again = held(held({.bounds = {-3.0, 2.0}}, L), U);
  EXPECT_EQ(again.bounds.lower.at(std::vector<double>{}), 2.0);
  EXPECT_EQ(again.range().lower.at(std::vector<double>{}), -3.0);
}

// ---- states ---------------------------------------------------------------------------------------------------------

TEST(PolishedPhase, FixesAHeldStateAlongItsArcAndAtTheEndsBesideIt) {
  const Problem problem = with_limit(false);
  const std::vector<Arc> arcs = up_along_down(false);
  const std::vector<double> none;
  const Phase up = on_arc(problem, arcs, 0), along = on_arc(problem, arcs, 1), down = on_arc(problem, arcs, 2);
  EXPECT_EQ(along.states[1].bounds.lower.at(none), 2.0);
  EXPECT_EQ(along.states[1].bounds.upper.at(none), 2.0);
  ASSERT_TRUE(up.states[1].end && down.states[1].start);
  EXPECT_EQ(up.states[1].end->lower.at(none), 2.0);
  EXPECT_EQ(down.states[1].start->upper.at(none), 2.0);
  // elsewhere the bound is only tested
  EXPECT_EQ(up.states[1].bounds.upper.at(none), kInfinity);
  EXPECT_EQ(up.states[1].range().upper.at(none), 2.0);
  // what the held state drives may do as it likes
  EXPECT_EQ(along.controls[0].bounds.upper.at(none), kInfinity);
  EXPECT_EQ(along.controls[0].range().upper.at(none), 1.0);
}

TEST(PolishedPhase, TakesAPathConstraintThatIsAStateForTheStatesBounds) {
  const Problem problem = with_limit(true);
  const std::vector<Arc> arcs = up_along_down(true);
  const std::vector<double> none;
  const std::map<int, Affine> values = held_values(problem.phases()[0], arcs[1], none);
  ASSERT_EQ(values.size(), 1U);
  EXPECT_EQ(values.at(1).at(none), 2.0);
  const Phase up = on_arc(problem, arcs, 0), along = on_arc(problem, arcs, 1);
  EXPECT_EQ(along.states[1].bounds.lower.at(none), 2.0);
  EXPECT_EQ(up.states[1].range().upper.at(none), 2.0);
  EXPECT_EQ(along.path_constraints[0].bounds.upper.at(none), kInfinity);
}

// ---- ends -----------------------------------------------------------------------------------------------------------

TEST(PolishedPhase, GivesStartAndEndOfThePhaseToItsFirstAndLastArc) {
  const Problem problem = test::there_and_back();
  const std::vector<Arc> arcs{{0.0, 0.8, {U}}, {0.8, 1.5, {L}}, {1.5, 2.0, {U}}};
  const Phase first = on_arc(problem, arcs, 0), middle = on_arc(problem, arcs, 1), last = on_arc(problem, arcs, 2);
  EXPECT_EQ(first.name, "out-arc-1-of-3");
  EXPECT_TRUE(first.states[0].start && !first.states[0].end && !first.time.continues);
  EXPECT_TRUE(!middle.states[0].start && !middle.states[0].end && middle.time.continues);
  EXPECT_TRUE(!last.states[0].start && last.states[0].end && last.time.continues);
  // an arc may end at any time from the start of the phase on
  EXPECT_EQ(middle.time.end.lower.at(problem.number_values()), 0.0);
  EXPECT_EQ(last.time.end.lower.at(problem.number_values()), 0.1);
}

TEST(PolishedPhase, FixesAnEndThatIsNotToBeChosen) {
  const Problem problem = test::there_and_back();
  std::vector<Arc> arcs{{0.0, 0.8, {U}}, {0.8, 2.0, {L}}};
  arcs[0].has_fixed_end = true;
  const Phase first = on_arc(problem, arcs, 0);
  EXPECT_EQ(first.time.end.lower.at(problem.number_values()), 0.8);
  EXPECT_EQ(first.time.end.upper.at(problem.number_values()), 0.8);
}

TEST(PolishedPhase, HasTheMeshOfASingularArcWhereAControlThatJumpsElsewhereIsInside) {
  const Problem problem = test::there_and_back();
  const std::vector<Arc> arcs{{0.0, 0.8, {U}}, {0.8, 2.0, {I}}};
  EXPECT_EQ(on_arc(problem, arcs, 0).intervals, 7);
  EXPECT_EQ(on_arc(problem, arcs, 1).intervals, 3);
}

}  // namespace tandem::polished_phase_test
