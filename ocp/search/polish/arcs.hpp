#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <string>
#include <vector>

namespace tandem {

/// Where a control is along an arc: held at a bound, or between its bounds (singular, or not of the kind that jumps).
enum class Hold { lower, inside, upper };

std::string to_string(Hold hold);

/// A state, or a path constraint of states, that stays at one of its bounds along an arc.
struct Held {
  int index = 0;
  Hold at = Hold::upper;
  bool operator==(const Held&) const = default;
};

/// A piece of a phase along which every control stays where it is.
struct Arc {
  double start = 0.0, end = 0.0;
  std::vector<Hold> controls;             ///< in the order of the phase
  std::vector<int> bounded_states = {};   ///< states that lean on a bound of theirs; those of others are only tested
  std::vector<int> pieces = {};           ///< of controls that are inside: others beyond a jump; none: all 0
  std::vector<Held> held_states = {};     ///< that the controls keep at a bound
  std::vector<Held> held_paths = {};      ///< "inside": not looked at, since what is held implies it
  std::vector<int> driven_controls = {};  ///< that held path constraints determine: their bounds are only tested
  bool has_fixed_end = false;             ///< its end is not to be chosen

  bool holds_all() const;       ///< no control is inside
  bool binds(int state) const;  ///< whether the state's bounds are held along the arc
  void bind(int state);
  int piece(int control) const { return pieces.empty() ? 0 : pieces[control]; }
  bool holds_same(const Arc& other) const;  ///< states and path constraints
  bool goes_on(const Arc& before) const;    ///< nothing changes from the arc before to this one
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

/// Which control goes where, when; a state's or path constraint's name stands where it comes to a
/// bound that is held, or leaves it.
std::vector<Switch> switches_of(const Problem& problem, const ArcStructure& arcs);

}  // namespace tandem
