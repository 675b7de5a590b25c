#pragma once

#include "tree.hpp"
#include <pinocchio/multibody.hpp>

/// A tree as Pinocchio's model: what its own URDF reader would make, joints about a coordinate axis of the types with
/// that axis built in.
namespace tandem::bench {

inline pinocchio::JointModel one_freedom_joint(const TreeBody& body) {
  namespace pin = pinocchio;
  using Eigen::Vector3d;
  const Vector3d axis = Vector3d(body.axis.data()).normalized();
  const bool turns = body.joint == TreeJoint::revolute;
  if (axis == Vector3d::UnitX()) {
    return turns ? pin::JointModel(pin::JointModelRX()) : pin::JointModel(pin::JointModelPX());
  }
  if (axis == Vector3d::UnitY()) {
    return turns ? pin::JointModel(pin::JointModelRY()) : pin::JointModel(pin::JointModelPY());
  }
  if (axis == Vector3d::UnitZ()) {
    return turns ? pin::JointModel(pin::JointModelRZ()) : pin::JointModel(pin::JointModelPZ());
  }
  return turns ? pin::JointModel(pin::JointModelRevoluteUnaligned(axis))
               : pin::JointModel(pin::JointModelPrismaticUnaligned(axis));
}

inline pinocchio::JointModel joint_of(const TreeBody& body) {
  namespace pin = pinocchio;
  using Eigen::Vector3d;
  const Vector3d axis = Vector3d(body.axis.data()).normalized(), second = Vector3d(body.second.data()).normalized();
  switch (body.joint) {
    case TreeJoint::free:
      return pin::JointModel(pin::JointModelFreeFlyer());
    case TreeJoint::spherical:
      return pin::JointModel(pin::JointModelSpherical());
    case TreeJoint::screw:
      return pin::JointModel(pin::JointModelHelicalUnaligned(axis, body.pitch));
    case TreeJoint::cylindrical: {
      pin::JointModelComposite both;
      both.addJoint(pin::JointModelRevoluteUnaligned(axis));
      both.addJoint(pin::JointModelPrismaticUnaligned(axis));
      return pin::JointModel(both);
    }
    case TreeJoint::translation:
      return pin::JointModel(pin::JointModelTranslation());
    case TreeJoint::universal:
      return pin::JointModel(pin::JointModelUniversal(axis, second));
    case TreeJoint::euler_zyx:
      return pin::JointModel(pin::JointModelSphericalZYX());
    case TreeJoint::revolute:
    case TreeJoint::prismatic:
      break;
  }
  return one_freedom_joint(body);
}

inline pinocchio::Inertia inertia_of(const TreeBody& body) {
  const auto& I = body.about_com;
  Eigen::Matrix3d about_com;
  about_com << I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5];
  return {body.mass, Eigen::Vector3d(body.com.data()), about_com};
}

inline pinocchio::Model model_of(const Tree& tree) {
  namespace pin = pinocchio;
  pin::Model model;
  model.gravity.linear() = Eigen::Vector3d(tree.gravity.data());
  for (const TreeBody& body : tree.bodies) {
    const pin::SE3 placement(Eigen::Matrix3d(body.rotation.data()), Eigen::Vector3d(body.translation.data()));
    const auto index = model.addJoint(body.parent, joint_of(body), placement, body.name);
    model.appendBodyToJoint(index, inertia_of(body), pin::SE3::Identity());
  }
  return model;
}

}  // namespace tandem::bench
