#pragma once

#include <tandem/dynamics/model_builder.hpp>

#include "tree.hpp"

/// A tree as tandem's model.
namespace tandem::bench {

inline Vec3<double> vec3(const double* x) { return {x[0], x[1], x[2]}; }

inline Joint joint_of(const TreeBody& body) {
  const Eigen::Vector3d axis(body.axis.data());
  switch (body.joint) {
    case TreeJoint::revolute:
      return Joint::revolute(body.name, axis);
    case TreeJoint::prismatic:
      return Joint::prismatic(body.name, axis);
    case TreeJoint::spherical:
      return Joint::spherical(body.name);
    case TreeJoint::screw:
      return Joint::screw(body.name, axis, body.pitch);
    case TreeJoint::cylindrical:
      return Joint::cylindrical(body.name, axis);
    case TreeJoint::translation:
      return Joint::translation(body.name);
    case TreeJoint::universal:
      return Joint::universal(body.name, axis, Eigen::Vector3d(body.second.data()));
    case TreeJoint::euler_zyx:
      return Joint::euler(body.name, Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitX());
    case TreeJoint::free:
      break;
  }
  return Joint::free(body.name);
}

inline Model model_of(const Tree& tree) {
  ModelBuilder builder(tree.name);
  builder.set_gravity(vec3(tree.gravity.data()));
  for (const TreeBody& body : tree.bodies) {
    const double* R = body.rotation.data();
    const auto& I = body.about_com;
    builder.add_body(body.name, body.parent == kWorld ? "world" : tree.bodies[body.parent - 1].name,
                     {{vec3(R), vec3(R + 3), vec3(R + 6)}, vec3(body.translation.data())}, joint_of(body),
                     Inertia<double>::from_com(body.mass, vec3(body.com.data()), {I[0], I[1], I[2], I[3], I[4], I[5]}));
  }
  return builder.build();
}

}  // namespace tandem::bench
