#include <tandem/ocp/statement/guess.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <limits>

namespace tandem::guess_test {

using test::refuses;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// One state with these conditions and one control, from time 1 to `end`.
Problem one_state(const State& state, const Range& end = 3.0, const Control& control = {}) {
  Problem problem("one");
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 1.0, .end = end});
  phase.state("x", state);
  phase.control("u", control);
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  return problem;
}

Eigen::RowVector2d line_of(const State& state) { return straight_line_guess(one_state(state), 0).states; }

TEST(StraightLineGuess, JoinsFixedEnds) {
  EXPECT_EQ(line_of({.start = 2.0, .end = 5.0}), Eigen::RowVector2d(2.0, 5.0));
}

TEST(StraightLineGuess, StaysAtTheOneEndThatIsFixed) {
  EXPECT_EQ(line_of({.start = 2.0}), Eigen::RowVector2d(2.0, 2.0));
  EXPECT_EQ(line_of({.end = 5.0}), Eigen::RowVector2d(5.0, 5.0));
}

TEST(StraightLineGuess, IsZeroWhereNothingIsKnown) { EXPECT_EQ(line_of({}), Eigen::RowVector2d(0.0, 0.0)); }

TEST(StraightLineGuess, TakesTheMiddleOfABoundedEndAndTheFiniteBoundOfAnOpenOne) {
  EXPECT_EQ(line_of({.start = Range(2.0, 4.0), .end = Range(-1.0, kInfinity)}), Eigen::RowVector2d(3.0, -1.0));
  EXPECT_EQ(line_of({.start = Range(-kInfinity, 4.0)}), Eigen::RowVector2d(4.0, 4.0));
}

TEST(StraightLineGuess, PrefersTheGuessOfTheStatement) {
  EXPECT_EQ(line_of({.start = 2.0, .end = 5.0, .guess = {{7.0, 8.0}}}), Eigen::RowVector2d(7.0, 8.0));
}

TEST(StraightLineGuess, HasNoControlUnlessTheStatementGuessesOne) {
  EXPECT_EQ(straight_line_guess(one_state({}), 0).controls, Eigen::RowVector2d(0.0, 0.0));
  const Problem guessed = one_state({}, 3.0, {.guess = {{-1.0, 1.0}}});
  EXPECT_EQ(straight_line_guess(guessed, 0).controls, Eigen::RowVector2d(-1.0, 1.0));
}

TEST(StraightLineGuess, GoesFromTheStartTimeToTheMiddleOfAFreeEndTime) {
  EXPECT_EQ(straight_line_guess(one_state({}), 0).time, Eigen::Vector2d(1.0, 3.0));
  EXPECT_EQ(straight_line_guess(one_state({}, {2.0, 6.0}), 0).time, Eigen::Vector2d(1.0, 4.0));
}

PhaseGuess sound_guess() {
  return {Eigen::Vector3d(0.0, 0.5, 1.0), Eigen::RowVector3d(1.0, 2.0, 3.0), Eigen::Vector2d(0.0, 1.0),
          Eigen::RowVector2d(0.0, 0.0)};
}

template <class Spoil>
std::string refusal_after(const Spoil& spoil) {
  PhaseGuess guess = sound_guess();
  spoil(guess);
  const Problem problem = one_state({});
  return test::refusal([&] { check_guess(guess, problem.phases().front()); });
}

TEST(CheckGuess, LetsASoundGuessPass) {
  EXPECT_EQ(refusal_after([](PhaseGuess&) {}), "");
}

TEST(CheckGuess, RefusesWrongLengths) {
  EXPECT_EQ(refusal_after([](PhaseGuess& g) { g.states.resize(1, 2), g.states.setZero(); }),
            "guess: it has 2 values of its states at 3 times");
  EXPECT_EQ(refusal_after([](PhaseGuess& g) { g.controls.setZero(1, 5); }),
            "guess: it has 5 values of its controls at 2 times");
  EXPECT_EQ(refusal_after([](PhaseGuess& g) { g.states.setZero(2, 3); }), "guess: it has 2 states, phase 'only' has 1");
  EXPECT_EQ(refusal_after([](PhaseGuess& g) { g.controls.setZero(0, 2); }),
            "guess: it has 0 controls, phase 'only' has 1");
  EXPECT_EQ(refusal_after([](PhaseGuess& g) { g.time.resize(0); }), "guess: it has no times");
}

TEST(CheckGuess, RefusesTimesThatDoNotIncrease) {
  EXPECT_EQ(refusal_after([](PhaseGuess& g) { g.time(2) = 0.5; }),
            "guess: its times do not increase (0.5 follows 0.5)");
  EXPECT_EQ(refusal_after([](PhaseGuess& g) { g.control_time(0) = 2.0; }),
            "guess: its control times do not increase (1 follows 2)");
}

TEST(CheckGuess, RefusesWhatIsNotFinite) {
  EXPECT_EQ(refusal_after([](PhaseGuess& g) { g.time(1) = kNan; }), "guess: its times are not all finite");
  EXPECT_EQ(refusal_after([](PhaseGuess& g) { g.states(0, 1) = kInfinity; }),
            "guess: the values of 'x' are not all finite");
  EXPECT_EQ(refusal_after([](PhaseGuess& g) { g.controls(0, 1) = kNan; }),
            "guess: the values of 'u' are not all finite");
}

TEST(Interpolate, IsLinearInsideAndConstantOutside) {
  const Eigen::Vector3d time(0.0, 1.0, 3.0);
  const Eigen::RowVector3d series(2.0, 4.0, -4.0);
  EXPECT_EQ(interpolate(time, series, -5.0)(0), 2.0);
  EXPECT_EQ(interpolate(time, series, 0.0)(0), 2.0);
  EXPECT_EQ(interpolate(time, series, 0.25)(0), 2.5);
  EXPECT_EQ(interpolate(time, series, 1.0)(0), 4.0);
  EXPECT_EQ(interpolate(time, series, 2.0)(0), 0.0);
  EXPECT_EQ(interpolate(time, series, 3.0)(0), -4.0);
  EXPECT_EQ(interpolate(time, series, 9.0)(0), -4.0);
}

TEST(Interpolate, OfOneTimeIsConstant) {
  EXPECT_EQ(interpolate(Eigen::VectorXd::Constant(1, 1.0), Eigen::MatrixXd::Constant(1, 1, 7.0), 0.3)(0), 7.0);
}

TEST(Guess, OfZerosKeepsTimesAndNumbers) {
  const Problem problem = one_state({.start = 2.0, .end = 4.0}, 3.0, {.guess = LinearGuess{1.0, 2.0}});
  const Guess zeros = zero_guess(problem), own = straight_line_guess(problem);
  EXPECT_EQ(zeros.phases[0].time, own.phases[0].time);
  EXPECT_EQ(zeros.phases[0].states.cwiseAbs().maxCoeff(), 0.0);
  EXPECT_EQ(zeros.phases[0].controls.cwiseAbs().maxCoeff(), 0.0);
  check_guess(zeros, problem);
}

TEST(Guess, IsRefusedWithCostatesThatDoNotFit) {
  const Problem problem = one_state({});
  Guess guess = straight_line_guess(problem);
  guess.phases[0].costates.setZero(3, guess.phases[0].time.size());
  EXPECT_TRUE(refuses([&] { check_guess(guess, problem); }, "it has 3 costates"));
}

}  // namespace tandem::guess_test
