#include <tandem/ocp/search/trajectory_distance.hpp>

#include <gtest/gtest.h>

namespace tandem::trajectory_distance_test {

/// x = height * t from 0 to `end` on a mesh of that many intervals.
Solution line(double height, int intervals, double end = 1.0) {
  Solution solution;
  PhaseSolution phase;
  phase.time = Eigen::VectorXd::LinSpaced(intervals + 1, 0.0, end);
  phase.states = height * phase.time.transpose();
  solution.phases.push_back(phase);
  solution.numbers["mass"] = 2.0;
  return solution;
}

const std::vector<Eigen::VectorXd> kLeast{Eigen::VectorXd::Constant(1, 1e-3)};

TEST(TrajectoryDistance, IsZeroForOneMotionOnTwoMeshes) {
  EXPECT_NEAR(trajectory_distance(line(2.0, 4), line(2.0, 7), kLeast), 0.0, 1e-14);
}

TEST(TrajectoryDistance, IsRelativeToTheRangeOfBoth) {
  EXPECT_NEAR(trajectory_distance(line(2.0, 4), line(-2.0, 4), kLeast), 1.0, 1e-14);
  EXPECT_NEAR(trajectory_distance(line(2e-6, 4), line(-2e-6, 4), kLeast), 4e-3, 1e-14);  // hardly moves
}

TEST(TrajectoryDistance, SeesEndTimesAndNumbers) {
  EXPECT_NEAR(trajectory_distance(line(2.0, 4), line(1.6, 4, 1.25), kLeast), 0.2, 1e-14);
  Solution heavier = line(2.0, 4);
  heavier.numbers["mass"] = 2.5;
  EXPECT_NEAR(trajectory_distance(line(2.0, 4), heavier, kLeast), 0.2, 1e-14);
}

}  // namespace tandem::trajectory_distance_test
