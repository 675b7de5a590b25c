#pragma once

#include <tandem/ocp/solution.hpp>

#include <string>
#include <vector>

namespace tandem {

/// Where a control is along an arc: held at a bound, or between its bounds (singular, or not of the kind that jumps).
enum class Hold { lower, inside, upper };

std::string to_string(Hold hold);

/// A piece of a phase along which every control stays where it is.
struct Arc {
  double start = 0.0, end = 0.0;
  std::vector<Hold> controls;            ///< in the order of the phase
  std::vector<int> bounded_states = {};  ///< states that lean on a bound of theirs; those of others are only tested

  bool holds_all() const;       ///< no control is inside
  bool binds(int state) const;  ///< whether the state's bounds are held along the arc
  void bind(int state);
  double length() const { return end - start; }
};

/// The arcs of every phase of a problem, each phase's in the order of time.
struct ArcStructure {
  std::vector<std::vector<Arc>> phases;

  int count() const;     ///< of all arcs
  int switches() const;  ///< of all controls
  bool is_trivial() const { return switches() == 0; }
  bool operator==(const ArcStructure& other) const;  ///< the same holds in the same order, whenever
};

/// Neighbours that hold the same become one; a phase keeps at least one arc.
ArcStructure merged(ArcStructure arcs);

/// The arcs at the times at which the phases of a polished answer begin and end.
ArcStructure with_times(ArcStructure arcs, const Solution& polished);

/// "slew-arc-2-of-4"; the phase's own name where it has one arc only.
std::string arc_name(const std::string& phase, int arc, int arcs);

/// Which control goes where, when.
std::vector<Switch> switches_of(const Problem& problem, const ArcStructure& arcs);

}  // namespace tandem
