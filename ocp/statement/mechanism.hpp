#pragma once

#include <tandem/derivatives/multibody_dynamics.hpp>
#include <tandem/ocp/statement/phase.hpp>

#include <string>
#include <utility>
#include <vector>

/// A tree of bodies as the states and controls of a phase.
///
///   coordinates   "elbow"; "base.qw", "base.x" of joints with several freedoms     within the joint's limits
///   velocities    "elbow-rate", "floor.x-rate"; "base.wx"                             within its limit of velocity
///   derivatives   "elbow-acceleration", "elbow-jerk", "elbow-snap" of a joint of given motion, as smooth as it is
///   controls      "elbow-torque", "slide-force"; "a+b-torque" of a motor between   within its limit of effort, through
///                 joints; "elbow-acceleration" of a joint of given motion, or      the gear
///                 its next derivative up to "elbow-crackle"; "nozzle-push",
///                 "nozzle-push-2" of pushes on a frame
namespace tandem {

/// Coordinates by name; those that are not named are at zero, quaternions at one.
using Posture = std::vector<std::pair<std::string, Affine>>;

/// Refuses a phase of other sizes, or one that has states already.
void add_mechanism(Phase& phase, const MultibodyDynamics& dynamics);

/// The state of this name. Refuses one that there is not, with the nearest ones.
State& state_called(Phase& phase, const std::string& name);

/// Holds all coordinates and velocities of a mechanism at an end of its phase: the posture, at rest. Refuses a name
/// that is no coordinate. Of a model with loops the independent joints take the posture: what loops give is closed at
/// the start and free at the end.
void hold_start(Phase& phase, const Posture& posture);
void hold_end(Phase& phase, const Posture& posture);

}  // namespace tandem
