#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tandem::splines_test {

constexpr double kUp = std::numbers::pi;

Solution along_splines(const Problem& problem, int intervals) {
  return solve(problem, {.intervals = intervals, .certify = CertifyLevel::none});
}

Eigen::VectorXd end_of(const Solution& solution) { return solution.phases.front().states.rightCols(1); }

/// Collocation under free torques, from the motion of an answer.
Solution collocated_from(const Solution& found, const Problem& problem) {
  const PhaseSolution& motion = found.phases.front();
  const Phase& phase = problem.phases().front();
  PhaseGuess guess;
  guess.time = guess.control_time = motion.time;
  guess.states = motion.states.topRows(phase.state_count);
  guess.controls = Eigen::MatrixXd::Zero(phase.control_count, motion.time.size());
  return solve(
      problem,
      {.transcription = "hermite-simpson", .intervals = 300, .guess = Guess(guess), .certify = CertifyLevel::none});
}

void expect_a_little_dearer(const Solution& spline, const Solution& collocated) {
  EXPECT_EQ(spline.status, Status::solved);
  EXPECT_EQ(collocated.status, Status::solved);
  EXPECT_GT(spline.objective, collocated.objective);
  EXPECT_LT(spline.objective, 1.001 * collocated.objective);
}

// Splines of doubled knots include those before, and none is better than the best motion of all.
TEST(TwoLinkArmSpline, FallsToTheBestMotionAsKnotsAreDoubled) {
  constexpr double kBest = 24.014197415;
  double last = kInfinity;
  for (const int intervals : {8, 16, 32, 64, 128}) {
    const Solution found = along_splines(problems::two_link_arm_spline(), intervals);
    EXPECT_EQ(found.status, Status::solved) << intervals;
    EXPECT_GT(found.objective, kBest) << intervals;
    EXPECT_LT(found.objective, last) << intervals;
    last = found.objective;
  }
  EXPECT_LE(last, 24.02);
}

TEST(TwoLinkArmSpline, MovesAsTheArmOfBestTorquesDoes) {
  const Solution spline = along_splines(problems::two_link_arm_spline(), 128);
  const Solution collocated = along_splines(problems::two_link_arm_effort(), 128 * 3);
  for (int k = 0; k <= 128; ++k) {
    const Eigen::VectorXd angles = spline.phases[0].states.col(k).head(2);
    EXPECT_LT((angles - collocated.phases[0].states.col(3 * k).head(2)).norm(), 1e-3) << k;
  }
}

// One radian below level, and 1.3.
TEST(AcrobotSpline, SwingsUpFromAGuessThatHangs) {
  for (const double below : {1.0, 1.3}) {
    Problem problem = problems::acrobot_spline(), collocation = problems::acrobot_effort();
    for (Problem* each : {&problem, &collocation}) each->set("start", 0.5 * kUp - below);
    const Eigen::MatrixXd guess = straight_line_guess(problem).phases[0].states;
    EXPECT_EQ((guess.colwise() - guess.col(0)).norm(), 0.0);
    const Solution found = along_splines(problem, 300);
    expect_a_little_dearer(found, collocated_from(found, collocation));
    EXPECT_NEAR(end_of(found)(0), kUp, 0.1) << below;
    EXPECT_NEAR(end_of(found)(2), 0.0, 0.05) << below;
  }
}

/// How far the two hips of a motion are apart, at most.
double parted(const Solution& solution) {
  const Eigen::MatrixXd& states = solution.phases.front().states;
  return (states.row(1) - states.row(2)).cwiseAbs().maxCoeff();
}

TEST(BranchedAcrobotSpline, HasAMinimumWhoseLegsMoveAsOne) {
  const Solution found = along_splines(problems::branched_acrobot_spline(), 300);
  const Solution collocated = collocated_from(found, problems::branched_acrobot_swing_up());
  expect_a_little_dearer(found, collocated);
  EXPECT_NEAR(collocated.objective, 18.05083, 1e-4);
  EXPECT_LT(parted(found), 1e-6);
}

// From the motion of collocation; accelerations are the slopes of its rates.
TEST(BranchedAcrobotSpline, HasAMinimumWhoseLegsPart) {
  const Solution collocated = solve(problems::branched_acrobot_swing_up(), {.certify = CertifyLevel::none});
  const PhaseSolution& motion = collocated.phases.front();
  const long knots = motion.time.size();
  PhaseGuess guess;
  guess.time = guess.control_time = motion.time;
  guess.controls = Eigen::MatrixXd::Zero(2, knots);
  guess.states = Eigen::MatrixXd::Zero(8, knots);
  guess.states.topRows(6) = motion.states;
  for (long k = 1; k + 1 < knots; ++k) {
    const double time = motion.time(k + 1) - motion.time(k - 1);
    guess.states.col(k).tail(2) = (motion.states.col(k + 1) - motion.states.col(k - 1)).tail(2) / time;
  }
  const Solution found =
      solve(problems::branched_acrobot_spline(), {.guess = Guess(guess), .certify = CertifyLevel::none});
  expect_a_little_dearer(found, collocated);
  EXPECT_NEAR(collocated.objective, 16.1000661, 1e-4);
  EXPECT_GT(parted(found), 1.0);
}

}  // namespace tandem::splines_test
