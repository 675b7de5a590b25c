#include <tandem/derivatives/multibody_inputs.hpp>

#include <tandem/dynamics/models/all.hpp>

#include "slider.hpp"
#include <gtest/gtest.h>

namespace tandem::multibody_inputs_test {

TEST(MultibodyInputs, KnowWhichFreeNumbersMoveTheModel) {
  const MultibodyDynamics dynamics = test::slider();  // numbers 0 and 1
  const MultibodyInputs inputs(dynamics, dynamics.controls(), {2, 1});
  EXPECT_EQ(inputs.count, 1 + 1 + 1 + 1 + 2);
  ASSERT_EQ(inputs.all_numbers.size(), 2U);
  ASSERT_EQ(inputs.numbers.size(), 1U);
  EXPECT_EQ(inputs.numbers[0].index, 1);
  EXPECT_EQ(inputs.numbers[0].input, 5);
  EXPECT_EQ(MultibodyInputs(dynamics, 0, {}).count, 3);
}

// States: two angles, two rates, acceleration and jerk of the elbow; controls: the shoulder's torque, the elbow's snap.
TEST(MultibodyInputs, FindAccelerationsAmongStatesWhereMotionsAreSmooth) {
  const MultibodyDynamics dynamics =
      MultibodyDynamics(models::acrobot().model).actuate("shoulder", 2.0).drive_motion("elbow", 3);
  const MultibodyInputs inputs(dynamics, dynamics.controls(), {});
  EXPECT_EQ(inputs.count, 6 + 2 + 1);
  ASSERT_EQ(inputs.known.size(), 2U);
  EXPECT_EQ(inputs.known[0].input, 6);
  EXPECT_EQ(inputs.known[0].gear, 2.0);
  EXPECT_EQ(inputs.known[1].freedom, 1);
  EXPECT_EQ(inputs.known[1].input, 4);
  ASSERT_EQ(inputs.integrated.size(), 2U);
  EXPECT_EQ(inputs.integrated[0].state, 4);
  EXPECT_EQ(inputs.integrated[0].input, 5);
  EXPECT_EQ(inputs.integrated[1].state, 5);
  EXPECT_EQ(inputs.integrated[1].input, 7);
  EXPECT_TRUE(MultibodyInputs(dynamics, 0, {}).known.empty());
}

}  // namespace tandem::multibody_inputs_test
