#include <tandem/ocp/statement/random_guess.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::random_guess_test {

constexpr int kTries = 40;

/// A mass pushed along: what is asked for in the tests, in one statement.
Problem pushed_mass(const Range& end_time = 2.0) {
  Problem problem("pushed-mass");
  problem.number({"mass", 1.0, "kg", "of what is pushed", Role::design, 0.5, 3.0});
  auto phase = problem.phase<3, 1>("push");
  phase.time({.start = 0.0, .end = end_time, .guess = 2.0});
  phase.state("position", {.bounds = {-0.5, 1.2}, .start = 0.0, .end = 1.0});
  phase.state("velocity", {.start = 0.0, .end = 0.0});
  phase.state("heat", {.bounds = {0.0, 5.0}, .start = 0.0});
  phase.control("push", {.bounds = {-3.0, 3.0}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0], square(k.u[0])); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

PhaseGuess start_of(const Problem& problem, int start, unsigned seed = 1) {
  return random_guess(problem, straight_line_guess(problem), seed, start).phases.front();
}

TEST(RandomGuess, StartsWithTheGuessItself) {
  const Problem problem = pushed_mass();
  const PhaseGuess own = straight_line_guess(problem, 0), first = start_of(problem, 0);
  EXPECT_EQ(first.time, own.time);
  EXPECT_EQ(first.states, own.states);
  EXPECT_EQ(first.controls, own.controls);
}

TEST(RandomGuess, IsTheSameForTheSameSeedAndNumberOnly) {
  const Problem problem = pushed_mass();
  EXPECT_EQ(start_of(problem, 3).states, start_of(problem, 3).states);
  EXPECT_NE(start_of(problem, 3).states, start_of(problem, 4).states);
  EXPECT_NE(start_of(problem, 3, 1).states, start_of(problem, 3, 2).states);
}

TEST(RandomGuess, KeepsFixedEndsAndBounds) {
  const Problem problem = pushed_mass();
  for (int start = 1; start <= kTries; ++start) {
    const PhaseGuess guess = start_of(problem, start);
    const auto position = guess.states.row(0), heat = guess.states.row(2);
    EXPECT_NEAR(position(0), 0.0, 1e-12);
    EXPECT_NEAR(position(position.size() - 1), 1.0, 1e-12);
    EXPECT_GE(position.minCoeff(), -0.5);
    EXPECT_LE(position.maxCoeff(), 1.2);
    EXPECT_GE(heat.minCoeff(), 0.0);
    EXPECT_LE(guess.controls.cwiseAbs().maxCoeff(), 3.0);
  }
}

TEST(RandomGuess, BendsWidelyAndLittle) {
  const Problem problem = pushed_mass();
  double least = 1.0, most = 0.0;
  for (int start = 1; start <= kTries; ++start) {
    const PhaseGuess guess = start_of(problem, start);
    const Eigen::RowVectorXd line = Eigen::RowVectorXd::LinSpaced(guess.time.size(), 0.0, 1.0);
    const double bend = (guess.states.row(0) - line).cwiseAbs().maxCoeff();
    least = std::min(least, bend);
    most = std::max(most, bend);
  }
  EXPECT_LT(least, 0.1);
  EXPECT_GT(most, 0.5);
}

// The slope of the curve, by central differences of second order; bounds cut the curve where they are reached.
TEST(RandomGuess, BendsAVelocityByTheSlopeOfItsCoordinate) {
  Problem problem("free-mass");
  auto phase = problem.phase<2, 1>("push");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("velocity", {.start = 0.0, .end = 0.0});  // numbered before what it carries
  phase.state("position", {.start = 0.0, .end = 1.0});
  phase.control("push", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0], k.x[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  const PhaseGuess guess = start_of(problem, 5);
  const double h = guess.time(1) - guess.time(0);
  for (int k = 1; k + 1 < guess.time.size(); ++k) {
    const double slope = (guess.states(1, k + 1) - guess.states(1, k - 1)) / (2.0 * h);
    EXPECT_NEAR(guess.states(0, k), slope - 0.5, 0.05 * (1.0 + std::abs(slope)));  // the line's slope is not guessed
  }
}

TEST(RandomGuess, MovesEndsThatAreOpen) {
  const Problem problem = pushed_mass();
  const PhaseGuess guess = start_of(problem, 2);
  EXPECT_EQ(guess.states(2, 0), 0.0);
  EXPECT_NE(guess.states(2, guess.states.cols() - 1), 0.0);
}

TEST(RandomGuess, VariesAFreeEndTimeWithinItsBoundsAndLeavesAFixedOne) {
  double least = 10.0, most = 0.0;
  for (int start = 1; start <= kTries; ++start) {
    const PhaseGuess free = start_of(pushed_mass({1.5, 10.0}), start), fixed = start_of(pushed_mass(), start);
    const double end = free.time(free.time.size() - 1);
    least = std::min(least, end);
    most = std::max(most, end);
    EXPECT_EQ(fixed.time(fixed.time.size() - 1), 2.0);
  }
  EXPECT_EQ(least, 1.5);
  EXPECT_GT(most, 2.5);
  EXPECT_LE(most, 4.0);
}

TEST(RandomGuess, VariesDesignNumbersWithinTheirBounds) {
  const Problem problem = pushed_mass();
  for (int start = 1; start <= kTries; ++start) {
    const double mass = random_guess(problem, straight_line_guess(problem), 1, start).numbers.at("mass");
    EXPECT_GE(mass, 0.5);
    EXPECT_LE(mass, 3.0);
    EXPECT_NE(mass, 1.0);
  }
}

TEST(RandomGuess, LetsAPhaseStartWhereTheOneBeforeEnds) {
  Problem problem("two");
  for (const char* name : {"first", "second"}) {
    auto phase = problem.phase<1, 1>(name);
    phase.time({.start = 0.0, .end = {0.5, 9.0}, .guess = name[0] == 'f' ? 1.0 : 2.0, .continues = name[0] == 's'});
    phase.state("x", {});
    phase.control("u", {});
    phase.dynamics([](const auto& k) { return rates(k.u[0]); });
    phase.running_cost([](const auto& k) { return square(k.u[0]); });
  }
  for (int start = 1; start <= kTries; ++start) {
    const Guess guess = random_guess(problem, straight_line_guess(problem), 1, start);
    const Eigen::VectorXd &first = guess.phases[0].time, &second = guess.phases[1].time;
    EXPECT_EQ(second(0), first(first.size() - 1));
    EXPECT_GT(second(second.size() - 1), second(0));
  }
}

TEST(RandomGuess, RefusesANumberBelowZeroAndAGuessOfAnotherShape) {
  const Problem problem = pushed_mass();
  const Guess own = straight_line_guess(problem);
  EXPECT_TRUE(test::refuses([&] { random_guess(problem, own, 1, -1); }, "start -1 of a multi-start"));
  EXPECT_TRUE(test::refuses([&] { random_guess(problem, Guess(), 1, 1); }, "guess: it has 0 phases"));
}

}  // namespace tandem::random_guess_test
