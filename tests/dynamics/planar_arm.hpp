#pragma once

#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/model_builder.hpp>

#include <string>
#include <vector>

/// Arms in the plane without gravity: E. of the proceedings, Ider's two papers.
namespace tandem::test {

struct PlanarLink {
  double length, mass, inertia;  ///< the centre of mass is in the middle, the inertia about it
};

/// Hinges "j1", "j2", ... about z; "tip" is a frame on the last link, `reach` from its hinge.
inline Model planar_arm(const std::vector<PlanarLink>& links, double reach) {
  ModelBuilder builder("arm");
  std::string parent = "world";
  double at = 0;
  int number = 0;
  for (const PlanarLink& link : links) {
    const std::string name = "link" + std::to_string(++number);
    const auto inertia = Inertia<double>::from_com(
        link.mass, {link.length / 2, 0, 0}, SymMat3<double>::diagonal(0.01 * link.inertia, link.inertia, link.inertia));
    builder.add_body(name, parent, Transform<double>::translated({at, 0, 0}),
                     Joint::revolute("j" + std::to_string(number), {0, 0, 1}), inertia);
    parent = name;
    at = link.length;
  }
  builder.add_frame("tip", parent, Transform<double>::translated({reach, 0, 0}));
  return builder.build();
}

/// "Modeling of control forces for kinematical constraints in multibody dynamics", section 5.
inline Model three_link_arm() { return planar_arm({{1, 30, 10}, {1, 18, 8.64}, {1, 18, 8.64}}, 1); }
/// "Joint drives for stable end-effector motion in flexible robots", with a rigid second link.
inline Model two_link_arm() { return planar_arm({{1, 30, 10}, {2.7, 15, 9.1125}}, 1.8); }

inline Eigen::Vector3d tip_of(const Model& model, const Eigen::VectorXd& q) {
  Workspace<double> ws(model);
  FrameMotion<double> motion;
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(model.nv());
  frame_motion(model, ws, q, rest, rest, model.find_frame("tip"), motion);
  return motion.placement.translation.eigen();
}

}  // namespace tandem::test
