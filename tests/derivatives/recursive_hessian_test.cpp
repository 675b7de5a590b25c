#include <tandem/derivatives/recursive_hessian.hpp>

#include "multibody_blocks.hpp"
#include "slider.hpp"
#include "support/ridders.hpp"
#include <gtest/gtest.h>

namespace tandem::recursive_hessian_test {

using test::Dice;
using test::kGear;
using test::SliderKnots;

BoolMatrix everywhere(int inputs) { return BoolMatrix::Constant(inputs, inputs, true); }

// a = (gear u - k q - d v)/m: by m and m 2 a/m^2, by m and another minus its first derivative over m, by k and q -1/m.
TEST(RecursiveHessian, HasTheClosedSecondDerivativesOfAMassOnASpring) {
  const MultibodyFunction function(test::slider());
  RecursiveJacobian first(function, {0, 1}, std::vector<double>{1.0, 1.0});
  RecursiveHessian second(function, first, 2, everywhere(6));
  const SliderKnots at;
  const std::array<Pack4, 2> weights{Pack4(5.0), Pack4(0.5)};  // q' = v has no second derivative
  first.evaluate(at.inputs.data(), true);
  second.evaluate(weights.data());
  for (int lane = 0; lane < 4; ++lane) {
    const double m = at.of(SliderKnots::m, lane), q = at.of(SliderKnots::q, lane), k = at.of(SliderKnots::k, lane);
    const auto found = [&](int i, int j) { return second.hessian(i, j)[lane]; };
    EXPECT_NEAR(found(SliderKnots::m, SliderKnots::m), 0.5 * 2 * at.acceleration(lane) / (m * m), 1e-14);
    EXPECT_NEAR(found(SliderKnots::m, SliderKnots::q), 0.5 * k / (m * m), 1e-14);
    EXPECT_NEAR(found(SliderKnots::m, SliderKnots::u), -0.5 * kGear / (m * m), 1e-14);
    EXPECT_NEAR(found(SliderKnots::m, SliderKnots::k), 0.5 * q / (m * m), 1e-14);
    EXPECT_NEAR(found(SliderKnots::k, SliderKnots::q), -0.5 / m, 1e-14);
    EXPECT_NEAR(found(SliderKnots::q, SliderKnots::q), 0.0, 1e-14);
    EXPECT_NEAR(found(SliderKnots::q, SliderKnots::m), found(SliderKnots::m, SliderKnots::q), 1e-15);
  }
}

/// A random tree with its first and second order, and one knot of it in all lanes.
struct RandomTree {
  explicit RandomTree(unsigned seed, bool laws = false)
      : dynamics(test::random_dynamics(seed, {.hybrid = true, .laws = laws})),
        blocks(test::blocks_of(dynamics, true)),
        function(dynamics),
        first(function, blocks.free_numbers, blocks.numbers),
        second(function, first, blocks.numbers.size(), everywhere(blocks.inputs())) {
    Dice dice(seed);
    const KnotBatch knot = test::random_knots(dynamics, blocks, 1, dice);
    x = knot.inputs.col(0);
    weights = dice.vector(function.outputs());
  }

  static std::vector<Pack4> in_all_lanes(const Eigen::VectorXd& numbers) {
    return std::vector<Pack4>(numbers.begin(), numbers.end());
  }

  /// weights' Jacobian.
  Eigen::VectorXd gradient(const Eigen::VectorXd& at) {
    first.evaluate(in_all_lanes(at).data(), true);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(at.size());
    for (int i = 0; i < function.outputs(); ++i) {
      for (int j = 0; j < at.size(); ++j) sum(j) += weights(i) * first.jacobian(i, j)[0];
    }
    return sum;
  }

  Eigen::MatrixXd hessian(const Eigen::VectorXd& its_weights) {
    first.evaluate(in_all_lanes(x).data(), true);
    second.evaluate(in_all_lanes(its_weights).data());
    Eigen::MatrixXd all(x.size(), x.size());
    for (int i = 0; i < x.size(); ++i) {
      for (int j = 0; j < x.size(); ++j) all(i, j) = second.hessian(i, j)[0];
    }
    return all;
  }

  MultibodyDynamics dynamics;
  KnotBlocks blocks;
  MultibodyFunction function;
  RecursiveJacobian first;
  RecursiveHessian second;
  Eigen::VectorXd x, weights;
};

// Differences over steps of 3e-2 down to 3e-4 divide the gradient's rounding of 1e-15 by them: some 2e-12 is left.
TEST(RecursiveHessian, IsTheSlopeOfTheJacobianOnRandomTrees) {
  for (const unsigned seed : {1u, 2u, 5u, 8u}) {
    RandomTree tree(seed, seed % 2 == 0);
    const Eigen::MatrixXd exact = tree.hessian(tree.weights);
    for (int j = 0; j < tree.x.size(); ++j) {
      const auto along = [&](double step) -> Eigen::VectorXd {
        return tree.gradient(tree.x + step * Eigen::VectorXd::Unit(tree.x.size(), j));
      };
      const Eigen::VectorXd column = test::ridders(along, 0.03);
      EXPECT_LT((exact.col(j) - column).cwiseAbs().maxCoeff(), 2e-11 * (1 + exact.cwiseAbs().maxCoeff()))
          << seed << ", input " << j;
    }
  }
}

TEST(RecursiveHessian, IsSymmetricAndLinearInItsWeights) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    RandomTree tree(seed);
    Dice dice(seed + 100);
    const Eigen::VectorXd other = dice.vector(tree.function.outputs());
    const Eigen::MatrixXd one = tree.hessian(tree.weights), two = tree.hessian(other),
                          both = tree.hessian(2.0 * tree.weights - other);
    const double scale = 1 + one.norm() + two.norm();
    EXPECT_LT((one - one.transpose()).norm(), 1e-13 * scale) << seed;
    EXPECT_LT((both - (2.0 * one - two)).norm(), 1e-13 * scale) << seed;
  }
}

}  // namespace tandem::recursive_hessian_test
