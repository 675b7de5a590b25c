#include <tandem/dynamics/urdf.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/model_builder.hpp>

#include "random_tree.hpp"
#include <gtest/gtest.h>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace tandem::urdf_test {

using test::Dice;

/// Two rods in a plane, a tool on a fixed joint with a turned inertial frame, and a slide.
constexpr const char* kSmall = R"(<?xml version="1.0"?>
<!-- a comment -->
<robot name="small">
  <material name="orange"><color rgba="1 0.5 0 1"/></material>
  <link name="base">
    <inertial><mass value="5"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
    <visual><geometry><box size="0.2 0.2 0.1"/></geometry><material name="orange"/></visual>
  </link>
  <link name="upper">
    <inertial>
      <origin xyz="0 0 -0.5"/>
      <mass value="2"/>
      <inertia ixx="0.17" ixy="0" ixz="0" iyy="0.17" iyz="0" izz="0.01"/>
    </inertial>
    <visual>
      <origin xyz="0 0 -0.5"/>
      <geometry><cylinder radius="0.05" length="1"/></geometry>
      <material name="own"><color rgba="0 0 1 0.5"/></material>
    </visual>
  </link>
  <link name="lower">
    <inertial>
      <origin xyz="0.1 0.2 -0.4" rpy="0.1 -0.2 0.3"/>
      <mass value="1.5"/>
      <inertia ixx="0.10" ixy="0.01" ixz="-0.02" iyy="0.12" iyz="0.015" izz="0.05"/>
    </inertial>
  </link>
  <link name="tool">
    <inertial>
      <origin xyz="0 0.05 0" rpy="1.2 0 0"/>
      <mass value="0.3"/>
      <inertia ixx="0.002" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.002"/>
    </inertial>
    <visual><geometry><mesh filename="package://tool.stl" scale="1 1 0.5"/></geometry></visual>
    <visual><geometry><sphere radius="0.1"/></geometry></visual>
    <collision><geometry><nonsense/></geometry></collision>
  </link>
  <link name="tip"/>
  <link name="slider"><inertial><mass value="0.2"/><inertia ixx="0" iyy="0" izz="0"/></inertial></link>
  <joint name="elbow" type="continuous">
    <parent link="upper"/> <child link="lower"/>
    <origin xyz="0 0 -1" rpy="0 0 0.5"/> <axis xyz="0 -2 0"/>
    <dynamics damping="0.3" friction="0.1"/>
  </joint>
  <joint name="shoulder" type="revolute">
    <parent link="base"/> <child link="upper"/>
    <origin xyz="0 0 0.2"/> <axis xyz="0 -1 0"/>
    <limit lower="-1.5" upper="+2" velocity="3" effort="40"/>
  </joint>
  <joint name="grip" type="fixed">
    <parent link="lower"/> <child link="tool"/>
    <origin xyz="0 0 -1" rpy="0 0.7 0"/>
  </joint>
  <joint name="end" type="fixed"><parent link="tool"/><child link="tip"/><origin xyz="0 0 -0.1"/></joint>
  <joint name="slide" type="prismatic">
    <parent link="tool"/> <child link="slider"/> <origin xyz="0.1 0 0"/>
    <limit lower="-0.1" upper="0.1" velocity="1" effort="5"/>
  </joint>
  <transmission name="ignored"/>
</robot>)";

Mat3<double> turn(double roll, double pitch, double yaw) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  return Mat3<double>::from(
      (AngleAxisd(yaw, Vector3d::UnitZ()) * AngleAxisd(pitch, Vector3d::UnitY()) * AngleAxisd(roll, Vector3d::UnitX()))
          .toRotationMatrix());
}

Inertia<double> placed(double mass, const SymMat3<double>& I, const Transform<double>& X) {
  return to_parent(X, Inertia<double>::from_com(mass, Vec3<double>::zero(), I));
}

/// What kSmall says, built by hand, with the tool as a body of its own.
Model small_by_hand(bool floating) {
  ModelBuilder builder("small by hand");
  const auto base = Inertia<double>::from_com(5, Vec3<double>::zero(), SymMat3<double>::diagonal(1, 1, 1));
  const auto here = Transform<double>::identity();
  builder.add_body("base", "world", here, floating ? Joint::free("floating_base") : Joint::fixed("floating_base"),
                   base);
  builder.add_body("upper", "base", Transform<double>::translated({0, 0, 0.2}), Joint::revolute("shoulder", {0, -1, 0}),
                   placed(2, SymMat3<double>::diagonal(0.17, 0.17, 0.01), Transform<double>::translated({0, 0, -0.5})));
  Joint elbow = Joint::revolute("elbow", {0, -2, 0});
  elbow.damping = 0.3;
  builder.add_body("lower", "upper", {turn(0, 0, 0.5), {0, 0, -1}}, elbow,
                   placed(1.5, {0.10, 0.01, -0.02, 0.12, 0.015, 0.05}, {turn(0.1, -0.2, 0.3), {0.1, 0.2, -0.4}}));
  builder.add_body("tool", "lower", {turn(0, 0.7, 0), {0, 0, -1}}, Joint::fixed("grip"),
                   placed(0.3, SymMat3<double>::diagonal(0.002, 0.001, 0.002), {turn(1.2, 0, 0), {0, 0.05, 0}}));
  builder.add_body("slider", "tool", Transform<double>::translated({0.1, 0, 0}), Joint::prismatic("slide", {1, 0, 0}),
                   Inertia<double>::point(0.2, Vec3<double>::zero()));
  return builder.build();
}

/// Same accelerations for the same numbers by name order.
void expect_same_dynamics(const Model& a, const Model& b) {
  ASSERT_EQ(a.nq(), b.nq());
  ASSERT_EQ(a.nv(), b.nv());
  for (int i = 0; i < a.nv(); ++i) ASSERT_EQ(a.velocity_name(i), b.velocity_name(i));
  Workspace<double> ws_a(a), ws_b(b);
  Dice dice(3);
  for (int sample = 0; sample < 20; ++sample) {
    const Eigen::VectorXd q = test::random_configuration(a, dice), v = dice.vector(a.nv()), tau = dice.vector(a.nv());
    Eigen::VectorXd in_a(a.nv()), in_b(a.nv());
    forward_dynamics(a, ws_a, q, v, tau, in_a);
    forward_dynamics(b, ws_b, q, v, tau, in_b);
    EXPECT_LT((in_a - in_b).norm(), 1e-12 * (1 + in_a.norm()));
  }
}

TEST(Urdf, MakesTheModelThatTheBuilderMakes) {
  expect_same_dynamics(parse_urdf(kSmall, "small.urdf"), small_by_hand(false));
}

TEST(Urdf, MakesTheModelThatTheBuilderMakesOnAFloatingBase) {
  expect_same_dynamics(parse_urdf(kSmall, "small.urdf", {.base = UrdfBase::floating}), small_by_hand(true));
}

TEST(Urdf, MergesLinksOnFixedJointsAndKeepsTheirNamesAsFrames) {
  const Model model = parse_urdf(kSmall, "small.urdf");
  EXPECT_EQ(model.name(), "small");
  EXPECT_EQ(model.body_count(), 4);
  EXPECT_EQ(model.find_frame("base").body, kWorld);
  const Frame tip = model.find_frame("tip");
  EXPECT_EQ(model.body(tip.body).name, "lower");
  // The tool stands at (0, 0, -1), turned by 0.7 about y; the tip is 0.1 below in its axes.
  EXPECT_NEAR(tip.placement.translation.x, -0.1 * std::sin(0.7), 1e-15);
  EXPECT_NEAR(tip.placement.translation.z, -1 - 0.1 * std::cos(0.7), 1e-15);
}

TEST(Urdf, ReadsLimitsAndDamping) {
  const Model model = parse_urdf(kSmall, "small.urdf");
  const JointLimits& shoulder = model.body(model.joint_index("shoulder")).joint.limits;
  EXPECT_EQ(shoulder.lower, -1.5);
  EXPECT_EQ(shoulder.upper, 2);
  EXPECT_EQ(shoulder.velocity, 3);
  EXPECT_EQ(shoulder.effort, 40);
  const Joint& elbow = model.body(model.joint_index("elbow")).joint;
  EXPECT_TRUE(std::isinf(elbow.limits.upper));
  EXPECT_EQ(elbow.damping, 0.3);
  EXPECT_EQ(model.body(model.joint_index("slide")).joint.axis, Eigen::Vector3d::UnitX());
}

TEST(Urdf, ReadsCoulombFrictionOfJointsOfOneFreedom) {
  const Model model = parse_urdf(kSmall, "small.urdf");
  EXPECT_EQ(model.body(model.joint_index("elbow")).joint.friction, 0.1);
  EXPECT_EQ(model.body(model.joint_index("shoulder")).joint.friction, 0.0);
  EXPECT_TRUE(model.left_out().empty());
}

TEST(Urdf, SaysThatItLeavesOutFrictionOfSeveralFreedoms) {
  const Model model = parse_urdf(R"(<robot name="r"><link name="a"/>
    <link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
    <joint name="fly" type="floating"><parent link="a"/><child link="b"/><dynamics friction="0.1"/></joint></robot>)",
                                 "flier.urdf");
  ASSERT_EQ(model.left_out().size(), 1U);
  EXPECT_EQ(model.left_out()[0], "flier.urdf:3: Coulomb friction of joint 'fly' (0.1) is left out");
}

TEST(Urdf, KeepsShapesWhereTheyAreInTheBodyTheyAreMergedInto) {
  const Model model = parse_urdf(kSmall, "small.urdf");
  ASSERT_EQ(model.body(kWorld).shapes.size(), 1U);
  EXPECT_EQ(std::get<BoxShape>(model.body(kWorld).shapes[0].geometry).edges.z, 0.1);
  EXPECT_EQ(model.body(kWorld).shapes[0].colour[1], 0.5);
  const VisualShape& upper = model.body(model.body_index("upper")).shapes.at(0);
  EXPECT_EQ(std::get<CylinderShape>(upper.geometry).length, 1);
  EXPECT_EQ(upper.placement.translation.z, -0.5);
  EXPECT_EQ(upper.colour[3], 0.5);
  const std::vector<VisualShape>& lower = model.body(model.body_index("lower")).shapes;
  ASSERT_EQ(lower.size(), 2U);
  EXPECT_EQ(std::get<MeshShape>(lower[0].geometry).filename, "package://tool.stl");
  EXPECT_EQ(std::get<MeshShape>(lower[0].geometry).scale.z, 0.5);
  EXPECT_EQ(lower[1].placement.translation.z, -1);
}

TEST(Urdf, TakesALinkCalledWorldForTheWorldAndReadsFloatingJoints) {
  const Model model = parse_urdf(R"(<robot name="r"><link name="world"/><link name="body">
      <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <joint name="free" type="floating"><parent link="world"/><child link="body"/></joint></robot>)",
                                 "r.urdf", {.gravity = Vec3<double>(0, 0, -1.62)});
  EXPECT_EQ(model.nv(), 6);
  EXPECT_EQ(model.coordinate_name(0), "free.qw");
  EXPECT_EQ(model.parameters().gravity().z, -1.62);
}

std::string number(double x) { return fmt::format("{:.17g}", x); }
std::string triple(const Eigen::Vector3d& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v(0), v(1), v(2)); }

/// A random tree of revolute and prismatic joints as URDF text: inertial frames at the centre of mass, unturned.
std::string written(const Model& model) {
  std::string text = "<robot name='written'><link name='world'/>\n";
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& body = model.body(i);
    const Inertia<double> I = model.parameters().inertia(i);
    const SymMat3<double> J = I.about_com();
    text += fmt::format(
        "<link name='{}'><inertial><origin xyz='{}'/><mass value='{}'/><inertia ixx='{}' ixy='{}' ixz='{}' iyy='{}' "
        "iyz='{}' izz='{}'/></inertial></link>\n",
        body.name, triple(I.com().eigen()), number(I.mass), number(J.xx), number(J.xy), number(J.xz), number(J.yy),
        number(J.yz), number(J.zz));
    const Transform<double> X = model.parameters().placement(i, body.parent);
    const Mat3<double>& R = X.rotation;
    const Eigen::Vector3d rpy(std::atan2(R.y.z, R.z.z), -std::asin(R.x.z), std::atan2(R.x.y, R.x.x));
    const bool slides = body.joint.type == JointType::prismatic;
    text += fmt::format(
        "<joint name='{}' type='{}'><parent link='{}'/><child link='{}'/><origin xyz='{}' rpy='{}'/><axis xyz='{}'/>"
        "{}<dynamics damping='{}'/></joint>\n",
        body.joint.name, slides ? "prismatic" : "continuous", model.body(body.parent).name, body.name,
        triple(X.translation.eigen()), triple(rpy), triple(body.joint.axis),
        slides ? "<limit lower='-1' upper='1' velocity='1' effort='1'/>" : "", number(body.joint.damping));
  }
  return text + "</robot>";
}

TEST(Urdf, ComesBackFromRandomTreesWrittenAsText) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    Dice dice(seed);
    ModelBuilder builder("tree");
    for (int i = 0; i < 6; ++i) {
      const std::string name = fmt::format("b{}", i);
      const int parent = i == 0 ? -1 : i - 1;  // a chain keeps its order in a file read depth first
      Joint joint = dice.integer(0, 1) == 0 ? Joint::revolute(fmt::format("j{}", i), dice.point())
                                            : Joint::prismatic(fmt::format("j{}", i), dice.point());
      joint.damping = dice.number(0, 1);
      builder.add_body(name, parent < 0 ? "world" : fmt::format("b{}", parent), dice.placement(), joint,
                       dice.inertia());
    }
    const Model model = builder.build();
    expect_same_dynamics(model, parse_urdf(written(model), "written.urdf"));
  }
}

/// An arm written by hand, as people write them: seven links in a row along z, each turning about z or y.
std::string seven_joint_arm() {
  std::string text = "<robot name=\"arm\">\n<link name=\"pedestal\"/>\n";
  for (int i = 1; i <= 7; ++i) {
    text += fmt::format(
        "<link name=\"l{}\"><inertial><origin xyz=\"0 0 0.1\"/><mass value=\"{}\"/><inertia ixx=\"0.02\" ixy=\"0\" "
        "ixz=\"0\" iyy=\"0.02\" iyz=\"0\" izz=\"0.01\"/></inertial></link>\n<joint name=\"j{}\" type=\"revolute\">"
        "<parent link=\"{}\"/><child link=\"l{}\"/><origin xyz=\"0 0 0.2\" rpy=\"0 0 0\"/><axis xyz=\"{}\"/>"
        "<limit lower=\"-2\" upper=\"2\" velocity=\"2\" effort=\"100\"/></joint>\n",
        i, 8 - i, i, i == 1 ? "pedestal" : fmt::format("l{}", i - 1), i, i % 2 == 1 ? "0 0 1" : "0 1 0");
  }
  return text + "</robot>\n";
}

TEST(Urdf, OfASevenJointArmIsTheBuildersArm) {
  ModelBuilder builder("arm");
  for (int i = 1; i <= 7; ++i) {
    const Eigen::Vector3d axis = i % 2 == 1 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
    builder.add_body(fmt::format("l{}", i), i == 1 ? "world" : fmt::format("l{}", i - 1),
                     Transform<double>::translated({0, 0, 0.2}), Joint::revolute(fmt::format("j{}", i), axis),
                     Inertia<double>::from_com(8 - i, {0, 0, 0.1}, SymMat3<double>::diagonal(0.02, 0.02, 0.01)));
  }
  expect_same_dynamics(parse_urdf(seven_joint_arm(), "arm.urdf"), builder.build());
}

/// Two fingers of a gripper, the second of which mimics the first by `mimic`.
std::string gripper(const std::string& mimic) {
  const std::string inertial =
      "<inertial><mass value='1'/><inertia ixx='0.1' iyy='0.1' izz='0.1'/></inertial></link>\n";
  return "<robot name='gripper'><link name='world'/><link name='left'>" + inertial + "<link name='right'>" + inertial +
         "<joint name='j' type='continuous'><parent link='world'/><child link='left'/><axis xyz='0 0 1'/></joint>\n" +
         "<joint name='k' type='continuous'><parent link='world'/><child link='right'/><axis xyz='0 0 1'/>\n" +
         "<dynamics friction='0.5'/>" + mimic + "</joint></robot>";
}

TEST(Urdf, LetsAJointMimicAnother) {
  const Model model = parse_urdf(gripper("<mimic joint='j' multiplier='-2' offset='0.3'/>"), "g.urdf");
  ASSERT_EQ(model.nv(), 1);
  EXPECT_EQ(model.velocity_name(0), "j");
  Workspace<double> ws(model);
  Eigen::MatrixXd M(1, 1);
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(1, 0.2);
  mass_matrix(model, ws, q, M);
  EXPECT_NEAR(M(0, 0), 0.1 + 4 * 0.1, 1e-15);
  FrameMotion<double> motion;
  frame_motion(model, ws, q, q, q, model.find_frame("right"), motion);
  EXPECT_NEAR(std::atan2(motion.placement.rotation.x.y, motion.placement.rotation.x.x), -2 * 0.2 + 0.3, 1e-15);
  ASSERT_EQ(model.left_out().size(), 1U);
  EXPECT_TRUE(test::says(model.left_out()[0], "Coulomb friction of joint 'k' (0.5) is left out"));
}

TEST(Urdf, RefusesAMimicOfNothing) {
  EXPECT_TRUE(test::refuses([] { parse_urdf(gripper("<mimic joint='l'/>"), "g.urdf"); },
                            "g.urdf: model 'gripper' has no freedom 'l'"));
  EXPECT_TRUE(test::refuses([] { parse_urdf(gripper("<mimic joint='k'/>"), "g.urdf"); }, "'k' follows itself"));
  EXPECT_TRUE(test::refuses([] { parse_urdf(gripper("<mimic joint='j' multiplier='0'/>"), "g.urdf"); },
                            "the ratio by which 'k' follows 'j' is 0"));
}

TEST(Urdf, TakesAFixedJointThatMimicsAnotherForAFixedJoint) {
  const Model model = parse_urdf(R"(<robot name="r"><link name="world"/><link name="a">
      <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link><link name="b"/>
      <joint name="j" type="continuous"><parent link="world"/><child link="a"/></joint>
      <joint name="k" type="fixed"><parent link="a"/><child link="b"/><mimic joint="j"/></joint></robot>)",
                                 "r.urdf");
  EXPECT_EQ(model.nv(), 1);
  EXPECT_EQ(model.find_frame("b").body, model.body_index("a"));
}

TEST(Urdf, JudgesInertiasOfMergedLinksByTheirSum) {
  const auto robot = [](const std::string& trunk) {
    return "<robot name='r'><link name='base'><inertial><mass value='1e-6'/>"
           "<inertia ixx='1e-6' ixy='1e-6' ixz='1e-6' iyy='1e-6' iyz='1e-6' izz='1e-6'/></inertial></link>\n"
           "<link name='trunk'><inertial><mass value='9'/>" +
           trunk +
           "</inertial></link><joint name='j' type='fixed'><parent link='base'/><child link='trunk'/></joint></robot>";
  };
  const UrdfOptions floating{.base = UrdfBase::floating};
  const Model model = parse_urdf(robot("<inertia ixx='1' iyy='1' izz='1'/>"), "f", floating);
  EXPECT_EQ(model.parameters().inertia(1).mass, 9 + 1e-6);
  const std::string refused =
      test::refusal([&] { parse_urdf(robot("<inertia ixx='5' iyy='1' izz='1'/>"), "f", floating); });
  EXPECT_EQ(refused.rfind("f:1: body 'base': principal moments", 0), 0U) << refused;
}

TEST(Urdf, IsReadFromAFileWhosePathIsInTheMessages) {
  const test::TemporaryFile temporary("arm.urdf");
  const std::filesystem::path& file = temporary.path();
  std::ofstream(file) << seven_joint_arm();
  EXPECT_EQ(load_urdf(file).nv(), 7);
  std::ofstream(file) << "<robot name=\"r\">\n</robot>";
  EXPECT_EQ(test::refusal([&] { load_urdf(file); }), file.string() + ":1: robot 'r' has no link");
  std::filesystem::remove(file);
  EXPECT_EQ(test::refusal([&] { load_urdf(file); }), "cannot read '" + file.string() + "'");
  EXPECT_TRUE(test::says(test::refusal([&] { load_urdf(file.parent_path()); }), "cannot read"));
}

/// The refusal of a robot of `body`, which begins in line 2.
std::string refusal_of(const std::string& body, UrdfBase base = UrdfBase::fixed) {
  return test::refusal([&] { parse_urdf("<robot name='r'>\n" + body + "\n</robot>", "f", {.base = base}); });
}

const std::string kTwo = "<link name='a'/><link name='b'/>\n";
std::string joint(const std::string& inside, const std::string& type = "continuous") {
  return "<joint name='j' type='" + type + "'><parent link='a'/><child link='b'/>\n" + inside + "</joint>";
}

TEST(Urdf, RefusesWhatIsNotATreeWithNamesAndLines) {
  EXPECT_EQ(refusal_of(kTwo), "f:2: links 'a' (line 2) and 'b' are both roots: no joint has them as child");
  EXPECT_EQ(refusal_of("<link name='a'/>\n<link name='a'/>"),
            "f:3: the name of link 'a' is given twice, first in line 2");
  EXPECT_EQ(refusal_of(kTwo + joint("") + "\n" + joint("")),
            "f:5: the name of joint 'j' is given twice, first in line 3");
  EXPECT_EQ(refusal_of("<link name='upper_arm'/>\n<joint name='j' type='fixed'>\n<parent link='uper_arm'/>\n"
                       "<child link='hand'/></joint>"),
            "f:4: joint 'j': its parent link 'uper_arm' is not in the file; did you mean 'upper_arm'?");
  EXPECT_EQ(refusal_of("<link name='a'/>\n" + joint("")),
            "f:3: joint 'j': its child link 'b' is not in the file; did you mean 'a'?");
  const std::string back = "\n<joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint>";
  EXPECT_EQ(refusal_of(kTwo + joint("") + back),
            "f:1: robot 'r' has no root: every link is the child of a joint, in a cycle");
  EXPECT_EQ(refusal_of(kTwo + "<link name='c'/>\n" + joint("") + back),
            "f:2: link 'a' is its own ancestor: its joints form a cycle");
  EXPECT_EQ(
      refusal_of(kTwo + joint("") + "\n<joint name='k' type='fixed'><parent link='a'/>\n<child link='b'/></joint>"),
      "f:6: link 'b' has two parents, by joints 'j' and 'k': only trees are read");
  EXPECT_EQ(refusal_of("<link name='world'/>", UrdfBase::floating),
            "f:2: the root link is called 'world': it cannot float");
  EXPECT_EQ(refusal_of("<link name='a'/>\n<link name='world'/>\n<joint name='j' type='fixed'><parent link='a'/>"
                       "<child link='world'/></joint>"),
            "f:3: link 'world' is carried by joint 'j': only the root may be the world");
}

TEST(Urdf, RefusesBodiesThatCannotBeByTheirLine) {
  const auto link = [](const std::string& mass, const std::string& ixx) {
    return "<link name='a'>\n<inertial>\n<mass value='" + mass + "'/>\n<inertia ixx='" + ixx +
           "' iyy='1' izz='1'/></inertial></link>";
  };
  EXPECT_EQ(refusal_of(link("-1", "1")).rfind("f:3: body 'a': mass", 0), 0U) << refusal_of(link("-1", "1"));
  EXPECT_EQ(refusal_of(link("1", "5")).rfind("f:3: body 'a': ", 0), 0U) << refusal_of(link("1", "5"));
}

TEST(Urdf, ReadsPlanarJointsByTheirNormalAndFloatingOnes) {
  const Model model = parse_urdf(R"(<robot name="r"><link name="base"/>
      <link name="puck"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <link name="bird"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <joint name="floor" type="planar"><parent link="base"/><child link="puck"/><axis xyz="0 0 2"/></joint>
      <joint name="flight" type="floating"><parent link="base"/><child link="bird"/></joint></robot>)",
                                 "planar");
  const Joint& floor = model.body(model.body_index("puck")).joint;
  EXPECT_EQ(floor.type, JointType::planar);
  EXPECT_EQ(floor.axis, Eigen::Vector3d(0, 0, 2));
  EXPECT_EQ(model.coordinate_name(0), "floor.x");
  EXPECT_EQ(model.velocity_name(2), "floor.turn");
  EXPECT_EQ(model.body(model.body_index("bird")).joint.type, JointType::free);
}

}  // namespace tandem::urdf_test
