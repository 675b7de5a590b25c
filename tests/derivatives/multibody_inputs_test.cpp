#include <tandem/derivatives/multibody_inputs.hpp>

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

}  // namespace tandem::multibody_inputs_test
