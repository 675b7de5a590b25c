#pragma once

#include <tandem/derivatives/custom_joint.hpp>
#include <tandem/dynamics/rotation.hpp>

#include "dynamics/random_tree.hpp"
#include "dynamics/reference.hpp"

#include <span>
#include <string>
#include <vector>

/// Custom joints that say what other joints do, and some that no other joint does.
namespace tandem::test {

/// Turns and slides in a row, each by a multiple of one coordinate.
struct CustomStep {
  bool turns;
  Vec3<double> axis;
  int coordinate;
  double factor;
};

inline Joint custom_in_a_row(const Joint& like, int freedoms, const std::vector<CustomStep>& steps) {
  Joint joint = Joint::custom(like.name, freedoms, [steps]<class S>(std::span<const S> q) {
    Transform<S> T = Transform<S>::identity();
    for (const CustomStep& step : steps) {
      const Vec3<S> axis = step.axis.cast<S>();
      const S by = q[step.coordinate] * S(step.factor);
      T = T * (step.turns ? Transform<S>::rotated(turn_about(axis, by)) : Transform<S>::translated(axis * by));
    }
    return T;
  });
  joint.damping = like.damping, joint.rotor_inertia = like.rotor_inertia;
  joint.stiffness = like.stiffness, joint.rest = like.rest;
  return joint;
}

/// The same joint as a custom one, if it has no quaternion; `across` are the directions of a planar joint.
inline Joint spelt_out(const Joint& joint, const Eigen::Matrix3d& across) {
  const int n = velocity_count(joint);
  if (has_quaternion(joint.type) || n == 0) return joint;
  std::vector<CustomStep> steps;
  for (const ReferenceStep& step : reference_steps(joint, Eigen::VectorXd::Ones(n), across, nullptr)) {
    int coordinate = 0;
    while (step.gradient(coordinate) == 0 && coordinate + 1 < n) ++coordinate;
    steps.push_back({step.turns, Vec3<double>(step.axis), coordinate, step.gradient(coordinate)});
  }
  return custom_in_a_row(joint, n, steps);
}

/// The same tree, joints without quaternions spelt out.
inline Model spelt_out(const Model& model) {
  ModelBuilder builder(model.name() + " spelt out");
  const Parameters<double>& p = model.parameters();
  builder.set_gravity(p.gravity());
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& body = model.body(i);
    builder.add_body(body.name, model.body(body.parent).name, p.placement(i, body.parent),
                     spelt_out(body.joint, p.user_from_canonical(i).eigen()), p.inertia(i));
  }
  return builder.build();
}

/// Turns about z by q0 and slides along x by 0.4 sin q0 + 0.3 q0 q1, then along y by q1: a cam of one or two
/// coordinates.
inline Joint cam(const std::string& name, int freedoms) {
  return Joint::custom(name, freedoms, [freedoms]<class S>(std::span<const S> q) {
    const Vec3<S> x(S(1.0), S(0.0), S(0.0)), y(S(0.0), S(1.0), S(0.0)), z(S(0.0), S(0.0), S(1.0));
    const S other = freedoms > 1 ? q[1] : S(0.0);
    return Transform<S>::rotated(turn_about(z, q[0])) *
           Transform<S>::translated(x * (S(0.4) * sin(q[0]) + S(0.3) * q[0] * other) + y * other);
  });
}

inline std::vector<ReferenceStep> cam_steps(const Joint& /*joint*/, const Eigen::VectorXd& q) {
  using V = Eigen::Vector3d;
  const long n = q.size();
  const double other = n > 1 ? q(1) : 0;
  ReferenceStep lift = linear_step(false, V::UnitX(), q, 0);
  lift.f = 0.4 * std::sin(q(0)) + 0.3 * q(0) * other;
  lift.gradient(0) = 0.4 * std::cos(q(0)) + 0.3 * other;
  lift.hessian(0, 0) = -0.4 * std::sin(q(0));
  if (n == 1) return {linear_step(true, V::UnitZ(), q, 0), lift};
  lift.gradient(1) = 0.3 * q(0);
  lift.hessian(0, 1) = lift.hessian(1, 0) = 0.3;
  return {linear_step(true, V::UnitZ(), q, 0), lift, linear_step(false, V::UnitY(), q, 1)};
}

/// A chain of cams and hinges, floating or not.
inline Model cam_tree(unsigned seed) {
  Dice dice(seed + 700);
  ModelBuilder builder("cams " + std::to_string(seed));
  builder.set_gravity(dice.point() * 9.81);
  for (int i = 0; i < 5; ++i) {
    const std::string name = "body" + std::to_string(i), joint = name + " joint";
    const std::string parent = i == 0 ? "world" : "body" + std::to_string(dice.integer(std::max(0, i - 2), i - 1));
    Joint chosen = i == 0 && seed % 2 == 0 ? Joint::free(joint)
                   : i % 2 == 1            ? cam(joint, 1 + dice.integer(0, 1))
                                           : Joint::revolute(joint, dice.point());
    chosen.damping = dice.number(0, 1);
    if (velocity_count(chosen) == 1) chosen.rotor_inertia = dice.number(0, 1), chosen.stiffness = dice.number(0, 2);
    builder.add_body(name, parent, dice.placement(), chosen, dice.inertia());
  }
  return builder.build();
}

}  // namespace tandem::test
