#include <string>

#include <gtest/gtest.h>

#include <tandem/core/error.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/report/trajectory.hpp>

#include "report/sample_solution.hpp"

namespace tandem::trajectory_test {

/// x = t^3, v = 3 t^2, u = 6 t: a motion of x' = v, v' = u that cubic pieces hold exactly.
Solution cubic_motion(const Problem& problem) {
  Solution solution = sample_solution(problem, 4, 1.0);
  PhaseSolution& series = solution.phases[0];
  series.states.row(0) = series.time.array().cube();
  series.states.row(1) = 3.0 * series.time.array().square();
  series.controls.row(0) = 6.0 * series.control_time.array();
  return solution;
}

TEST(Trajectory, HoldsACubicMotionExactly) {
  const Problem problem = problems::double_integrator_energy();
  const Solution solution = cubic_motion(problem);
  const std::vector<double> numbers = problem.number_values();
  const Trajectory trajectory(problem.phases()[0], solution.phases[0], numbers);
  for (const double t : {0.0, 0.1, 0.25, 0.4, 0.77, 1.0}) {
    const int k = trajectory.interval_at(t);
    EXPECT_NEAR(trajectory.states(k, t)(0), t * t * t, 1e-14) << t;
    EXPECT_NEAR(trajectory.states(k, t)(1), 3.0 * t * t, 1e-14) << t;
    EXPECT_NEAR(trajectory.controls(k, t)(0), 6.0 * t, 1e-13) << t;
  }
}

TEST(Trajectory, FindsTheIntervalOfATime) {
  const Problem problem = problems::double_integrator_energy();
  const Solution solution = cubic_motion(problem);
  const std::vector<double> numbers = problem.number_values();
  const Trajectory trajectory(problem.phases()[0], solution.phases[0], numbers);
  EXPECT_EQ(trajectory.interval_at(-1.0), 0);
  EXPECT_EQ(trajectory.interval_at(0.25), 1);
  EXPECT_EQ(trajectory.interval_at(0.999), 3);
  EXPECT_EQ(trajectory.interval_at(2.0), 3);
}

TEST(Trajectory, KeepsJumpsOfTheCostates) {
  const Problem problem = problems::double_integrator_energy();
  Solution solution = cubic_motion(problem);
  solution.phases[0].costates.setConstant(1.0);
  solution.phases[0].costates_before.setConstant(3.0);
  const std::vector<double> numbers = problem.number_values();
  const Trajectory trajectory(problem.phases()[0], solution.phases[0], numbers);
  EXPECT_DOUBLE_EQ(trajectory.costates(0, 0.25)(0), 3.0);
  EXPECT_DOUBLE_EQ(trajectory.costates(1, 0.25)(0), 1.0);
}

TEST(Trajectory, HoldsAControlThatHasOnePointAnInterval) {
  const Problem problem = problems::double_integrator_energy();
  Solution solution = cubic_motion(problem);
  solution.phases[0].control_time = solution.phases[0].time.head(4).eval();
  solution.phases[0].controls = Eigen::RowVector4d(1.0, 2.0, 3.0, 4.0);
  const std::vector<double> numbers = problem.number_values();
  const Trajectory trajectory(problem.phases()[0], solution.phases[0], numbers);
  EXPECT_DOUBLE_EQ(trajectory.controls(1, 0.3)(0), 2.0);
  EXPECT_DOUBLE_EQ(trajectory.controls(1, 0.5)(0), 2.0);
}

TEST(Trajectory, RefusesControlTimesThatFitNoIntervals) {
  const Problem problem = problems::double_integrator_energy();
  Solution solution = cubic_motion(problem);
  solution.phases[0].control_time = Eigen::VectorXd::LinSpaced(7, 0.0, 1.0);
  solution.phases[0].controls = Eigen::RowVectorXd::Zero(7);
  const std::vector<double> numbers = problem.number_values();
  try {
    const Trajectory trajectory(problem.phases()[0], solution.phases[0], numbers);
    FAIL() << "the control times were not refused";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(std::string(error.what()), "phase 'move': 7 control times do not fit 4 intervals");
  }
}

}  // namespace tandem::trajectory_test
