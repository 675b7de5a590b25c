#include <tandem/dynamics/urdf_reader.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <string>

namespace tandem::urdf_reader_test {

urdf::Robot read(const std::string& body) { return urdf::Reader("f").read("<robot name='r'>\n" + body + "\n</robot>"); }

// ---- what stands there ----------------------------------------------------------------------------------------------

TEST(UrdfReader, ReadsLinksAndJointsInTheirOrderWithTheirLines) {
  const urdf::Robot robot = read(
      "<link name='a'/>\n<link name='b'/>\n<joint name='j' type='continuous'>\n<parent link='a'/>\n<child link='b'/>\n"
      "</joint>");
  EXPECT_EQ(robot.name, "r");
  ASSERT_EQ(robot.links.size(), 2U);
  EXPECT_EQ(robot.links[1].name, "b");
  EXPECT_EQ(robot.links[1].line, 3);
  EXPECT_EQ(robot.links[1].inertia.mass, 0);
  ASSERT_EQ(robot.joints.size(), 1U);
  EXPECT_EQ(robot.joints[0].line, 4);
  EXPECT_EQ(robot.joints[0].parent_line, 5);
  EXPECT_EQ(robot.joints[0].child_line, 6);
  EXPECT_EQ(robot.joints[0].joint.axis, Eigen::Vector3d::UnitX());  // the format's default
}

// Rz(yaw) Ry(pitch) Rx(roll): a quarter turn about each in turn sends x to -z, y to y, z to x.
TEST(UrdfReader, TurnsByRollThenPitchThenYawAboutFixedAxes) {
  const urdf::Robot robot = read(
      "<link name='a'/><link name='b'/><joint name='j' type='fixed'><parent link='a'/><child link='b'/>"
      "<origin xyz='1 2 3' rpy='1.5707963267948966 1.5707963267948966 1.5707963267948966'/></joint>");
  const Transform<double>& X = robot.joints[0].placement;
  EXPECT_EQ(X.translation.eigen(), Eigen::Vector3d(1, 2, 3));
  Eigen::Matrix3d expected;
  expected << 0, 0, 1, 0, 1, 0, -1, 0, 0;
  EXPECT_LT((X.rotation.eigen() - expected).norm(), 1e-15);
}

// 2 kg at (0, 0, 3), its tensor turned by a quarter about x: yy and zz change places, then m d^2 is added across.
TEST(UrdfReader, MovesInertiasToTheFrameOfTheLink) {
  const urdf::Robot robot = read(
      "<link name='a'><inertial><origin xyz='0 0 3' rpy='1.5707963267948966 0 0'/><mass value='2'/>"
      "<inertia ixx='0.3' iyy='0.2' izz='0.4'/></inertial></link>");
  const Inertia<double>& I = robot.links[0].inertia;
  EXPECT_EQ(I.mass, 2);
  EXPECT_NEAR(I.moment.z, 6, 1e-15);
  EXPECT_NEAR(I.rotational.xx, 0.3 + 18, 1e-14);
  EXPECT_NEAR(I.rotational.yy, 0.4 + 18, 1e-14);
  EXPECT_NEAR(I.rotational.zz, 0.2, 1e-15);
}

TEST(UrdfReader, ColoursShapesByMaterialsThatAreNamedElsewhere) {
  const urdf::Robot robot = read(
      "<material name='red'><color rgba='1 0 0 0.5'/></material><link name='a'>"
      "<visual><geometry><sphere radius='1'/></geometry><material name='red'/></visual>"
      "<visual><geometry><box size='1 2 3'/></geometry><material name='no one knows'/></visual></link>");
  ASSERT_EQ(robot.links[0].shapes.size(), 2U);
  EXPECT_EQ(robot.links[0].shapes[0].colour, (std::array<double, 4>{1, 0, 0, 0.5}));
  EXPECT_EQ(robot.links[0].shapes[1].colour, (std::array<double, 4>{0.6, 0.6, 0.65, 1.0}));
}

// ---- what is refused ------------------------------------------------------------------------------------------------

/// The refusal of a robot of `body`, which begins in line 2.
std::string refusal_of(const std::string& body) {
  return test::refusal([&] { read(body); });
}

const std::string kTwo = "<link name='a'/><link name='b'/>\n";
std::string joint(const std::string& inside, const std::string& type = "continuous") {
  return "<joint name='j' type='" + type + "'><parent link='a'/><child link='b'/>\n" + inside + "</joint>";
}

TEST(UrdfReader, RefusesMalformedXmlWithItsLine) {
  EXPECT_EQ(refusal_of("<link name='a'>\n<visual>\n</link>"), "f:3: malformed XML: mismatched element");
  EXPECT_EQ(test::refusal([] { urdf::Reader("f").read(""); }), "f:1: malformed XML: empty document");
  EXPECT_EQ(test::refusal([] { urdf::Reader("f").read("\n<sdf/>"); }),
            "f:2: the outermost element is <sdf>, not <robot>");
  EXPECT_EQ(test::refusal([] { urdf::Reader("f").read("<robot/>"); }), "f:1: <robot> has no attribute 'name'");
  EXPECT_EQ(refusal_of("<xacro:macro/>"), "f:2: <xacro:macro>: this is a xacro file; expand it into a URDF first");
}

TEST(UrdfReader, RefusesJointsItDoesNotKnowOrCannotBuild) {
  EXPECT_EQ(refusal_of(kTwo + joint("", "revolut")),
            "f:3: joint 'j': no type is called 'revolut'; did you mean 'revolute'?");
  EXPECT_EQ(refusal_of(kTwo + joint("<mimic joint='k'/>", "planar")),
            "f:4: joint 'j': a planar joint cannot mimic another");
  EXPECT_EQ(refusal_of(kTwo + joint("<mimic multiplier='2'/>")), "f:4: <mimic> has no attribute 'joint'");
  EXPECT_EQ(refusal_of(kTwo + joint("<axis xyz='0 0 0'/>")), "f:3: joint 'j': axis has zero length");
  EXPECT_EQ(refusal_of(kTwo + joint("", "revolute")),
            "f:3: joint 'j': a revolute joint needs <limit>; one that turns without end is called continuous");
  EXPECT_EQ(refusal_of(kTwo + joint("<limit lower='1' upper='0' velocity='1' effort='1'/>", "prismatic")),
            "f:3: joint 'j': lower limit 1 is above upper limit 0");
  EXPECT_EQ(refusal_of(kTwo + joint("<limit upper='1'/>", "revolute")), "f:4: <limit> has no attribute 'velocity'");
  EXPECT_EQ(refusal_of(kTwo + "<joint name='j' type='fixed'>\n<child link='b'/></joint>"),
            "f:3: <joint> has no <parent>");
  EXPECT_TRUE(test::says(refusal_of(kTwo + joint("<dynamics damping='-1'/>")), "f:3: joint 'j': damping"));
}

TEST(UrdfReader, RefusesNamesThatNoTerminalShows) {
  const std::string sentence = "f:2: attribute 'name' of <link> holds control characters, or bytes that are not UTF-8";
  EXPECT_TRUE(test::refuses([] { read("<link name='a\x1b[2J'/>"); }, sentence + ": 'a\\x1b[2J'"));
  EXPECT_TRUE(test::refuses([] { read("<link name='Gr\xf6sse'/>"); }, sentence + ": 'Gr\\xf6sse'"));
  EXPECT_TRUE(test::refuses([] { read("<link name='a&#10;b'/>"); }, sentence));
  EXPECT_EQ(read("<link name='Größe'/>").links.front().name, "Größe");
}

TEST(UrdfReader, RefusesMalformedNumbersByTheirAttribute) {
  EXPECT_EQ(refusal_of(kTwo + joint("<origin xyz='0 0'/>")),
            "f:4: attribute 'xyz' of <origin> holds 2 numbers, 3 wanted: '0 0'");
  EXPECT_EQ(refusal_of(kTwo + joint("<origin rpy='0 0 1,5'/>")),
            "f:4: attribute 'rpy' of <origin>: '1,5' is not a finite number");
  EXPECT_EQ(refusal_of(kTwo + joint("<axis xyz='0 nan 1'/>")),
            "f:4: attribute 'xyz' of <axis>: 'nan' is not a finite number");
  const auto link = [](const std::string& mass, const std::string& ixx) {
    return "<link name='a'>\n<inertial>\n<mass value='" + mass + "'/>\n<inertia ixx='" + ixx +
           "' iyy='1' izz='1'/></inertial></link>";
  };
  EXPECT_EQ(refusal_of(link("heavy", "1")), "f:4: attribute 'value' of <mass>: 'heavy' is not a finite number");
  EXPECT_EQ(refusal_of("<link name='a'><inertial>\n<mass value='1'/></inertial></link>"),
            "f:2: <inertial> has no <inertia>");
  EXPECT_EQ(refusal_of("<link/>"), "f:2: <link> has no attribute 'name'");
}

TEST(UrdfReader, RefusesShapesItDoesNotKnow) {
  const auto visual = [](const std::string& inside) {
    return "<link name='a'><visual><geometry>\n" + inside + "</geometry></visual></link>";
  };
  EXPECT_EQ(refusal_of(visual("<spher radius='1'/>")),
            "f:3: link 'a': no shape is called 'spher'; did you mean 'sphere'?");
  EXPECT_EQ(refusal_of(visual("<sphere radius='-1'/>")), "f:3: <sphere> of link 'a': radius -1 is negative");
  EXPECT_EQ(refusal_of(visual("")), "f:2: <geometry> of link 'a' is empty");
  EXPECT_EQ(refusal_of("<link name='a'><visual/></link>"), "f:2: <visual> has no <geometry>");
  EXPECT_EQ(refusal_of(visual("<mesh/>")), "f:3: <mesh> has no attribute 'filename'");
}

}  // namespace tandem::urdf_reader_test
