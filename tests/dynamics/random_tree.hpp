#pragma once

#include <tandem/dynamics/arguments.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/model_builder.hpp>

#include <Eigen/Geometry>
#include <Eigen/SVD>

#include <random>
#include <string>
#include <utility>
#include <vector>

/// Random trees and states with fixed seeds, shared by the tests of the recursions.
namespace tandem::test {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double number(double low = -1, double high = 1) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  Eigen::Vector3d point() { return {number(), number(), number()}; }
  Eigen::VectorXd vector(int n) {
    Eigen::VectorXd v(n);
    for (int i = 0; i < n; ++i) v(i) = number();
    return v;
  }
  Eigen::Vector4d unit_quaternion() {
    Eigen::Vector4d q(number(), number(), number(), number());
    while (q.norm() < 0.1) q = {number(), number(), number(), number()};
    return q.normalized();
  }
  Mat3<double> rotation() {
    const Eigen::Vector4d q = unit_quaternion();
    return Mat3<double>::from(Eigen::Quaterniond(q(0), q(1), q(2), q(3)).toRotationMatrix());
  }
  Transform<double> placement() { return {rotation(), point()}; }
  /// Three point masses and a sphere: satisfies the triangle inequality with room to spare.
  Inertia<double> inertia() {
    Inertia<double> I = Inertia<double>::sphere(number(0.5, 1.5), point() * 0.3, number(0.1, 0.3));
    for (int k = 0; k < 3; ++k) I += Inertia<double>::point(number(0.1, 1), point() * 0.4);
    return I;
  }

 private:
  std::mt19937 engine_;
};

/// An axis that is well across another: cosine below 0.8, so that the two span their plane with a condition below 3.
inline Eigen::Vector3d axis_across(const Eigen::Vector3d& other, Dice& dice) {
  Eigen::Vector3d axis = dice.point();
  while (std::abs(axis.normalized().dot(other.normalized())) > 0.8) axis = dice.point();
  return axis;
}

/// A joint of a kind that has several freedoms in one, or a screw.
inline Joint compound_joint(const std::string& name, Dice& dice) {
  const Eigen::Vector3d first = dice.point();
  const int kind = dice.integer(0, 5);
  if (kind == 0) return Joint::screw(name, first, dice.number());
  if (kind == 1) return Joint::cylindrical(name, first);
  if (kind == 2) return Joint::translation(name);
  if (kind == 3) return Joint::planar(name, first);
  const Eigen::Vector3d second = axis_across(first, dice);
  if (kind == 4) return Joint::universal(name, first, second);
  return Joint::euler(name, first, second, axis_across(second, dice));
}

/// One to twelve bodies on random parents (near the tip more often than not), with joints of every kind but custom
/// (compound ones in every third tree), rotors, dampers and springs on some; every other tree floats.
inline Model random_tree(unsigned seed) {
  Dice dice(seed);
  ModelBuilder builder("tree " + std::to_string(seed));
  builder.set_gravity(dice.point() * 9.81);
  const int bodies = dice.integer(1, 12);
  int freedoms = 0;
  for (int i = 0; i < bodies || freedoms == 0; ++i) {
    const std::string name = "body" + std::to_string(i);
    const int parent = i == 0 ? -1 : dice.integer(std::max(-1, i - 4), i - 1);
    int kind = dice.integer(0, 9);
    if (i == 0 && seed % 2 == 0) kind = 9;
    if (i > 0 && kind == 9) kind = 0;
    if (i > 0 && dice.integer(0, 30) == 0) kind = 9;
    Joint joint = kind < 4    ? Joint::revolute(name + " joint", dice.point())
                  : kind == 4 ? Joint::revolute(name + " joint", Eigen::Vector3d::Unit(i % 3) * (i % 2 == 0 ? 1 : -1))
                  : kind < 7  ? Joint::prismatic(name + " joint", dice.point())
                  : kind == 7 ? Joint::spherical(name + " joint")
                  : kind == 8 ? Joint::fixed(name + " joint")
                              : Joint::free(name + " joint");
    const bool is_compound = seed % 3 == 2 && kind != 9 && dice.integer(0, 1) == 0;
    if (is_compound) joint = compound_joint(name + " joint", dice);
    if (velocity_count(joint.type) == 1) {
      if (dice.integer(0, 2) == 0) joint.rotor_inertia = dice.number(0, 1);
      if (dice.integer(0, 2) == 0) joint.stiffness = dice.number(0, 5);
      joint.rest = dice.number();
    }
    if (dice.integer(0, 2) == 0) joint.damping = dice.number(0, 1);
    freedoms += velocity_count(joint.type);
    builder.add_body(name, parent < 0 ? "world" : "body" + std::to_string(parent), dice.placement(), joint,
                     dice.inertia());
  }
  builder.add_frame("tool", "body0",
                    {Mat3<double>::from(Eigen::AngleAxisd(0.7, Eigen::Vector3d(0.6, 0.0, 0.8)).toRotationMatrix()),
                     {0.3, -0.2, 0.1}});
  return builder.build();
}

/// Condition of the three axes of an euler joint after its second turn.
inline double condition_of_axes(const Joint& joint, double second_turn) {
  Eigen::Matrix3d axes;
  const Eigen::Vector3d second = joint.axes[1].normalized();
  axes << Eigen::AngleAxisd(-second_turn, second) * joint.axes[0].normalized(), second, joint.axes[2].normalized();
  const Eigen::Vector3d sizes = axes.jacobiSvd().singularValues();
  return sizes(0) / sizes(2);
}

/// Euler joints with a condition of at most 8: nearer to where their axes fall together, right formulas lose digits.
/// Loops are closed a little away from where they were closed at first.
inline Eigen::VectorXd random_configuration(const Model& model, Dice& dice) {
  if (model.has_loops()) {
    Eigen::VectorXd moved(model.nq());
    integrate<double>(model, model.neutral_configuration(), dice.vector(model.nv()) * 0.3, moved);
    return moved;
  }
  Eigen::VectorXd q = dice.vector(model.nq()) * 2;
  for (const Body& body : model.bodies()) {
    if (body.joint.type != JointType::euler) continue;
    double& turn = q(body.q_index + 1);
    while (condition_of_axes(body.joint, turn) > 8) turn = dice.number(-3, 3);
  }
  for (const Link& link : model.links()) {
    if (has_quaternion(link.type)) q.segment<4>(link.q_index) = dice.unit_quaternion();
  }
  return q;
}

inline std::vector<Wrench<double>> random_wrenches(const Model& model, Dice& dice) {
  std::vector<Wrench<double>> wrenches(model.body_count(), Wrench<double>::zero());
  for (Wrench<double>& w : wrenches) w = {Vec3<double>(dice.point()), Vec3<double>(dice.point())};
  return wrenches;
}

/// A tree with a random state: what most tests start from.
struct RandomCase {
  explicit RandomCase(unsigned seed) : RandomCase(seed, random_tree(seed)) {}
  RandomCase(unsigned seed, Model tree) : dice(seed + 1000), model(std::move(tree)), ws(model) {
    q = random_configuration(model, dice);
    v = dice.vector(model.nv());
    a = dice.vector(model.nv());
    wrenches = random_wrenches(model, dice);
  }
  Dice dice;
  Model model;
  Workspace<double> ws;
  Eigen::VectorXd q, v, a;
  std::vector<Wrench<double>> wrenches;
};

inline constexpr unsigned kTrees = 300;

}  // namespace tandem::test
