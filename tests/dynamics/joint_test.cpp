#include <gtest/gtest.h>

#include <tandem/dynamics/joint.hpp>

namespace tandem::joint_test {

TEST(Joint, CountsItsCoordinatesAndVelocities) {
  const auto counts = [](JointType type) { return std::pair(coordinate_count(type), velocity_count(type)); };
  EXPECT_EQ(counts(JointType::kRevolute), std::pair(1, 1));
  EXPECT_EQ(counts(JointType::kPrismatic), std::pair(1, 1));
  EXPECT_EQ(counts(JointType::kSpherical), std::pair(4, 3));
  EXPECT_EQ(counts(JointType::kFree), std::pair(7, 6));
  EXPECT_EQ(counts(JointType::kFixed), std::pair(0, 0));
}

TEST(Joint, HasANameForItsType) {
  EXPECT_STREQ(name_of(Joint::prismatic("rail", {1, 0, 0}).type), "prismatic");
  EXPECT_STREQ(name_of(Joint::revolute("hinge", {1, 0, 0}).type), "revolute");
  EXPECT_STREQ(name_of(Joint::spherical("ball").type), "spherical");
  EXPECT_STREQ(name_of(Joint::free("flight").type), "free");
  EXPECT_STREQ(name_of(Joint::fixed("weld").type), "fixed");
}

}  // namespace tandem::joint_test
