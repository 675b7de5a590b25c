#include <tandem/ocp/solvers/ddp/stage_view.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/viewed.hpp>
#include <ocp/support/rich_problem.hpp>
#include <support/refusal.hpp>

#include <set>
#include <string>

namespace tandem::ddp::stage_view_places_test {

using test::Viewed;

TEST(StageViewPlaces, NamesItsStatesAndEquations) {
  const Viewed constant(0), linear(1);
  EXPECT_EQ(constant.view.states(), 3);
  EXPECT_EQ(constant.view.state_name(1, 2), "integral 'turning'");
  EXPECT_EQ(linear.view.states(), 4);
  EXPECT_EQ(linear.view.state_name(1, 2), "control 'torque'");
  EXPECT_EQ(linear.view.state_name(1, 3), "integral 'turning'");
  ASSERT_EQ(constant.view.equations(), 2);
  EXPECT_EQ(constant.view.equation_name(0), "state 'rate'");
  EXPECT_EQ(constant.view.equation_name(1), "end constraint 'height'");
  EXPECT_DOUBLE_EQ(constant.view.time(constant.z, 2), 0.8);
}

TEST(StageViewPlaces, NamesPhasesLinkagesAndCopies) {
  const Viewed rich(0, test::rich_problem({.integrals = true, .second_phase = true, .ring = true}));
  EXPECT_EQ(rich.view.steps(), 11);
  EXPECT_EQ(rich.view.map().border(), 3 + 1 + 3);  // three times, one number, the start's copy
  EXPECT_EQ(rich.view.state_name(7, 1), "phase 'second': state 'd'");
  std::string names;
  for (int i = 0; i < rich.view.equations(); ++i) names += rich.view.equation_name(i) + "; ";
  EXPECT_EQ(names,
            "phase 'only': state 'b'; end constraint 'half'; linkage 'only-to-only.a'; linkage 'only-to-only.c'; "
            "linkage 'product'; "
            "linkage 'only-to-second.b'; phase 'only': state 'a'; phase 'only': state 'b'; phase 'only': state 'c'; ");
}

std::string refusal_of(const std::string& name, const std::string& transcription = "shooting-rk4") {
  StagedNlp nlp(make_problem(name), uniform_mesh(transcription, 10));
  return test::refusal([&] { const StageView view(nlp); });
}

/// A move whose end is between two numbers, at first one and the same.
Problem move_to_a_range() {
  Problem problem("move");
  const Number least = problem.number({"least", 1.0, "m", "where it ends at least"});
  const Number most = problem.number({"most", 1.0, "m", "where it ends at most"});
  auto phase = problem.phase<2, 1>("move");
  phase.state("position", {.start = 0.0, .end = Range(least, most)});
  phase.state("speed", {.start = 0.0});
  phase.control("force", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

TEST(StageViewPlaces, RefusesByNameWhatItHasNoPlaceFor) {
  EXPECT_TRUE(test::says(refusal_of("scalar-lqr", "hermite-simpson"), "midpoint or trapezoid, not hermite-simpson"));
}

// An end of one value is an equation, one of a range an augmented row: which, is settled when the view is made.
TEST(StageViewPlaces, RefusesNumbersThatMakeARangeOfAnEquationOrAnEquationOfARange) {
  StagedNlp nlp(move_to_a_range(), uniform_mesh("shooting-rk4", 5));
  StageView given(nlp);
  EXPECT_EQ(given.equations(), 1);
  given.read_numbers();
  nlp.set_number("most", 1.5);
  EXPECT_TRUE(test::says(test::refusal([&] { given.read_numbers(); }),
                         "problem 'move': state 'position' had one value when DDP was set up, and has a range now"));
  StageView range(nlp);
  EXPECT_EQ(range.equations(), 0);
  nlp.set_number("least", 0.75);
  range.read_numbers();
  EXPECT_EQ(range.rows()[range.rows().size() - 1].lower, 0.75);
  nlp.set_number("most", 0.75);
  EXPECT_TRUE(test::says(test::refusal([&] { range.read_numbers(); }), "had a range when DDP was set up, and has one"));
}

// What is neither a step nor a given end nor a linkage is augmented: bounds of states between, path constraints,
// ranges.
TEST(StageViewPlaces, AugmentsWhatIsNoEquation) {
  const Viewed constant(0);
  int bounds = 0, paths = 0, ends = 0;
  for (int i = 0; i < constant.rows.size(); ++i) {
    const AugmentedRow& row = constant.rows[i];
    bounds += row.row < 0;
    paths += row.row >= 0 && row.upper == 5.0;
    ends += row.row >= 0 && row.upper == 2.0;
  }
  EXPECT_EQ(bounds, 5 + 1);  // the angle after the start, the turning at the end
  EXPECT_EQ(paths, 5);       // at each step's start
  EXPECT_EQ(ends, 1);
}

TEST(StageViewPlaces, NamesItsAugmentedRows) {
  const Viewed constant(0);
  std::set<std::string> names;
  for (int i = 0; i < constant.rows.size(); ++i) names.insert(constant.view.row_name(constant.rows[i]));
  EXPECT_EQ(names, (std::set<std::string>{"state 'angle'", "integral 'turning'", "path constraint 'power'",
                                          "end constraint 'reach'"}));
}

}  // namespace tandem::ddp::stage_view_places_test
