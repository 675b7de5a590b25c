#pragma once

#include <tandem/ocp/search/polish/arcs.hpp>

namespace tandem {

/// The arcs of an answer: where every control in which H is linear is at its lower bound, at its upper one, or between
/// them (singular). All controls' switches make one list; a control in which H is curved, which has no bound, or which
/// a path constraint ties to others, is "inside" from start to end, in pieces where it jumps (detect_jumps.hpp). Where
/// no control jumps, arcs are those of states that stay at a bound.
///
/// The switching function dH/du, in means over intervals, says at which bound a control is wherever it is clearly not
/// zero, whatever the control of an interval with a switch in it does. Around its zeros the control itself is looked
/// at: a bound that goes on, a run of intervals between the bounds or back and forth (singular), or a crossing, which
/// is put where the line through the means is zero. Cost: a few evaluations of the knot function an interval.
ArcStructure detect_arcs(const Problem& problem, const Solution& solution);

/// Those of one control: where along the phase it changes, and what it is from there on. The first one starts the
/// phase.
struct ControlArc {
  double start = 0.0;
  Hold hold = Hold::inside;
  int piece = 0;  ///< another one beyond each jump
};

/// What is known of one control along a phase: one mean of dH/du and one place an interval.
struct ControlTrace {
  std::vector<double> edges;   ///< times of the knots
  std::vector<double> slopes;  ///< means of dH/du over the intervals
  std::vector<Hold> places;    ///< where the control itself is on each
};

/// The arcs of one bang-type control.
std::vector<ControlArc> arcs_of(const ControlTrace& trace);

/// The arcs that several controls make together from `start` to `end`.
std::vector<Arc> joint_arcs(const std::vector<std::vector<ControlArc>>& controls, double start, double end);

}  // namespace tandem
