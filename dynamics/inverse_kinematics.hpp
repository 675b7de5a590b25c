#pragma once

#include <tandem/dynamics/arguments.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tandem {

/// Where a frame is to stand in the world; what is not said is free.
struct FrameTarget {
  std::string frame;
  std::optional<Eigen::Vector3d> position;  ///< of its origin
  std::optional<Eigen::Matrix3d> axes;      ///< its axes as columns
};

struct InverseKinematicsOptions {
  Eigen::VectorXd start = {};  ///< a configuration; the neutral one where it is empty
  double tolerance = 1e-12;    ///< of each target, m and rad
  int most_steps = 500;
  /// What freedoms that the targets leave are for: least 1/2 sum of weights times the squared departures from a
  /// configuration. Nothing where it is empty: the answer is near the start.
  Eigen::VectorXd preferred = {};
  Eigen::VectorXd weights = {};  ///< of the freedoms; ones where it is empty
};

/// How far a frame is from where it is to stand.
struct FrameMiss {
  std::string frame;
  double distance = 0, angle = 0;  ///< m, rad
};

struct InverseKinematics {
  Eigen::VectorXd q;
  bool reached = false;
  std::vector<FrameMiss> misses;  ///< of each target
  double objective = 0;           ///< of the preferred configuration
  int steps = 0;
  std::string message;  ///< "all frames stand where they are to", or which misses by how much
};

/// A configuration at which frames stand where they are to, within the limits of the joints (one-freedom joints; free
/// and spherical ones have none). Least squares of what the frames miss, by Levenberg and Marquardt's method on the
/// manifold of configurations with the joints at their limits held there while they push outward; then, where something
/// is preferred, Gauss and Newton's steps in the null space of the targets:
///
///   least 1/2 (d + s)'W(d + s),   J s = -e,   limits,   d = difference(preferred, q).
///
/// It finds the place near the start: where the targets are out of reach, or behind a fold, it says by how much which
/// frame misses. Refuses unknown frames, with the nearest names, and frames that no joint moves. O(n^3) a step.
InverseKinematics inverse_kinematics(const Model& model, const Parameters<double>& parameters,
                                     std::span<const FrameTarget> targets,
                                     const InverseKinematicsOptions& options = {});

/// With the model's own parameters.
inline InverseKinematics inverse_kinematics(const Model& model, std::span<const FrameTarget> targets,
                                            const InverseKinematicsOptions& options = {}) {
  return inverse_kinematics(model, model.parameters(), targets, options);
}

}  // namespace tandem
