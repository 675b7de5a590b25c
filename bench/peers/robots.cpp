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

TreeJoint plain(const Joint& joint) {
  switch (joint.type) {
    case JointType::revolute:
      return TreeJoint::revolute;
    case JointType::prismatic:
      return TreeJoint::prismatic;
    case JointType::free:
      return TreeJoint::free;
    default:
      refuse("joint '{}' is {}: peers are compared on revolute, prismatic and free joints", joint.name,
             name_of(joint.type));
  }
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
          .axis = {body.joint.axis.x(), body.joint.axis.y(), body.joint.axis.z()},
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
      if (body.joint != TreeJoint::free) {
        state.q.push_back(std::numbers::pi * number(engine));
        continue;
      }
      const std::array<double, 4> w{normal(engine), normal(engine), normal(engine), normal(engine)};
      const double length = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2] + w[3] * w[3]);
      for (const double x : w) state.q.push_back(x / length);
      for (int k = 0; k < 3; ++k) state.q.push_back(number(engine));
    }
    for (int i = 0; i < tree.nv; ++i) state.v.push_back(number(engine));
    for (int i = 0; i < tree.nv; ++i) state.a.push_back(number(engine));
  }
  return states;
}

}  // namespace tandem::bench
