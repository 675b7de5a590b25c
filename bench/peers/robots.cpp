#include <tandem/core/error.hpp>
#include <tandem/dynamics/urdf.hpp>

#include "robots.hpp"

#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <random>

namespace tandem::bench {
namespace {

std::array<double, 3> plain(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

const Eigen::Vector3d kX = Eigen::Vector3d::UnitX(), kY = Eigen::Vector3d::UnitY(), kZ = Eigen::Vector3d::UnitZ();

TreeJoint plain(const Joint& joint) {
  switch (joint.type) {
    case JointType::revolute:
      return TreeJoint::revolute;
    case JointType::prismatic:
      return TreeJoint::prismatic;
    case JointType::free:
      return TreeJoint::free;
    case JointType::spherical:
      return TreeJoint::spherical;
    case JointType::screw:
      return TreeJoint::screw;
    case JointType::cylindrical:
      return TreeJoint::cylindrical;
    case JointType::translation:
      return TreeJoint::translation;
    case JointType::universal:
      return TreeJoint::universal;
    case JointType::euler:
      if (joint.axes == std::vector{kZ, kY, kX}) return TreeJoint::euler_zyx;
      [[fallthrough]];
    default:
      refuse("joint '{}' is {}: no peer is compared on it", joint.name, name_of(joint.type));
  }
}

/// Of a joint, the second where it has two.
std::array<double, 3> axis_of(const Joint& joint, bool is_second) {
  const bool has_two = joint.type == JointType::universal;
  const Eigen::Vector3d axis = has_two ? joint.axes[is_second ? 1 : 0] : joint.axis;
  return {axis.x(), axis.y(), axis.z()};
}

TreeBody plain(const Model& model, int index) {
  const Body& body = model.body(index);
  require(body.joint.rotor_inertia == 0 && body.joint.stiffness == 0, "joint '{}' has a rotor or a spring",
          body.joint.name);
  const Inertia<double> I = model.parameters().inertia(index);
  const Transform<double> X = model.parameters().placement(index, body.parent);
  const Mat3<double>& R = X.rotation;
  const bool has_mass = I.mass > 0;
  const SymMat3<double> J = has_mass ? I.about_com() : I.rotational;
  return {.name = body.name,
          .parent = body.parent,
          .joint = plain(body.joint),
          .axis = axis_of(body.joint, false),
          .second = axis_of(body.joint, true),
          .pitch = body.joint.pitch,
          .rotation = {R.x.x, R.x.y, R.x.z, R.y.x, R.y.y, R.y.z, R.z.x, R.z.y, R.z.z},
          .translation = plain(X.translation),
          .mass = I.mass,
          .com = plain(has_mass ? I.com() : Vec3<double>::zero()),
          .about_com = {J.xx, J.xy, J.xz, J.yy, J.yz, J.zz}};
}

struct RobotFile {
  const char* name;
  const char* path;  ///< below the robots of example-robot-data
  UrdfBase base;
  std::vector<const char*> held;  ///< joints taken as fixed
};

const std::vector<RobotFile>& robot_files() {
  static const std::vector<RobotFile> kFiles{
      {"panda 7", "panda_description/urdf/panda.urdf", UrdfBase::fixed, {"panda_finger_joint1", "panda_finger_joint2"}},
      {"hyq 18", "hyq_description/robots/hyq_no_sensors.urdf", UrdfBase::floating, {}},
      {"talos 38", "talos_data/robots/talos_reduced.urdf", UrdfBase::floating, {}}};
  return kFiles;
}

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  require(in.good(), "cannot read '{}': bench/peers/bring brings it", path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Makes a prismatic joint of the text a fixed one.
void hold(std::string& text, const std::string& joint) {
  const std::string moving = "name=\"" + joint + "\" type=\"prismatic\"";
  const std::size_t at = text.find(moving);
  require(at != std::string::npos, "the robot's file has no prismatic joint '{}'", joint);
  text.replace(at, moving.size(), "name=\"" + joint + "\" type=\"fixed\"");
}

}  // namespace

Tree tree_of(const Model& model) {
  Tree tree{model.name(), plain(model.parameters().gravity()), {}, model.nq(), model.nv()};
  for (int i = 1; i < model.body_count(); ++i) tree.bodies.push_back(plain(model, i));
  return tree;
}

Tree robot(const std::string& name) {
  for (const RobotFile& file : robot_files()) {
    if (file.name != name) continue;
    const std::string path = std::string(TANDEM_BENCH_ROBOTS) + "/" + file.path;
    std::string text = text_of(path);
    for (const char* joint : file.held) hold(text, joint);
    return tree_of(parse_urdf(text, path, {.base = file.base}));
  }
  refuse("the side-by-side benchmark has no robot '{}'", name);
}

std::vector<TreeState> random_states(const Tree& tree, int count) {
  std::mt19937 engine(2);
  std::uniform_real_distribution<double> number(-1, 1);
  std::normal_distribution<double> normal;
  std::vector<TreeState> states(count);
  for (TreeState& state : states) {
    for (const TreeBody& body : tree.bodies) {
      if (!has_quaternion(body.joint)) {
        for (int k = 0; k < coordinates_of(body.joint); ++k) state.q.push_back(std::numbers::pi * number(engine));
        continue;
      }
      const std::array<double, 4> w{normal(engine), normal(engine), normal(engine), normal(engine)};
      const double length = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2] + w[3] * w[3]);
      for (const double x : w) state.q.push_back(x / length);
      for (int k = 4; k < coordinates_of(body.joint); ++k) state.q.push_back(number(engine));
    }
    for (int i = 0; i < tree.nv; ++i) state.v.push_back(number(engine));
    for (int i = 0; i < tree.nv; ++i) state.a.push_back(number(engine));
  }
  return states;
}

}  // namespace tandem::bench
