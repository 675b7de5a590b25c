#include <tandem/ocp/statement/linkage.hpp>

#include <tandem/ocp/statement/problem.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::linkage_test {

using test::refuses;

PhaseBuilder<2, 1> add_phase(Problem& problem, const char* name, const char* second = "velocity") {
  auto phase = problem.phase<2, 1>(name);
  phase.state("position", {}).state(second, {}).control("force", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return phase;
}

std::vector<double> values_of(const Linkage& linkage, const std::vector<double>& ends) {
  std::vector<double> out(linkage.rows());
  const std::vector<double> numbers{5.0};
  linkage.function(KnotView<double>{ends, {}, 0.0, numbers}, std::span<double>(out));
  return out;
}

TEST(Linkage, SeesStatesTimesAndNumbersAtBothEnds) {
  Problem problem("linked");
  const Number factor = problem.number({"factor", 5.0});
  auto first = add_phase(problem, "first"), second = add_phase(problem, "second");
  problem.link("all", first, second, {-1.0, 1.0}, [=](const auto& before, const auto& after) {
    return rates(after.x[0] - before.x[1], after[factor] * before.t + after.t);
  });
  const Linkage& linkage = problem.linkages()[0];
  EXPECT_EQ(values_of(linkage, {1.0, 2.0, 3.0, 10.0, 20.0, 4.0}), (std::vector<double>{8.0, 19.0}));
  EXPECT_EQ(linkage.row_name(1), "all[1]");
  EXPECT_FALSE(linkage.goes_back());
}

TEST(Linkage, ContinuesStatesOfTheSameName) {
  Problem problem("continued");
  problem.number({"factor", 5.0});
  auto first = add_phase(problem, "first"), second = add_phase(problem, "second", "speed");
  problem.continue_states(first, second);
  const Linkage& linkage = problem.linkages()[0];
  EXPECT_EQ(linkage.name, "first-to-second.position");
  EXPECT_EQ(problem.linkages().size(), 1U);
  EXPECT_EQ(linkage.rows(), 1);
  EXPECT_EQ(values_of(linkage, {1.0, 2.0, 3.0, 10.0, 20.0, 4.0}), std::vector<double>{9.0});
}

TEST(Linkage, LetsANamedStateJump) {
  Problem problem("jumps");
  auto first = add_phase(problem, "first"), second = add_phase(problem, "second");
  problem.continue_states(first, second, {"velocity"});
  EXPECT_EQ(problem.linkages().size(), 1U);
  EXPECT_EQ(problem.linkages()[0].name, "first-to-second.position");
  EXPECT_TRUE(refuses([&] { problem.continue_states(first, second, {"speed"}); },
                      "phase 'first' has no state 'speed' that could jump"));
}

TEST(Linkage, GoesBackToTheSamePhaseForAPeriodicMotion) {
  Problem problem("periodic");
  auto phase = add_phase(problem, "orbit");
  problem.continue_states(phase, phase);
  EXPECT_TRUE(problem.linkages()[0].goes_back());
  EXPECT_EQ(problem.linkages()[1].row_name(0), "orbit-to-orbit.velocity");
}

TEST(Linkage, RefusesPhasesThatAreNotNeighboursByTheirNames) {
  Problem problem("far");
  auto first = add_phase(problem, "first");
  add_phase(problem, "second");
  auto third = add_phase(problem, "third");
  EXPECT_TRUE(
      refuses([&] { problem.continue_states(first, third); },
              "linkage 'first-to-third.position' joins the end of phase 'first' to the start of phase 'third', which "
              "does not follow it"));
}

TEST(Linkage, RefusesAPhaseOfAnotherProblem) {
  Problem problem("here"), other("there");
  auto first = add_phase(problem, "first");
  auto foreign = add_phase(other, "foreign");
  EXPECT_TRUE(refuses([&] { problem.continue_states(first, foreign); },
                      "problem 'here': a linkage is given phase 'foreign', which belongs to another problem"));
}

TEST(Linkage, RefusesANameThatIsTakenAndCrossedBounds) {
  Problem problem("twice");
  auto phase = add_phase(problem, "orbit");
  problem.continue_states(phase, phase);
  EXPECT_TRUE(
      refuses([&] { problem.continue_states(phase, phase); }, "two linkages are called 'orbit-to-orbit.position'"));
  problem.link("crossed", phase, phase, {1.0, 0.0},
               [](const auto& before, const auto& after) { return before.x[0] - after.x[0]; });
  EXPECT_TRUE(refuses([&] { problem.validate(); }, "linkage 'crossed' has crossed bounds"));
}

}  // namespace tandem::linkage_test
