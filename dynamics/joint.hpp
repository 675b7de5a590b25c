#pragma once

#include <tandem/dynamics/spatial.hpp>

#include <Eigen/Core>

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace tandem {

class JointTransform;

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
/// Of all others v are the rates of q:
///
///   kScrew        angle about the axis; the body travels by `pitch` times it, in metres a radian
///   kCylindrical  turn about and slide along one axis
///   kTranslation  x, y, z along the placement's axes
///   kPlanar       x, y in the plane across the axis, at rest in the parent, then the turn about the axis. For an axis
///                 along Z they are X and Y, along X: Y and Z, along Y: Z and X
///   kUniversal    turns about the first axis, which the parent carries, and the second, which the body carries
///   kEuler        turns about three axes, each carried by the turns before it
///   kCustom       as its transform says
///
/// The motion subspace S of all down to kTranslation is constant in the body's frame; those of the others depend on
/// their coordinates. Quaternions are normalised inside, so that an iterate of a solver may be slightly off.
enum class JointType {
  revolute,
  prismatic,
  spherical,
  free,
  fixed,
  screw,
  cylindrical,
  translation,
  planar,
  universal,
  euler,
  custom
};

/// "revolute", "prismatic", ...
const char* name_of(JointType type);
/// Of every kind but custom joints, which have counts of their own.
int coordinate_count(JointType type);
int velocity_count(JointType type);
/// Whether its first four coordinates are a quaternion.
inline bool has_quaternion(JointType type) { return type == JointType::spherical || type == JointType::free; }
/// Whether its motion subspace depends on its coordinates.
inline bool has_moving_axes(JointType type) { return type >= JointType::planar; }

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
  /// In the body's axes, of any length but zero: what a revolute, screw, cylindrical or planar joint turns about, what
  /// a prismatic one slides along.
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
  JointLimits limits;
  double rotor_inertia = 0;  ///< reflected through the gear; one-freedom joints only
  double damping = 0;        ///< force per velocity, on every freedom of the joint
  double stiffness = 0;      ///< spring towards `rest`; one-freedom joints only
  double rest = 0;
  double pitch = 0;                                 ///< of a screw, m/rad
  std::vector<Eigen::Vector3d> axes;                ///< of a universal or euler joint, where they are at zero
  std::shared_ptr<const JointTransform> transform;  ///< of a custom joint
  /// Coulomb's, -friction tanh(v / slip) (force_laws.hpp), of one-freedom joints: a law of force, which simulations and
  /// MultibodyDynamics have; recursions take it with the forces of the drives.
  double friction = 0;
  double slip = 0.01;

  static Joint revolute(std::string name, const Eigen::Vector3d& axis);
  static Joint prismatic(std::string name, const Eigen::Vector3d& axis);
  static Joint spherical(std::string name);
  static Joint free(std::string name);
  static Joint fixed(std::string name);
  static Joint screw(std::string name, const Eigen::Vector3d& axis, double pitch);
  static Joint cylindrical(std::string name, const Eigen::Vector3d& axis);
  static Joint translation(std::string name);
  static Joint planar(std::string name, const Eigen::Vector3d& normal);
  static Joint universal(std::string name, const Eigen::Vector3d& first, const Eigen::Vector3d& second);
  static Joint euler(std::string name, const Eigen::Vector3d& first, const Eigen::Vector3d& second,
                     const Eigen::Vector3d& third);
  /// A joint of 1 to 6 coordinates q, v = q', whose transform is a function generic over the scalar:
  ///   Joint::custom("cam", 1, []<class S>(std::span<const S> q) -> Transform<S> { ... })
  /// says where the body stands against the placement. Its subspace and all derivatives of it are taken by jets.
  /// Defined in <tandem/derivatives/custom_joint.hpp>, as it is compiled for tapes too.
  template <class Function>
  static Joint custom(std::string name, int freedoms, Function transform);
};

int coordinate_count(const Joint& joint);
int velocity_count(const Joint& joint);
/// The motion that a unit of each velocity makes at zero coordinates, in the canonical frame, in which `axis` is z. Not
/// of custom joints.
std::vector<Motion<double>> motions_at_zero(const Joint& joint);
/// "turn", "x", "first", "qw", ... of a coordinate of a joint that has several; "wx", ... of a velocity.
const char* coordinate_part(const Joint& joint, int index);
const char* velocity_part(const Joint& joint, int index);

}  // namespace tandem
