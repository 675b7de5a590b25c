#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace tandem::swing_ups_test {

/// Where the guess of a state bends: values by fractions of the duration.
using Bends = std::map<std::string, std::vector<std::pair<double, double>>>;

/// Straight lines between the ends of the states of one phase, through the bends.
Guess bent_guess(const Problem& problem, const Bends& bends) {
  constexpr int kPoints = 201;
  const PhaseGuess given = straight_line_guess(problem, 0);
  const Phase& phase = problem.phases().front();
  const double start = given.time(0), duration = given.time(given.time.size() - 1) - start;
  PhaseGuess guess{Eigen::VectorXd::LinSpaced(kPoints, start, start + duration),
                   Eigen::MatrixXd(phase.state_count, kPoints), given.control_time, given.controls};
  for (int i = 0; i < phase.state_count; ++i) {
    std::vector<std::pair<double, double>> points{{0.0, given.states(i, 0)}};
    if (const auto bend = bends.find(phase.states[i].name); bend != bends.end()) {
      points.insert(points.end(), bend->second.begin(), bend->second.end());
    }
    points.emplace_back(1.0, given.states(i, given.states.cols() - 1));
    Eigen::VectorXd times(points.size());
    Eigen::MatrixXd series(1, points.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
      times(k) = start + duration * points[k].first;
      series(0, k) = points[k].second;
    }
    for (int k = 0; k < kPoints; ++k) guess.states(i, k) = interpolate(times, series, guess.time(k))(0);
  }
  return guess;
}

Solution solve_from(const Problem& problem, const Bends& bends, int intervals) {
  SolveOptions options;
  options.guess = bent_guess(problem, bends);
  options.intervals = intervals;
  options.refine = 1e-5;  // finer where the error bar asks for it
  return solve(problem, options);
}

/// A certified minimum of this value.
void expect_minimum(const Solution& solution, double objective, double tolerance) {
  EXPECT_EQ(solution.status, Status::solved);
  EXPECT_NEAR(solution.objective, objective, tolerance);
  EXPECT_TRUE(solution.certificate.passes()) << (solution.certificate.passes() ? "" : solution.certificate.reasons[0]);
}

/// Values where the series turns round, between its ends.
std::vector<double> turning_points(const Eigen::VectorXd& series) {
  std::vector<double> found;
  for (long k = 1; k + 1 < series.size(); ++k) {
    if ((series(k) - series(k - 1)) * (series(k + 1) - series(k)) < 0.0) found.push_back(series(k));
  }
  return found;
}

/// Simpson's rule over equal steps of an even number.
double integral(const Eigen::VectorXd& time, const Eigen::VectorXd& values) {
  double sum = 0.0;
  for (long k = 0; k + 2 < values.size(); k += 2) sum += values(k) + 4.0 * values(k + 1) + values(k + 2);
  return sum * (time(1) - time(0)) / 3.0;
}

// ---- pendulum -------------------------------------------------------------------------------------------------------

TEST(PendulumSwingUp, SwingsFurtherEachTimeAsTheMotorCannotHoldIt) {
  const Problem problem = problems::pendulum_swing_up();
  const double weight = problem.value("mass") * problem.value("gravity");
  EXPECT_LT(problem.value("max_torque"), 0.3 * weight * problem.value("length"));
  const std::vector<double> turns = turning_points(solve(problem).phases[0].states.row(0));
  ASSERT_EQ(turns.size(), 4U);
  for (std::size_t k = 1; k < turns.size(); ++k) {
    EXPECT_LT(turns[k] * turns[k - 1], 0.0);
    EXPECT_GT(std::abs(turns[k]), 1.3 * std::abs(turns[k - 1]));
  }
}

/// What the motor does less what the damper takes: Simpson's rule on each interval, with the rate in its middle by the
/// cubic through angles and rates at its ends.
double net_work(const PhaseSolution& phase, double damping) {
  double sum = 0.0;
  for (int k = 0; k < phase.intervals(); ++k) {
    const double h = phase.time(k + 1) - phase.time(k), before = phase.states(1, k), after = phase.states(1, k + 1);
    const double middle = 1.5 * (phase.states(0, k + 1) - phase.states(0, k)) / h - 0.25 * (before + after);
    const auto power = [&](double rate, int node) { return (phase.controls(0, 2 * k + node) - damping * rate) * rate; };
    sum += h / 6.0 * (power(before, 0) + 4.0 * power(middle, 1) + power(after, 2));
  }
  return sum;
}

// In intervals where the torque meets its bound, of 0.0225 s, it is wrong by some 1e-3.
TEST(PendulumSwingUp, TakesFromItsMotorWhatTheRiseAndTheDamperNeed) {
  const Problem problem = problems::pendulum_swing_up();
  const double work = net_work(solve(problem).phases[0], problem.value("damping"));
  EXPECT_NEAR(work, 2.0 * problem.value("mass") * problem.value("gravity") * problem.value("length"), 1e-4);
}

// A mass that is moved by pi in T costs 12 pi^2 J^2 / T^3; its states are cubics, which Hermite-Simpson has exactly.
TEST(PendulumSwingUp, WithoutGravityAndDampingIsAMassMovedFromRestToRest) {
  Problem problem = problems::pendulum_swing_up();
  problem.set("gravity", 0.0);
  problem.set("damping", 0.0);
  const double inertia = problem.value("mass") * std::pow(problem.value("length"), 2);
  EXPECT_NEAR(solve(problem).objective, 12.0 * std::pow(std::numbers::pi * inertia, 2) / std::pow(4.5, 3), 1e-8);
}

// ---- cart-pole ------------------------------------------------------------------------------------------------------

TEST(CartPoleSwingUp, FindsTheBetterMinimumFromAGuessThatSwingsBack) {
  const Problem problem = problems::cart_pole_swing_up();
  const Solution solution = solve_from(problem, {{"angle", {{0.25, 1.0}, {0.55, -1.0}}}}, 100);
  expect_minimum(solution, 57.94478031, 1e-5);
  EXPECT_NEAR(solution.phases[0].controls(0, 0), -6.823, 0.05);  // of order 2
}

/// The mean of the control over each interval, of a transcription with so many nodes.
Eigen::VectorXd interval_means(const PhaseSolution& phase, int nodes) {
  return phase.controls.row(0).reshaped(nodes, phase.intervals()).colwise().mean().transpose();
}

/// The middles of the changes from one bound to the other.
std::vector<double> switches(const Eigen::VectorXd& knots, const Eigen::VectorXd& means, double bound) {
  std::vector<double> found;
  double last = 0.0, since = 0.0;
  for (long k = 0; k < means.size(); ++k) {
    if (std::abs(means(k)) < 0.99 * bound) continue;
    if (means(k) * last < 0.0) found.push_back(0.5 * (since + knots(k)));
    last = means(k), since = knots(k + 1);
  }
  return found;
}

// From one phase an arc: changes at 0.150358, 0.1716 (singular from there), 0.4659, 0.719620 and 1.006066. An interval
// is 0.0058 long, and no more than two are not at a bound about a switch.
TEST(CartPoleMinimumTime, IsAtItsBoundsOutsideOneSingularArc) {
  const Solution solution = solve(problems::cart_pole_minimum_time());
  const PhaseSolution& phase = solution.phases[0];
  const Eigen::VectorXd means = interval_means(phase, 3);
  const std::vector<double> found = switches(phase.time, means, 20.0);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_NEAR(found[0], 0.150358, 0.006);
  EXPECT_NEAR(found[1], 0.719620, 0.006);
  EXPECT_NEAR(found[2], 1.006066, 0.006);
  for (long k = 0; k < means.size(); ++k) {
    const bool is_inside = phase.time(k) > 0.18 && phase.time(k + 1) < 0.455;
    EXPECT_TRUE(!is_inside || std::abs(means(k)) < 18.0) << phase.time(k);
  }
  const std::vector<std::string>& notes = solution.certificate.notes;
  EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("control 'force' is singular") != std::string::npos;
  }));
}

// ---- what starts and ends at rest -----------------------------------------------------------------------------------

// Nothing but the force acts along the track. Simpson's rule over knots and middles, 1/300 s apart.
TEST(DoublePendulumCart, GetsAsMuchImpulseOneWayAsTheOther) {
  const PhaseSolution phase = solve(problems::double_pendulum_cart_swing_up()).phases[0];
  const Eigen::VectorXd force = phase.controls.row(0);
  EXPECT_NEAR(integral(phase.control_time, force), 0.0, 1e-4);
  EXPECT_GT(integral(phase.control_time, force.cwiseAbs()), 1.0);
}

// Nothing but gravity turns pendulum and wheel together, whatever the motor does.
TEST(ReactionWheel, IsTurnedByGravityAsMuchOneWayAsTheOther) {
  const PhaseSolution phase = solve(problems::reaction_wheel_pendulum()).phases[0];
  const Eigen::VectorXd lean = phase.states.row(0).array().sin();
  EXPECT_NEAR(integral(phase.time, lean), 0.0, 1e-4);
  EXPECT_GT(integral(phase.time, lean.cwiseAbs()), 0.5);
  EXPECT_EQ(turning_points(phase.states.row(0)).size(), 5U);
}

// ---- several minima -------------------------------------------------------------------------------------------------

TEST(TwoLinkArm, HasTheKnownMinimaAndABetterOne) {
  const Problem problem = problems::two_link_arm_effort();
  expect_minimum(solve_from(problem, {}, 200), 71.7033, 1e-3);
  expect_minimum(solve_from(problem, {{"shoulder", {{0.3, 0.0}}}, {"elbow", {{0.4, -1.0}}}}, 200), 56.5269, 1e-3);
  const Bends folded{{"shoulder", {{0.44, -1.95}, {0.8, 2.5}}}, {"elbow", {{0.56, 9.1}}}};
  expect_minimum(solve_from(problem, folded, 300), 15.9964, 1e-3);
}

TEST(TwoLinkArm, IsRaisedCheaplyByTheOtherSide) {
  Problem problem = problems::two_link_arm_effort();
  problem.set("shoulder_turns", -1.0);
  problem.set("elbow_turns", 1.0);
  expect_minimum(solve_from(problem, {{"shoulder", {{0.3, 0.15}}}, {"elbow", {{0.2, 1.2}, {0.4, -1.5}}}}, 300), 2.1852,
                 1e-3);
}

TEST(BranchedAcrobot, SwingsUpWithItsLegsTogetherOrApart) {
  const Problem problem = problems::branched_acrobot_swing_up();
  const std::vector<std::pair<double, double>> leg{{0.1, -0.8}, {0.25, 2.4}, {0.5, -3.0}};
  const Solution together =
      solve_from(problem, {{"torso", {{0.3, -1.7}, {0.6, 3.2}}}, {"left_hip", leg}, {"right_hip", leg}}, 500);
  expect_minimum(together, 15.98502, 1e-4);
  const Solution apart = solve(problem, {.refine = 1e-5});
  expect_minimum(apart, 16.1000661, 3e-5);
  const auto between = [](const Solution& solution) {
    const Eigen::MatrixXd& states = solution.phases[0].states;
    return (states.row(1) - states.row(2)).cwiseAbs().maxCoeff();
  };
  EXPECT_LT(between(together), 1e-6);
  EXPECT_GT(between(apart), 3.0);
}

}  // namespace tandem::swing_ups_test
