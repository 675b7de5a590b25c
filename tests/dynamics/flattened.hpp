#pragma once

#include <tandem/dynamics/model_builder.hpp>

#include <string>

/// The same tree with joints of one freedom where compound ones have several: each freedom but the last carries a body
/// of no mass. Coordinates, velocities and forces are in the same order.
namespace tandem::test {

/// The joints of one freedom that a compound joint is in turn; itself if it is none.
inline std::vector<Joint> single_joints(const Joint& joint, const Mat3<double>& user_from_canonical) {
  const auto named = [&](Joint single, int k) {
    single.name = joint.name + "." + coordinate_part(joint, k);
    single.damping = joint.damping;
    return single;
  };
  std::vector<Joint> singles;
  switch (joint.type) {
    case JointType::cylindrical:
      return {named(Joint::revolute("", joint.axis), 0), named(Joint::prismatic("", joint.axis), 1)};
    case JointType::translation:
      for (int k = 0; k < 3; ++k) singles.push_back(named(Joint::prismatic("", Eigen::Vector3d::Unit(k)), k));
      return singles;
    case JointType::planar:
      return {named(Joint::prismatic("", user_from_canonical.x.eigen()), 0),
              named(Joint::prismatic("", user_from_canonical.y.eigen()), 1), named(Joint::revolute("", joint.axis), 2)};
    case JointType::universal:
    case JointType::euler:
      for (int k = 0; k < velocity_count(joint); ++k) singles.push_back(named(Joint::revolute("", joint.axes[k]), k));
      return singles;
    default:
      return {joint};
  }
}

inline Model flattened(const Model& model) {
  ModelBuilder builder(model.name() + " of single freedoms");
  const Parameters<double>& p = model.parameters();
  builder.set_gravity(p.gravity());
  for (int i = 1; i < model.body_count(); ++i) {
    const Body& body = model.body(i);
    const std::vector<Joint> joints = single_joints(body.joint, p.user_from_canonical(i));
    std::string parent = model.body(body.parent).name;
    Transform<double> placement = p.placement(i, body.parent);
    for (std::size_t k = 0; k < joints.size(); ++k) {
      const bool is_last = k + 1 == joints.size();
      const std::string name = is_last ? body.name : body.name + " before " + joints[k + 1].name;
      builder.add_body(name, parent, placement, joints[k], is_last ? p.inertia(i) : Inertia<double>::zero());
      parent = name;
      placement = Transform<double>::identity();
    }
  }
  return builder.build();
}

}  // namespace tandem::test
