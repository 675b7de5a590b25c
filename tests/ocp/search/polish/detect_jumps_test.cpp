#include <tandem/ocp/search/polish/detect_jumps.hpp>

#include <gtest/gtest.h>
#include <ocp/search/polish/closed_forms.hpp>
#include <ocp/support/solved.hpp>

#include <cmath>

namespace tandem::detect_jumps_test {

/// Unit intervals with these means.
std::vector<Jump> jumps(const std::vector<double>& means) {
  std::vector<double> edges;
  for (std::size_t k = 0; k <= means.size(); ++k) edges.push_back(static_cast<double>(k));
  return jumps_of(edges, means);
}

// 1 until 4.25, then -1: the interval from 4 has the mean -1/2.
TEST(JumpsOf, KeepTheIntegralOfASmearedControl) {
  const std::vector<Jump> found = jumps({1.0, 1.0, 1.0, 1.0, -0.5, -1.0, -1.0, -1.0, -1.0});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].interval, 4);
  EXPECT_NEAR(found[0].time, 4.25, 1e-15);
}

TEST(JumpsOf, SeeTwoThatAreFarApart) {
  std::vector<double> means(20, 0.0);
  for (int k = 6; k < 13; ++k) means[k] = 2.0;
  const std::vector<Jump> found = jumps(means);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found[0].time, 6.0, 1e-15);
  EXPECT_NEAR(found[1].time, 13.0, 1e-15);
}

// sin, a line, and a kink rise on both sides as fast as in the middle, or nearly.
TEST(JumpsOf, LeaveWhatIsContinuousAlone) {
  std::vector<double> wave, kink;
  for (int k = 0; k < 40; ++k) {
    wave.push_back(std::sin(0.4 * k));
    kink.push_back(std::max(0.0, k - 20.0));
  }
  EXPECT_TRUE(jumps(wave).empty());
  EXPECT_TRUE(jumps(kink).empty());
  EXPECT_TRUE(jumps({3.0, 3.0, 3.0, 3.0, 3.0, 3.0}).empty());
}

// Between u = 1 and u = -1 the quartic has a hill, u^2 a valley.
TEST(AllowsJump, WhereHIsNotConvexBetween) {
  const Problem quartic = test::quartic_effort(1.2), square = test::problem_with("double-integrator-energy");
  const Solution hill = test::solved(quartic, 20), valley = test::solved(square, 20);
  PhaseHamiltonian with_hill(quartic, hill, 0), with_valley(square, valley, 0);
  const Eigen::VectorXd one = Eigen::VectorXd::Ones(1);
  EXPECT_TRUE(allows_jump(with_hill, 10, one, -one));
  EXPECT_FALSE(allows_jump(with_valley, 10, one, -one));
}

TEST(DetectJumps, FindsOneTimeForTiedControls) {
  const Problem problem = test::two_tanks(false);
  const Solution solution = test::solved(problem, 40);
  PhaseHamiltonian hamiltonian(problem, solution, 0);
  const Eigen::MatrixXd means = interval_means(hamiltonian.replay());
  const auto found = detect_jumps(hamiltonian, means, {false, false});
  ASSERT_EQ(found[0].size(), 1U);
  ASSERT_EQ(found[1].size(), 1U);
  EXPECT_EQ(found[0][0], found[1][0]);
  EXPECT_NEAR(found[0][0], 2.0 - 0.5 * std::log(2.0), 0.05);  // an interval
  EXPECT_TRUE(detect_jumps(hamiltonian, means, {true, true})[0].empty());
}

}  // namespace tandem::detect_jumps_test
