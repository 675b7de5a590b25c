#include <tandem/derivatives/frame_chain.hpp>

#include "multibody_blocks.hpp"
#include "support/ridders.hpp"
#include <gtest/gtest.h>

namespace tandem::frame_chain_test {

using namespace test;

/// How a frame of a random tree moves, at one state in all lanes. Accelerations are the first controls of a tree that
/// nothing drives, so that what follows them is simple.
struct Chain {
  Chain(unsigned seed, int numbers)
      : dynamics(random_tree(seed)),
        inputs(dynamics, dynamics.model().nv(), {}),
        scratch(dynamics, 0),
        chain(dynamics, dynamics.model().find_frame("tool"), numbers, inputs),
        count(numbers),
        parameters(dynamics.model().parameters().cast<Pack4>()),
        q(inputs.nq),
        v(inputs.nv),
        a(inputs.nv),
        accelerations_by(inputs.nv * inputs.count, Pack4(0.0)) {
    for (int d = 0; d < inputs.nv; ++d) accelerations_by[d * inputs.count + inputs.nq + inputs.nv + d] = Pack4(1.0);
    test::Dice dice(seed);
    x = dice.vector(inputs.count);
    x.head(inputs.nq) = random_configuration(dynamics.model(), dice);
    weights = dice.vector(count);
  }

  void set(const Eigen::VectorXd& at) {
    for (int i = 0; i < inputs.nq; ++i) q(i) = Pack4(at(i));
    for (int d = 0; d < inputs.nv; ++d) {
      v(d) = Pack4(at(inputs.nq + d)), a(d) = Pack4(count > kMovingNumbers ? at(inputs.nq + inputs.nv + d) : 0.0);
    }
    chain.move(knots(), scratch);
  }
  FourKnots knots() const { return {q, v, a, parameters, no_numbers}; }

  double weighed(const Eigen::VectorXd& at) {
    set(at);
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += weights(i) * chain.number(i)[0];
    return sum;
  }
  Eigen::VectorXd gradient(const Eigen::VectorXd& at) {
    set(at);
    chain.differentiate(knots(), scratch, accelerations_by.data());
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(inputs.count);
    for (int i = 0; i < count; ++i) {
      for (const int j : chain.reached()) sum(j) += weights(i) * chain.number_by(i)[j][0];
    }
    return sum;
  }
  Eigen::MatrixXd hessian(const Eigen::VectorXd& at) {
    (void)gradient(at);
    std::vector<Pack4> packs(inputs.count * inputs.count, Pack4(0.0)), in_packs(weights.begin(), weights.end());
    chain.add_hessian(knots(), scratch, in_packs.data(), accelerations_by.data(), packs.data());
    Eigen::MatrixXd all(inputs.count, inputs.count);
    for (long i = 0; i < all.size(); ++i) all.data()[i] = packs[i][0];
    return all;
  }

  MultibodyDynamics dynamics;
  MultibodyInputs inputs;
  FrameScratch scratch;
  FrameChain chain;
  int count;
  Parameters<Pack4> parameters;
  std::vector<Pack4> no_numbers;
  VectorX<Pack4> q, v, a;
  std::vector<Pack4> accelerations_by;
  Eigen::VectorXd x, weights;
};

// Differences of functions of size 10 leave 1e-11 or so.
TEST(FrameChain, HasTheSlopesOfItsNumbers) {
  for (const int numbers : {kMovingNumbers, kAcceleratedNumbers}) {
    for (const unsigned seed : {1u, 2u, 6u, 8u}) {
      Chain c(seed, numbers);
      const Eigen::VectorXd exact = c.gradient(c.x);
      const Eigen::MatrixXd second = c.hessian(c.x);
      EXPECT_LT((second - second.transpose()).norm(), 1e-12 * (1 + second.norm())) << seed;
      for (int j = 0; j < c.inputs.count; ++j) {
        const Eigen::VectorXd unit = Eigen::VectorXd::Unit(c.inputs.count, j);
        const auto value = [&](double step) -> Eigen::VectorXd {
          return Eigen::VectorXd::Constant(1, c.weighed(c.x + step * unit));
        };
        const auto slope = [&](double step) -> Eigen::VectorXd { return c.gradient(c.x + step * unit); };
        EXPECT_NEAR(ridders(value, 0.01)(0), exact(j), 2e-10 * (1 + exact.norm())) << seed << ", input " << j;
        EXPECT_LT((ridders(slope, 0.01) - second.col(j)).norm(), 2e-10 * (1 + second.norm()))
            << seed << ", input " << j;
      }
    }
  }
}

TEST(FrameChain, ReachesOnlyTheJointsThatCarryItsFrame) {
  const Chain c(2, kMovingNumbers);
  for (const int d : c.chain.freedoms()) {
    const int body = c.dynamics.model().body_of_velocity(d);
    EXPECT_LE(body, c.chain.frame().body);
    EXPECT_GE(c.dynamics.model().last_below()[body], c.chain.frame().body);
  }
}

}  // namespace tandem::frame_chain_test
