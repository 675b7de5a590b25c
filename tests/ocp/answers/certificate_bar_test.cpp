#include <tandem/ocp/answers/certificate_bar.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <string>
#include <vector>

/// The error bar on answers of shipped problems whose truth is known.
namespace tandem::certificate_bar_test {

using test::says;

constexpr double kCartPole = 58.8076674580, kHypersensitive = 1.33080690494, kBrachistochrone = 0.824338669439;
const double kRegulator = 0.5 * std::tanh(1.0);

struct Row {
  std::string name, transcription;
  int degree, intervals;
  double bar;  ///< relative, as an implementation of the same rules in another language on CasADi has it
  bool passes;
  double truth;
};

Solution answer_to(const Row& row) {
  SolveOptions options;
  options.transcription = row.transcription;
  options.intervals = row.intervals;
  if (row.degree > 0) options.degree = row.degree;
  return solve(make_problem(row.name), options);
}

double bar_of(const Solution& solution) { return solution.certificate.error_bar->relative(); }
double error_of(const Solution& solution, double truth) {
  return (solution.objective - truth) / solution.certificate.error_bar->scale;
}

const std::vector<Row> kSmooth{
    {"cart-pole-swing-up", "hermite-simpson", 0, 20, 4.6e-3, false, kCartPole},
    {"cart-pole-swing-up", "hermite-simpson", 0, 30, 1.1e-3, false, kCartPole},
    {"cart-pole-swing-up", "hermite-simpson", 0, 50, 1.4e-4, false, kCartPole},
    {"cart-pole-swing-up", "hermite-simpson", 0, 100, 8.4e-6, true, kCartPole},
    {"cart-pole-swing-up", "trapezoid", 0, 20, 1.5e-1, false, kCartPole},
    {"cart-pole-swing-up", "trapezoid", 0, 100, 8.4e-3, false, kCartPole},
    {"cart-pole-swing-up", "gauss", 3, 20, 1.1e-4, false, kCartPole},
    {"cart-pole-swing-up", "gauss", 3, 50, 4.8e-7, true, kCartPole},
    {"cart-pole-swing-up", "radau", 3, 50, 8.4e-6, true, kCartPole},
    {"cart-pole-swing-up", "midpoint", 0, 50, 1.3e-2, false, kCartPole},
    {"hypersensitive", "hermite-simpson", 0, 400, 1.6e-5, false, kHypersensitive},
    {"scalar-lqr", "hermite-simpson", 0, 5, 3.1e-6, true, kRegulator},
    {"scalar-lqr", "hermite-simpson", 0, 50, 3.1e-10, true, kRegulator},
    {"brachistochrone", "hermite-simpson", 0, 5, 3.5e-6, true, kBrachistochrone},
    {"brachistochrone", "hermite-simpson", 0, 20, 1.4e-8, true, kBrachistochrone},
    {"brachistochrone", "radau", 3, 10, 2.1e-9, true, kBrachistochrone},
};

const std::vector<Row> kBounded{
    {"bryson-denham", "hermite-simpson", 0, 2, 6.1e-2, false, 4.0},
    {"bryson-denham", "hermite-simpson", 0, 7, 7.3e-3, false, 4.0},
    {"bryson-denham", "hermite-simpson", 0, 20, 8.3e-4, false, 4.0},
    {"bryson-denham", "hermite-simpson", 0, 50, 5.4e-5, false, 4.0},
    {"bryson-denham", "hermite-simpson", 0, 100, 3.3e-6, true, 4.0},
    {"bryson-denham", "radau", 3, 20, 5.0e-5, false, 4.0},
    {"double-integrator-time", "hermite-simpson", 0, 1, 2.5e-1, false, 2.0},
    {"double-integrator-time", "hermite-simpson", 0, 7, 3.4e-3, false, 2.0},
    {"double-integrator-time", "hermite-simpson", 0, 51, 6.4e-5, false, 2.0},
    {"double-integrator-time", "trapezoid", 0, 31, 5.2e-4, false, 2.0},
    {"singular-regulator", "hermite-simpson", 0, 20, 7.1e-4, false, 0.3769919302879714},
    {"singular-regulator", "radau", 3, 100, 4.0e-6, true, 0.3769919302879714},
};

std::string words(const Row& row) {
  return row.name + " by " + row.transcription + " on " + std::to_string(row.intervals);
}

// One state of knowledge in two programs: what differs is quadrature and where steps end.
void expect_known_bars(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const Solution solution = answer_to(row);
    EXPECT_GT(bar_of(solution), 0.5 * row.bar) << words(row);
    EXPECT_LT(bar_of(solution), 2.0 * row.bar) << words(row);
    EXPECT_EQ(solution.certificate.passes(), row.passes) << words(row);
  }
}

TEST(ErrorBar, IsThatOfAnotherProgramOnSmoothAnswers) { expect_known_bars(kSmooth); }

TEST(ErrorBar, IsThatOfAnotherProgramAtBoundsAndSwitches) { expect_known_bars(kBounded); }

// Bar over true error: with Gauss and Radau points up to 30, otherwise up to 1000.
TEST(ErrorBar, IsNotFarFromTheTrueErrorOfSmoothAnswers) {
  for (const Row& row : kSmooth) {
    const Solution solution = answer_to(row);
    const double error = std::abs(error_of(solution, row.truth));
    if (error < 1e-9) continue;
    EXPECT_GT(bar_of(solution), 0.5 * error) << words(row);
    EXPECT_LT(bar_of(solution), (row.degree > 0 ? 30.0 : 1000.0) * error) << words(row);
  }
}

TEST(ErrorBar, HasABetterObjectiveOfSmoothAnswers) {
  int better = 0;
  for (const Row& row : kSmooth) {
    const Solution solution = answer_to(row);
    const double before = std::abs(solution.objective - row.truth);
    const double after = std::abs(solution.certificate.error_bar->better - row.truth);
    if (after < before || before < 1e-9) ++better;
  }
  EXPECT_GE(10 * better, 9 * static_cast<int>(kSmooth.size()));
}

TEST(ErrorBar, IsTheSumOfItsParts) {
  const Solution solution = answer_to(kBounded[2]);
  double sum = 0.0;
  for (const PhaseParts& parts : solution.certificate.parts) {
    EXPECT_EQ(parts.errors.size(), solution.intervals());
    EXPECT_GE(parts.bounds.minCoeff(), 0.0);
    sum += parts.errors.cwiseAbs().sum() + parts.bounds.sum();
  }
  EXPECT_NEAR(sum, solution.certificate.error_bar->bar, 1e-12 * sum);
}

// Excess and gap of an interval that is clipped cancel to first order although the answer is wrong by either.
TEST(ErrorBar, HoldsTheErrorOfAControlClippedOnOneSideOfASwitch) {
  for (const Row& row : std::vector<Row>{{"double-integrator-time", "gauss", 4, 1, 0, false, 2.0},
                                         {"double-integrator-time", "radau", 3, 11, 0, false, 2.0},
                                         {"harmonic-oscillator-time", "radau", 6, 7, 0, false, 2.0 * M_PI},
                                         {"harmonic-oscillator-time", "hermite-simpson", 0, 51, 0, false, 2.0 * M_PI},
                                         {"singular-regulator", "gauss", 2, 2, 0, false, 0.3769919302879714},
                                         {"two-mass-spring", "radau", 3, 40, 0, false, 4.21786651}}) {
    const Solution solution = answer_to(row);
    EXPECT_GT(bar_of(solution), std::abs(error_of(solution, row.truth))) << words(row);
    EXPECT_FALSE(solution.certificate.passes()) << words(row);
  }
}

// A switch that is a knot is overshot alike on both sides: what clipping moves adds up to nothing, J is right.
TEST(ErrorBar, LeavesASwitchThatIsAKnot) {
  const Solution solution = answer_to({"double-integrator-time", "hermite-simpson", 0, 20, 0, true, 2.0});
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_LT(bar_of(solution), 5e-6);
}

TEST(ErrorBar, NamesTheControlTheBoundOrTheStateThatAddsMost) {
  EXPECT_TRUE(says(answer_to(kBounded[2]).certificate.line("objective_error").where, "the bound of state 'position'"));
  EXPECT_TRUE(says(answer_to(kBounded[7]).certificate.line("objective_error").where, "control 'force'"));
  EXPECT_TRUE(says(answer_to(kSmooth[0]).certificate.line("objective_error").where, "in interval"));
}

TEST(ErrorBar, NotesSingularArcs) {
  const Solution solution = answer_to(kBounded[11]);
  std::string notes;
  for (const std::string& note : solution.certificate.notes) notes += note + "\n";
  EXPECT_TRUE(says(notes, "control 'force' is singular from 1.4"));
  EXPECT_GT(solution.certificate.parts[0].singular[60], 0);
  EXPECT_FALSE(solution.certificate.parts[0].singular[5]);
}

}  // namespace tandem::certificate_bar_test
