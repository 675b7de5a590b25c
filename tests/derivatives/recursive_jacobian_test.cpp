#include <tandem/derivatives/recursive_jacobian.hpp>

#include "slider.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

namespace tandem::recursive_jacobian_test {

using test::kDamper;
using test::kGear;
using test::slider;
using test::SliderKnots;

constexpr double kRounding = 1e-14;  // some ten operations on numbers up to 10

TEST(MultibodyInputs, StandAsStatesControlsTimeAndFreeNumbers) {
  const MultibodyInputs inputs(slider(), 1, {2, 0});
  EXPECT_EQ(inputs.nq, 1);
  EXPECT_EQ(inputs.nv, 1);
  EXPECT_EQ(inputs.nu, 1);
  EXPECT_EQ(inputs.count, 6);
  ASSERT_EQ(inputs.numbers.size(), 1U);  // the third number moves nothing
  EXPECT_EQ(inputs.numbers[0].input, 5);
  EXPECT_EQ(inputs.numbers[0].index, 0);
  EXPECT_EQ(inputs.all_numbers.size(), 2U);
}

TEST(RecursiveJacobian, HasTheClosedDerivativesOfAMassOnASpring) {
  const MultibodyFunction function(slider());
  RecursiveJacobian recursion(function, {0, 1}, std::vector<double>{1.0, 1.0});
  const SliderKnots at;
  recursion.evaluate(at.inputs.data(), true);
  for (int lane = 0; lane < 4; ++lane) {
    const double m = at.of(SliderKnots::m, lane), a = at.acceleration(lane);
    EXPECT_EQ(recursion.value(0)[lane], at.of(SliderKnots::v, lane));
    EXPECT_NEAR(recursion.value(1)[lane], a, kRounding);
    EXPECT_EQ(recursion.jacobian(0, SliderKnots::v)[lane], 1.0);
    EXPECT_EQ(recursion.jacobian(0, SliderKnots::q)[lane], 0.0);
    EXPECT_NEAR(recursion.jacobian(1, SliderKnots::q)[lane], -at.of(SliderKnots::k, lane) / m, kRounding);
    EXPECT_NEAR(recursion.jacobian(1, SliderKnots::v)[lane], -kDamper / m, kRounding);
    EXPECT_NEAR(recursion.jacobian(1, SliderKnots::u)[lane], kGear / m, kRounding);
    EXPECT_EQ(recursion.jacobian(1, SliderKnots::time)[lane], 0.0);
    EXPECT_NEAR(recursion.jacobian(1, SliderKnots::m)[lane], -a / m, kRounding);
    EXPECT_NEAR(recursion.jacobian(1, SliderKnots::k)[lane], -at.of(SliderKnots::q, lane) / m, kRounding);
    EXPECT_NEAR(recursion.by_known()(0, 0)[lane], 1 / m, kRounding);
    EXPECT_NEAR(recursion.accelerations_by(0)[SliderKnots::u][lane], kGear / m, kRounding);
  }
}

// Of known motion: tau = m a + k q + d v, and its derivatives.
TEST(RecursiveJacobian, HasTheClosedForceOfAKnownMotion) {
  ModelBuilder builder("slider");
  builder.add_body("mass", "world", Transform<double>::identity(), Joint::prismatic("slide", Eigen::Vector3d::UnitX()),
                   Inertia<double>::point(1.5, Vec3<double>::zero()));
  MultibodyDynamics driven = MultibodyDynamics(builder.build()).drive_motion("slide");
  driven.number("stiffness of 'slide'", Affine(Number{0}));
  const MultibodyFunction function(MultibodyForce{driven, "slide"});
  RecursiveJacobian recursion(function, {0}, std::vector<double>{1.0});
  const std::array<Pack4, 5> inputs{Pack4(0.4), Pack4(-1.0), Pack4(2.0), Pack4(0.0), Pack4(7.0)};
  recursion.evaluate(inputs.data(), true);
  EXPECT_NEAR(recursion.value(0)[2], 1.5 * 2.0 + 7.0 * 0.4, kRounding);
  EXPECT_NEAR(recursion.jacobian(0, 0)[2], 7.0, kRounding);
  EXPECT_NEAR(recursion.jacobian(0, 1)[2], 0.0, kRounding);
  EXPECT_NEAR(recursion.jacobian(0, 2)[2], 1.5, kRounding);
  EXPECT_NEAR(recursion.jacobian(0, 4)[2], 0.4, kRounding);
}

TEST(RecursiveJacobian, FollowsItsNumbersWhereTheyAreNotFree) {
  const MultibodyFunction function(slider());
  RecursiveJacobian recursion(function, {}, std::vector<double>{1.0, 1.0});
  recursion.set_numbers(std::vector<double>{2.0, 5.0});
  const std::array<Pack4, 4> inputs{Pack4(0.3), Pack4(0.0), Pack4(0.0), Pack4(0.0)};
  recursion.evaluate(inputs.data(), false);
  EXPECT_NEAR(recursion.value(1)[0], -5.0 * 0.3 / 2.0, kRounding);
}

TEST(RecursiveJacobian, RefusesNumbersThatAreNotThere) {
  const MultibodyFunction function(slider());
  EXPECT_TRUE(test::refuses([&] { RecursiveJacobian recursion(function, {}, std::vector<double>{1.0}); },
                            "model 'slider': stiffness of 'slide' follows the named number 1, there are 1"));
}

}  // namespace tandem::recursive_jacobian_test
