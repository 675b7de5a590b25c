#pragma once

#include <tandem/ocp/answers/accessory_motion.hpp>
#include <tandem/ocp/answers/phase_flow.hpp>

#include <Eigen/Core>

#include <string>
#include <vector>

namespace tandem {

/// Whether all controls of a phase are of the kind that jumps: H is affine in all of them together by its patterns,
/// every one is bounded, and neither implicit dynamics nor path constraints tie them. Cost: none worth counting.
bool is_bang_type(const PhaseFlow& flow);

/// A control goes from one of its bounds to the other.
struct BangSwitch {
  int control = 0;
  Played::Instant at;
};

/// The motion as arcs along which every control is at a bound: at which one says the sign of its dH/du, and switches
/// are the roots of that between two samples.
struct BangArcs {
  std::string why_not;                ///< empty; or a sentence why the motion is not of this kind
  std::vector<BangSwitch> switches;   ///< in the order of time
  std::vector<Eigen::VectorXd> arcs;  ///< the controls on every arc: one more than there are switches
};

/// Of a phase whose controls are of that kind. A control that is inside its bounds away from switches, a switching
/// function that leaves its zero too slowly, and two switches at one time are why not. Cost: two evaluations with
/// Hessians an interval and some six a switch.
BangArcs find_bang_arcs(const Played& played, AccessoryMotion& motion);

}  // namespace tandem
