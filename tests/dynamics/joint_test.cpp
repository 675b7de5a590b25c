#include <tandem/dynamics/joint.hpp>

#include <gtest/gtest.h>

namespace tandem::joint_test {

TEST(Joint, CountsItsCoordinatesAndVelocities) {
  const auto counts = [](JointType type) { return std::pair(coordinate_count(type), velocity_count(type)); };
  EXPECT_EQ(counts(JointType::revolute), std::pair(1, 1));
  EXPECT_EQ(counts(JointType::prismatic), std::pair(1, 1));
  EXPECT_EQ(counts(JointType::spherical), std::pair(4, 3));
  EXPECT_EQ(counts(JointType::free), std::pair(7, 6));
  EXPECT_EQ(counts(JointType::fixed), std::pair(0, 0));
}

TEST(Joint, HasANameForItsType) {
  EXPECT_STREQ(name_of(Joint::prismatic("rail", {1, 0, 0}).type), "prismatic");
  EXPECT_STREQ(name_of(Joint::revolute("hinge", {1, 0, 0}).type), "revolute");
  EXPECT_STREQ(name_of(Joint::spherical("ball").type), "spherical");
  EXPECT_STREQ(name_of(Joint::free("flight").type), "free");
  EXPECT_STREQ(name_of(Joint::fixed("weld").type), "fixed");
}

}  // namespace tandem::joint_test
