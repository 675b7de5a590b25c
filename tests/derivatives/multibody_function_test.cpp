#include <tandem/core/pack.hpp>
#include <tandem/derivatives/following_parameters.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/models/all.hpp>

#include "multibody_blocks.hpp"
#include "support/allocations.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

namespace tandem::multibody_function_test {

using namespace test;

const std::vector<double> kNoNumbers;

MultibodyDynamics acrobot() { return MultibodyDynamics(models::acrobot().model); }

Eigen::VectorXd rates_of(const MultibodyDynamics& dynamics, const Eigen::VectorXd& x, const Eigen::VectorXd& u,
                         const std::vector<double>& numbers = kNoNumbers) {
  Eigen::VectorXd rates(dynamics.states());
  const MultibodyFunction function(dynamics);
  const std::span<const double> states(x.data(), x.size()), controls(u.data(), u.size());
  function(KnotView<double>{states, controls, 0.0, numbers}, std::span<double>(rates.data(), rates.size()));
  return rates;
}

Eigen::VectorXd random_state(const Model& model, test::Dice& dice) {
  Eigen::VectorXd x(model.nq() + model.nv());
  x << random_configuration(model, dice), dice.vector(model.nv());
  return x;
}

/// The generalized forces that the rates need.
Eigen::VectorXd forces_of(const Model& model, const Eigen::VectorXd& x, const Eigen::VectorXd& rates) {
  Workspace<double> ws(model);
  Eigen::VectorXd tau(model.nv());
  inverse_dynamics(model, ws, x.head(model.nq()), x.tail(model.nv()), rates.tail(model.nv()), tau);
  return tau;
}

double output_of(const MultibodyFunction& function, const Eigen::VectorXd& x, const Eigen::VectorXd& u) {
  const std::span<const double> states(x.data(), x.size()), controls(u.data(), u.size());
  double output = 0;
  function(KnotView<double>{states, controls, 0.0, kNoNumbers}, std::span<double>(&output, 1));
  return output;
}

TEST(MultibodyFunction, MakesTheAccelerationsThatTheControlsForce) {
  const MultibodyDynamics dynamics = acrobot().actuate("elbow", 3.0);
  test::Dice dice(1);
  const Eigen::VectorXd x = random_state(dynamics.model(), dice), u = dice.vector(1);
  const Eigen::VectorXd rates = rates_of(dynamics, x, u), tau = forces_of(dynamics.model(), x, rates);
  EXPECT_EQ(rates.head(2), x.tail(2));
  EXPECT_NEAR(tau(0), 0.0, 1e-13);
  EXPECT_NEAR(tau(1), 3.0 * u(0), 1e-13);
}

TEST(MultibodyFunction, NumbersControlsInTheOrderOfTheCalls) {
  const MultibodyDynamics dynamics = acrobot().actuate("elbow").actuate("shoulder");
  test::Dice dice(2);
  const Eigen::VectorXd x = random_state(dynamics.model(), dice), u = dice.vector(2);
  const Eigen::VectorXd tau = forces_of(dynamics.model(), x, rates_of(dynamics, x, u));
  EXPECT_NEAR(tau(0), u(1), 1e-13);
  EXPECT_NEAR(tau(1), u(0), 1e-13);
}

TEST(MultibodyFunction, LetsOneMotorActOnTwoJoints) {
  const MultibodyDynamics dynamics = acrobot().motor({{"shoulder", 2.0}, {"elbow", -0.5}});
  test::Dice dice(3);
  const Eigen::VectorXd x = random_state(dynamics.model(), dice), u = dice.vector(1);
  const Eigen::VectorXd tau = forces_of(dynamics.model(), x, rates_of(dynamics, x, u));
  EXPECT_NEAR(tau(0), 2.0 * u(0), 1e-13);
  EXPECT_NEAR(tau(1), -0.5 * u(0), 1e-13);
}

TEST(MultibodyFunction, MovesMotionDrivenJointsAsTheControlsSayAndTellsTheirForce) {
  const MultibodyDynamics dynamics = acrobot().drive_motion("elbow");
  test::Dice dice(4);
  const Eigen::VectorXd x = random_state(dynamics.model(), dice), u = dice.vector(1);
  const Eigen::VectorXd rates = rates_of(dynamics, x, u), tau = forces_of(dynamics.model(), x, rates);
  EXPECT_EQ(rates(3), u(0));
  EXPECT_NEAR(tau(0), 0.0, 1e-13);
  EXPECT_NEAR(output_of(MultibodyFunction(MultibodyForce{dynamics, "elbow"}), x, u), tau(1), 1e-12);
}

// States: two angles, two rates, acceleration and jerk of the elbow; its snap is the second control.
TEST(MultibodyFunction, IntegratesASmoothMotionFromItsHighestDerivative) {
  const MultibodyDynamics plain = acrobot().actuate("shoulder").drive_motion("elbow");
  const MultibodyDynamics smooth = acrobot().actuate("shoulder").drive_motion("elbow", 3);
  ASSERT_EQ(smooth.states(), 6);
  test::Dice dice(7);
  const Eigen::VectorXd x = dice.vector(6), u = dice.vector(2), known = Eigen::Vector2d(u(0), x(4));
  const Eigen::VectorXd rates = rates_of(smooth, x, u);
  EXPECT_EQ(rates.head(4), rates_of(plain, x.head(4), known));
  EXPECT_EQ(rates(4), x(5));
  EXPECT_EQ(rates(5), u(1));
  EXPECT_EQ(output_of(MultibodyFunction(MultibodyForce{smooth, "elbow"}), x, u),
            output_of(MultibodyFunction(MultibodyForce{plain, "elbow"}), x.head(4), known));
}

TEST(MultibodyFunction, TakesHalfTheSquaresOfForcesForAnEffort) {
  const MultibodyDynamics dynamics = acrobot().drive_motion("shoulder", 2).drive_motion("elbow");
  test::Dice dice(8);
  const Eigen::VectorXd x = dice.vector(5), u = dice.vector(2);
  const double shoulder = output_of(MultibodyFunction(MultibodyForce{dynamics, "shoulder"}), x, u);
  const double elbow = output_of(MultibodyFunction(MultibodyForce{dynamics, "elbow"}), x, u);
  EXPECT_NEAR(output_of(MultibodyFunction(MultibodyEffort{dynamics, {"elbow", "shoulder"}}), x, u),
              0.5 * (shoulder * shoulder + elbow * elbow), 1e-12);
}

TEST(MultibodyFunction, FollowsNamedNumbers) {
  const MultibodyDynamics dynamics =
      acrobot().actuate("elbow").number("gravity z", -Number{0}).number("damping of 'elbow'", 2.0 * Number{1});
  Parameters<double> parameters = dynamics.model().parameters();
  parameters.set_gravity({0, 0, -1.6});
  parameters.dampings()[1] = 0.6;
  test::Dice dice(5);
  const Eigen::VectorXd x = random_state(dynamics.model(), dice), u = dice.vector(1);
  const Eigen::VectorXd rates = rates_of(dynamics, x, u, {1.6, 0.3});
  Workspace<double> ws(dynamics.model());
  Eigen::VectorXd a(2);
  forward_dynamics(dynamics.model(), parameters, ws, x.head(2), x.tail(2), Eigen::Vector2d(0, u(0)), a);
  EXPECT_LT((rates.tail(2) - a).norm(), 1e-12);
}

TEST(MultibodyFunction, SetsMassesAndPlacementsToTheNumbersThemselves) {
  const MultibodyDynamics dynamics =
      acrobot().number("mass of 'upper'", Number{0}).number("shift z of 'lower'", -Number{1});
  FollowingParameters<double> following(dynamics);
  following.set(dynamics, std::vector<double>{2.5, 0.8});
  EXPECT_NEAR(following.current.inertia(1).mass, 2.5, 1e-15);
  EXPECT_NEAR(following.current.placement(2, 1).translation.z, -0.8, 1e-15);
  EXPECT_NEAR(following.current.inertia(1).moment.z, -0.5, 1e-15);  // left as it was
}

TEST(MultibodyFunction, GivesTheRatesOfQuaternionsThatKeepTheirLength) {
  const MultibodyDynamics dynamics(models::spinning_body().model);
  test::Dice dice(6);
  const Eigen::VectorXd x = random_state(dynamics.model(), dice) * 1.1;
  const Eigen::VectorXd rates = rates_of(dynamics, x, Eigen::VectorXd(0));
  int quaternion = 0;
  for (const Link& link : dynamics.model().links()) {
    if (coordinate_count(link.type) > 1) quaternion = link.q_index;
  }
  EXPECT_NEAR(x.segment(quaternion, 4).dot(rates.segment(quaternion, 4)), 0.0, 1e-14);
}

TEST(MultibodyFunction, GivesPacksAndDoublesTheSame) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    test::Dice dice(seed);
    const MultibodyDynamics dynamics =
        random_dynamics(seed, {.hybrid = true, .smooth = seed % 3 == 2, .laws = seed % 2 == 1});
    const MultibodyFunction function(dynamics);
    std::vector<Pack4> x(dynamics.states()), u(dynamics.controls()), out(dynamics.states());
    std::vector<Pack4> numbers(kMultibodyNumbers.begin(), kMultibodyNumbers.end());
    std::vector<Eigen::VectorXd> expected;
    for (int lane = 0; lane < 4; ++lane) {
      Eigen::VectorXd state = dice.vector(dynamics.states());
      state.head(dynamics.model().nq()) = random_configuration(dynamics.model(), dice);
      const Eigen::VectorXd control = dice.vector(dynamics.controls());
      for (int i = 0; i < dynamics.states(); ++i) x[i].set(lane, state(i));
      for (int i = 0; i < dynamics.controls(); ++i) u[i].set(lane, control(i));
      expected.push_back(rates_of(dynamics, state, control, kMultibodyNumbers));
    }
    function(KnotView<Pack4>{x, u, Pack4(0.0), numbers}, std::span<Pack4>(out));
    for (int lane = 0; lane < 4; ++lane) {
      const double size = std::max(1.0, expected[lane].cwiseAbs().maxCoeff());
      for (int i = 0; i < dynamics.states(); ++i) EXPECT_NEAR(out[i][lane], expected[lane](i), 1e-12 * size);
    }
  }
}

TEST(MultibodyFunction, AllocatesNothingAfterItsFirstCall) {
  const MultibodyDynamics dynamics = random_dynamics(3, {.hybrid = true, .laws = true});
  const MultibodyFunction function(dynamics);
  test::Dice dice(3);
  const Eigen::VectorXd x = random_state(dynamics.model(), dice), u = dice.vector(dynamics.controls());
  std::vector<double> out(dynamics.states());
  const std::span<const double> states(x.data(), x.size()), controls(u.data(), u.size());
  const KnotView<double> knot{states, controls, 0.0, kMultibodyNumbers};
  function(knot, std::span<double>(out));
  EXPECT_EQ(test::allocations_in([&] { function(knot, std::span<double>(out)); }), 0);
}

TEST(MultibodyFunction, IsNaNWhereTheModelHasNoAccelerations) {
  const MultibodyDynamics dynamics(models::spinning_body().model);
  EXPECT_TRUE(rates_of(dynamics, Eigen::VectorXd::Zero(dynamics.states()), Eigen::VectorXd(0)).array().isNaN().all());
}

TEST(MultibodyFunction, TakesAMotorAndADriveOfOneJointInAnyOrder) {
  const Eigen::VectorXd x = Eigen::Vector4d(0.3, -0.4, 0.5, 0.6);
  const Eigen::Vector2d u(0.7, -0.2);
  const Eigen::VectorXd one = rates_of(acrobot().motor({{"elbow", 2.0}}).actuate("elbow"), x, u);
  const Eigen::VectorXd other = rates_of(acrobot().actuate("elbow").motor({{"elbow", 2.0}}), x, u.reverse());
  EXPECT_TRUE(one.isApprox(other, 1e-15));
  EXPECT_TRUE(one.isApprox(rates_of(acrobot().actuate("elbow"), x, Eigen::VectorXd::Constant(1, 1.2)), 1e-14));
}

TEST(MultibodyFunction, RefusesAnEffortThatIsNone) {
  const MultibodyDynamics driven = acrobot().drive_motion("elbow");
  EXPECT_TRUE(test::refuses([&] { MultibodyFunction(MultibodyEffort{driven, {}}); }, "an effort of no joints"));
  EXPECT_TRUE(test::refuses([&] { MultibodyFunction(MultibodyEffort{driven, {"shoulder"}}); }, "not motion-driven"));
  EXPECT_TRUE(test::refuses([&] { MultibodyFunction(MultibodyEffort{driven, {"elbow", "elbow"}}); }, "taken twice"));
}

TEST(MultibodyFunction, RefusesTheForceOfAJointThatIsNotMotionDriven) {
  EXPECT_TRUE(test::refuses(
      [] {
        MultibodyFunction(MultibodyForce{acrobot().actuate("elbow"), "elbow"});
      },
      "joint 'elbow' is not motion-driven"));
}

TEST(MultibodyFunction, RefusesStatesAndControlsOfAnotherSize) {
  const MultibodyDynamics dynamics = acrobot().actuate("elbow");
  EXPECT_TRUE(test::refuses([&] { rates_of(dynamics, Eigen::VectorXd::Zero(3), Eigen::VectorXd::Zero(1)); },
                            "model 'acrobot' has 2 coordinates and 2 velocities: 4 states, not 3"));
  EXPECT_TRUE(test::refuses([&] { rates_of(dynamics, Eigen::VectorXd::Zero(4), Eigen::VectorXd::Zero(2)); },
                            "model 'acrobot' is driven by 1 controls, not 2"));
  const MultibodyDynamics smooth = acrobot().drive_motion("elbow", 3);
  EXPECT_TRUE(test::refuses([&] { rates_of(smooth, Eigen::VectorXd::Zero(4), Eigen::VectorXd::Zero(1)); },
                            "2 coordinates and 2 velocities, its smooth motions 2 derivatives: 6 states, not 4"));
}

}  // namespace tandem::multibody_function_test
