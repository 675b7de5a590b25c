#pragma once

#include <Eigen/Core>

#include <limits>
#include <string>
#include <vector>

namespace tandem {

/// What a joint lets free. The joint's frame is the body's frame; at zero coordinates it stands at the placement in
/// the parent. Coordinates q and velocities v of each kind:
///
///   kRevolute   q: angle about the axis                        v: its rate
///   kPrismatic  q: travel along the axis                       v: its rate
///   kSpherical  q: unit quaternion (w, x, y, z), 4 numbers     v: angular velocity in the body's axes, 3
///   kFree       q: quaternion (w, x, y, z), position in the    v: spatial velocity of the body (angular; linear)
///                  placement's axes, 7 numbers                    in its own axes, 6
///   kFixed      none                                           none
///
/// Quaternions are normalised inside, so that an iterate of a solver may be slightly off.
enum class JointType { revolute, prismatic, spherical, free, fixed };

/// "revolute", "prismatic", ...
const char* name_of(JointType type);
int coordinate_count(JointType type);
int velocity_count(JointType type);

/// Bounds of one coordinate and its rate and force; for pictures, checks and optimal control, never enforced by a
/// recursion.
struct JointLimits {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double velocity = std::numeric_limits<double>::infinity();
  double effort = std::numeric_limits<double>::infinity();
};

/// A joint as the user states it.
struct Joint {
  std::string name;
  JointType type = JointType::revolute;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< of a one-freedom joint, in the body's axes; any length but zero
  JointLimits limits;
  double rotor_inertia = 0;  ///< reflected through the gear; one-freedom joints only
  double damping = 0;        ///< force per velocity, on every freedom of the joint
  double stiffness = 0;      ///< spring towards `rest`; one-freedom joints only
  double rest = 0;

  static Joint revolute(std::string name, const Eigen::Vector3d& axis);
  static Joint prismatic(std::string name, const Eigen::Vector3d& axis);
  static Joint spherical(std::string name);
  static Joint free(std::string name);
  static Joint fixed(std::string name);
};

}  // namespace tandem
