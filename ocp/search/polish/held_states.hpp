#pragma once

#include <tandem/ocp/answers/played.hpp>
#include <tandem/ocp/search/polish/arcs.hpp>

#include <vector>

namespace tandem {

/// Knots [first, last] in a row (but for one or two) at which a state, or a path constraint without controls, is at one
/// of its bounds.
struct HeldRun {
  Held held;
  bool is_path = false;
  int first = 0, last = 0;

  int knots() const { return last - first + 1; }
  /// How many of them lie inside (start, end).
  int knots_within(const Eigen::VectorXd& time, double start, double end) const;
};

/// All of a phase, two knots and longer.
std::vector<HeldRun> held_runs(const Played& replay);

/// Holds what is at a bound along an arc from about its start to about its end, within two intervals: a control is free
/// there only to keep it. What is at a bound on a part of it is bound (Arc::bind).
void hold_runs(const Played& replay, const std::vector<HeldRun>& runs, Arc& arc);

/// A phase along which no control jumps, cut where states come to their bounds and leave them: times that are fixed,
/// for smooth_junctions to move. Controls answer to the bound between.
std::vector<Arc> arcs_of_states(const Played& replay, Arc whole);

}  // namespace tandem
