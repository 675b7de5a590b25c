#include <tandem/ocp/search/continuation/step_control.hpp>

#include <gtest/gtest.h>

namespace tandem::continuation::step_control_test {

const StepRules kRules;

Correction correction_of(double first_step, double contraction, int iterations) {
  Correction correction;
  correction.first_step = first_step;
  correction.contraction = contraction;
  correction.iterations = iterations;
  return correction;
}

TEST(StepControl, IsContentWithWhatIsWished) {
  const Correction wished = correction_of(0.1 * kRules.deviation, kRules.contraction, kRules.corrections);
  EXPECT_DOUBLE_EQ(excess(wished, kRules.angle, 0.1, kRules), 1.0);
}

TEST(StepControl, ListensToTheWorstOfItsFourMeasures) {
  EXPECT_DOUBLE_EQ(excess(correction_of(0.0, 4.0 * kRules.contraction, 0), 0.0, 0.1, kRules), 2.0);
  EXPECT_DOUBLE_EQ(excess(correction_of(0.3 * kRules.deviation, 0.0, 0), 0.0, 0.1, kRules), 3.0);
  EXPECT_DOUBLE_EQ(excess(correction_of(0.0, 0.0, 0), 3.5 * kRules.angle, 0.1, kRules), 3.5);
  EXPECT_DOUBLE_EQ(excess(correction_of(0.0, 0.0, kRules.corrections + 2), 0.0, 0.1, kRules), 2.0);
}

TEST(StepControl, NeitherDoublesNorHalvesMoreThanOnceAndStaysWithinItsBounds) {
  EXPECT_DOUBLE_EQ(next_length(0.1, 0.01, kRules), 0.2);
  EXPECT_DOUBLE_EQ(next_length(0.1, 3.9, kRules), 0.05);
  EXPECT_DOUBLE_EQ(next_length(0.1, 1.25, kRules), 0.08);
  EXPECT_DOUBLE_EQ(next_length(0.9 * kRules.greatest, 0.5, kRules), kRules.greatest);
  EXPECT_DOUBLE_EQ(next_length(1.5 * kRules.least, 4.0, kRules), kRules.least);
}

}  // namespace tandem::continuation::step_control_test
