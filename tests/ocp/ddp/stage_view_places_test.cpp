#include <tandem/ocp/ddp/stage_view.hpp>

#include <gtest/gtest.h>
#include <ocp/ddp/viewed.hpp>
#include <ocp/rich_problem.hpp>
#include <support/refusal.hpp>
#include <tandem/problems/registry.hpp>

#include <string>

namespace tandem::ddp {
namespace {

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

TEST(StageViewPlaces, RefusesByNameWhatItHasNoPlaceFor) {
  EXPECT_TRUE(test::says(refusal_of("scalar-lqr", "hermite-simpson"), "midpoint or trapezoid, not hermite-simpson"));
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

}  // namespace
}  // namespace tandem::ddp
