#pragma once

#include <tandem/dynamics/arguments.hpp>
#include <tandem/dynamics/model_builder.hpp>

#include <Eigen/Geometry>

#include <random>
#include <string>
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

/// One to twelve bodies on random parents (near the tip more often than not), with joints of every kind, rotors,
/// dampers and springs on some; every other tree floats.
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
  return builder.build();
}

inline Eigen::VectorXd random_configuration(const Model& model, Dice& dice) {
  Eigen::VectorXd q = dice.vector(model.nq()) * 2;
  for (const Link& link : model.links()) {
    const bool has_quaternion = link.type == JointType::spherical || link.type == JointType::free;
    if (has_quaternion) q.segment<4>(link.q_index) = dice.unit_quaternion();
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
  explicit RandomCase(unsigned seed) : dice(seed + 1000), model(random_tree(seed)), ws(model) {
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
