#include <tandem/ocp/answers/measure_choice.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>
#include <ocp/support/solved.hpp>

namespace tandem::measure_choice_test {

struct Totals {
  double chosen = 0.0, atoms = 0.0, miss = 0.0;
};

/// The excess of the whole with measures chosen and with atoms alone.
Totals totals_of(const std::string& name, const std::string& transcription, int intervals) {
  const Problem problem = make_problem(name);
  test::LoneFlow lone(problem, test::solved(problem, intervals, transcription));
  const PlayedPhase played = play(lone.flow);
  const double scale = played.sizes.sum();
  PlayedCostates costates(lone.flow, played, scale);
  Totals totals;
  std::vector<CostateTask> tasks;
  for (int k = 0; k < intervals; ++k) tasks.push_back({k});
  for (const CostateResult& result : costates.run(tasks)) totals.atoms += result.total() / scale;
  const ChosenCostates chosen = choose_measures(costates, lone.answer, scale);
  for (int k = 0; k < intervals; ++k) totals.chosen += chosen.total(k) / scale;
  return totals;
}

// The limit of a speed is of first order: its multiplier is a function, and the costate goes on without jumps.
TEST(MeasureChoice, SpreadsTheMultiplierOfAFirstOrderBound) {
  const Totals totals = totals_of("double-integrator-speed-limit", "hermite-simpson", 40);
  EXPECT_GT(totals.atoms, 1e-7);
  EXPECT_LT(totals.chosen, 0.1 * totals.atoms);
}

// That of a position is of second order: its multiplier is an atom where the arc begins and ends. Hermite-Simpson's
// answer is the exact one for these atoms, so there is no excess at all.
TEST(MeasureChoice, KeepsTheAtomsOfASecondOrderBound) {
  const Totals totals = totals_of("bryson-denham", "hermite-simpson", 20);
  EXPECT_LT(totals.atoms, 1e-15);
  EXPECT_LE(totals.chosen, totals.atoms);
}

// With Radau points the multipliers at right knots belong to the intervals before them.
TEST(MeasureChoice, GivesTheMultipliersOfRightKnotsToRadausIntervals) {
  const Totals totals = totals_of("double-integrator-speed-limit", "radau", 20);
  EXPECT_LT(totals.chosen, 0.5 * totals.atoms);
}

// Without pushes there is nothing to choose: one look at each interval.
TEST(MeasureChoice, LeavesWhatNothingPushes) {
  const Totals totals = totals_of("scalar-lqr", "hermite-simpson", 10);
  EXPECT_EQ(totals.chosen, totals.atoms);
}

}  // namespace tandem::measure_choice_test
