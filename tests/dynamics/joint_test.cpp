#include <tandem/dynamics/joint.hpp>

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace tandem::joint_test {

TEST(Joint, CountsItsCoordinatesAndVelocities) {
  const auto counts = [](JointType type) { return std::pair(coordinate_count(type), velocity_count(type)); };
  EXPECT_EQ(counts(JointType::revolute), std::pair(1, 1));
  EXPECT_EQ(counts(JointType::prismatic), std::pair(1, 1));
  EXPECT_EQ(counts(JointType::spherical), std::pair(4, 3));
  EXPECT_EQ(counts(JointType::free), std::pair(7, 6));
  EXPECT_EQ(counts(JointType::fixed), std::pair(0, 0));
  EXPECT_EQ(counts(JointType::screw), std::pair(1, 1));
  EXPECT_EQ(counts(JointType::cylindrical), std::pair(2, 2));
  EXPECT_EQ(counts(JointType::universal), std::pair(2, 2));
  for (const JointType type : {JointType::translation, JointType::planar, JointType::euler}) {
    EXPECT_EQ(counts(type), std::pair(3, 3));
  }
}

TEST(Joint, HasANameForItsType) {
  EXPECT_STREQ(name_of(Joint::prismatic("rail", {1, 0, 0}).type), "prismatic");
  EXPECT_STREQ(name_of(Joint::revolute("hinge", {1, 0, 0}).type), "revolute");
  EXPECT_STREQ(name_of(Joint::spherical("ball").type), "spherical");
  EXPECT_STREQ(name_of(Joint::free("flight").type), "free");
  EXPECT_STREQ(name_of(Joint::fixed("weld").type), "fixed");
  EXPECT_STREQ(name_of(Joint::screw("nut", {1, 0, 0}, 0.1).type), "screw");
  EXPECT_STREQ(name_of(Joint::cylindrical("sleeve", {1, 0, 0}).type), "cylindrical");
  EXPECT_STREQ(name_of(Joint::translation("gantry").type), "translation");
  EXPECT_STREQ(name_of(Joint::planar("floor", {0, 0, 1}).type), "planar");
  EXPECT_STREQ(name_of(Joint::universal("hook", {1, 0, 0}, {0, 1, 0}).type), "universal");
  EXPECT_STREQ(name_of(Joint::euler("gimbal", {0, 0, 1}, {0, 1, 0}, {1, 0, 0}).type), "euler");
  EXPECT_STREQ(name_of(JointType::custom), "custom");
}

TEST(Joint, HasANameForEachOfItsParts) {
  const auto parts = [](const Joint& joint) {
    std::string all;
    for (int k = 0; k < coordinate_count(joint); ++k) all += std::string(coordinate_part(joint, k)) + " ";
    return all;
  };
  EXPECT_EQ(parts(Joint::cylindrical("sleeve", {1, 0, 0})), "turn slide ");
  EXPECT_EQ(parts(Joint::translation("gantry")), "x y z ");
  EXPECT_EQ(parts(Joint::planar("floor", {0, 0, 1})), "x y turn ");
  EXPECT_EQ(parts(Joint::universal("hook", {1, 0, 0}, {0, 1, 0})), "first second ");
  EXPECT_EQ(parts(Joint::euler("gimbal", {0, 0, 1}, {0, 1, 0}, {1, 0, 0})), "first second third ");
  EXPECT_EQ(parts(Joint::free("flight")), "qw qx qy qz x y z ");
  EXPECT_STREQ(velocity_part(Joint::free("flight"), 3), "vx");
  EXPECT_STREQ(velocity_part(Joint::planar("floor", {0, 0, 1}), 1), "y");
}

TEST(Joint, RefusesToCountACustomJointByItsKind) { EXPECT_ANY_THROW(velocity_count(JointType::custom)); }

}  // namespace tandem::joint_test
