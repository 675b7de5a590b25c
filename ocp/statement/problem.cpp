#include <tandem/ocp/statement/problem.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace tandem {
namespace {

/// Refuses a range with a NaN or crossed bounds; `what` names it in the message.
void check_range(const Range& range, std::span<const double> numbers, const std::string& what) {
  const double lower = range.lower.at(numbers);
  const double upper = range.upper.at(numbers);
  require(!std::isnan(lower) && !std::isnan(upper), "{} has a bound that is not a number", what);
  require(lower <= upper, "{} has crossed bounds: lower {} is greater than upper {}", what, lower, upper);
  require(lower < kInfinity && upper > -kInfinity, "{} has an infinite bound on the wrong side: [{}, {}]", what, lower,
          upper);
}

/// Refuses an end condition that lies outside the bounds.
void check_end(const std::optional<Range>& end, const Range& bounds, std::span<const double> numbers,
               const std::string& what) {
  if (!end) return;
  check_range(*end, numbers, what);
  const double lower = end->lower.at(numbers), upper = end->upper.at(numbers);
  const double least = bounds.lower.at(numbers), most = bounds.upper.at(numbers);
  require(upper >= least && lower <= most, "{} is [{}, {}], outside the bounds [{}, {}]", what, lower, upper, least,
          most);
}

/// `start` is the phase's own or that of the end before it.
void check_time(const Phase& phase, const Range& start, std::span<const double> numbers) {
  const std::string where = fmt::format("phase '{}': ", phase.name);
  check_range(start, numbers, where + "the start time");
  check_range(phase.time.end, numbers, where + "the end time");
  const double earliest_start = start.lower.at(numbers), latest_start = start.upper.at(numbers);
  const double earliest_end = phase.time.end.lower.at(numbers);
  const double latest_end = phase.time.end.upper.at(numbers);
  require(std::isfinite(earliest_start) && std::isfinite(latest_start), "{}the start time must have finite bounds",
          where);
  require(std::isfinite(latest_end) && std::isfinite(earliest_end),
          "{}the end time is unbounded ([{}, {}]): give it finite bounds", where, earliest_end, latest_end);
  const bool both_fixed = earliest_start == latest_start && earliest_end == latest_end;
  require(latest_end > earliest_start && (!both_fixed || earliest_end > latest_start),
          "{}the duration must be positive: the end time may be {}, the start time {}", where, latest_end,
          earliest_start);
  if (phase.time.duration) {
    check_range(*phase.time.duration, numbers, where + "the duration");
    const double longest = phase.time.duration->upper.at(numbers);
    require(longest > 0.0, "{}the duration must be positive, it may be at most {}", where, longest);
  }
  if (phase.time.guess) {
    const double guess = *phase.time.guess;
    require(guess >= earliest_end && guess <= latest_end, "{}the guess of the end time, {}, is outside [{}, {}]", where,
            guess, earliest_end, latest_end);
  }
}

void check_names(const Phase& phase) {
  std::set<std::string> seen;
  const auto check = [&](const char* kind, const std::string& name) {
    require(is_plain_name(name), "phase '{}': a {} has the name '{}'; use letters, digits, '_', '-', '.'", phase.name,
            kind, name);
    require(seen.insert(name).second, "phase '{}': the name '{}' is used twice", phase.name, name);
  };
  for (const State& state : phase.states) check("state", state.name);
  for (const Control& control : phase.controls) check("control", control.name);
  for (const Constraint& constraint : phase.path_constraints) check("path constraint", constraint.name);
  for (const Constraint& constraint : phase.end_constraints) check("end constraint", constraint.name);
  for (const Constraint& constraint : phase.integral_constraints) check("integral constraint", constraint.name);
}

/// Refuses a guess whose bends are not in order between the ends.
void check_line(const std::optional<LinearGuess>& line, std::span<const double> numbers, const std::string& what) {
  if (!line) return;
  double last = 0.0;
  for (const GuessPoint& point : line->between) {
    require(point.fraction > last && point.fraction < 1.0,
            "{}: its guess has a point at fraction {} after {}; fractions must increase between 0 and 1", what,
            point.fraction, last);
    require(std::isfinite(point.value.at(numbers)), "{}: its guess is {} at fraction {}", what, point.value.at(numbers),
            point.fraction);
    last = point.fraction;
  }
}

void check_phase(const Phase& phase, const Range& start, std::span<const double> numbers) {
  const std::string where = fmt::format("phase '{}': ", phase.name);
  const int states = static_cast<int>(phase.states.size());
  const int controls = static_cast<int>(phase.controls.size());
  require(states == phase.state_count, "{}{} states are named, its functions have {}", where, states,
          phase.state_count);
  require(controls == phase.control_count, "{}{} controls are named, its functions have {}", where, controls,
          phase.control_count);
  require(static_cast<bool>(phase.dynamics), "{}it has no dynamics", where);
  check_names(phase);
  check_time(phase, start, numbers);
  require(!phase.intervals || *phase.intervals >= 1, "{}{} intervals are wanted; there must be at least 1", where,
          phase.intervals.value_or(0));
  for (const State& state : phase.states) {
    const std::string what = fmt::format("{}state '{}'", where, state.name);
    check_range(state.bounds, numbers, what);
    check_end(state.start, state.bounds, numbers, what + " at the start");
    check_end(state.end, state.bounds, numbers, what + " at the end");
    check_line(state.guess, numbers, what);
  }
  for (const Control& control : phase.controls) {
    check_range(control.bounds, numbers, fmt::format("{}control '{}'", where, control.name));
    check_line(control.guess, numbers, fmt::format("{}control '{}'", where, control.name));
  }
  for (const Constraint& constraint : phase.path_constraints) {
    check_range(constraint.bounds, numbers, fmt::format("{}path constraint '{}'", where, constraint.name));
  }
  for (const Constraint& constraint : phase.end_constraints) {
    check_range(constraint.bounds, numbers, fmt::format("{}end constraint '{}'", where, constraint.name));
  }
  for (const Constraint& constraint : phase.integral_constraints) {
    check_range(constraint.bounds, numbers, fmt::format("{}integral constraint '{}'", where, constraint.name));
  }
}

}  // namespace

PhaseBuilder<kRunTime, kRunTime> Problem::phase(std::string name, MultibodyDynamics dynamics) {
  PhaseBuilder<kRunTime, kRunTime> builder = phase(std::move(name), dynamics.states(), dynamics.controls());
  builder.mechanism(std::move(dynamics));
  return builder;
}

namespace {

template <class Wanted>
std::vector<int> indices_where(std::span<const NamedNumber> numbers, const Wanted& is_wanted) {
  std::vector<int> indices;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (is_wanted(numbers[i].role)) indices.push_back(static_cast<int>(i));
  }
  return indices;
}

}  // namespace

std::vector<int> Problem::design_numbers() const {
  return indices_where(numbers(), [](Role role) { return role == Role::design; });
}

std::vector<int> Problem::free_numbers() const {
  return indices_where(numbers(), [](Role role) { return role != Role::constant; });
}

Phase& Problem::add_phase(std::string name) {
  require(is_plain_name(name), "{}: a phase has the name '{}'; use letters, digits, '_', '-', '.'", words(), name);
  for (const Phase& phase : phases_) {
    require(phase.name != name, "{}: two phases are called '{}'", words(), name);
  }
  phases_.emplace_back();
  phases_.back().name = std::move(name);
  return phases_.back();
}

int Problem::index_of(const Phase& phase) const {
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    if (&phases_[i] == &phase) return static_cast<int>(i);
  }
  refuse("{}: a linkage is given phase '{}', which belongs to another problem", words(), phase.name);
}

void Problem::add_linkage(Linkage linkage) {
  require(is_plain_name(linkage.name), "{}: a linkage has the name '{}'; use letters, digits, '_', '-', '.'", words(),
          linkage.name);
  for (const Linkage& other : linkages_) {
    require(other.name != linkage.name, "{}: two linkages are called '{}'", words(), linkage.name);
  }
  require(linkage.after <= linkage.before + 1,
          "linkage '{}' joins the end of phase '{}' to the start of phase '{}', which does not follow it: no chain of "
          "stages has them side by side; carry the value in a design number",
          linkage.name, phases_[linkage.before].name, phases_[linkage.after].name);
  linkages_.push_back(std::move(linkage));
}

Problem Problem::restated(std::vector<Phase> phases, std::vector<Linkage> linkages) const {
  Problem other = *this;
  other.phases_.clear();
  other.linkages_.clear();
  for (Phase& phase : phases) other.add_phase(phase.name) = std::move(phase);
  for (Linkage& linkage : linkages) other.add_linkage(std::move(linkage));
  return other;
}

std::vector<Problem::SharedState> Problem::shared_states(const Phase& before, const Phase& after,
                                                         const std::vector<std::string>& without) {
  const std::string both = before.name + "-to-" + after.name;
  for (const std::string& name : without) {
    const bool known = std::any_of(before.states.begin(), before.states.end(), [&](auto& s) { return s.name == name; });
    require(known, "linkage '{}': phase '{}' has no state '{}' that could jump", both, before.name, name);
  }
  std::vector<SharedState> shared;
  for (std::size_t i = 0; i < before.states.size(); ++i) {
    const std::string& name = before.states[i].name;
    if (std::find(without.begin(), without.end(), name) != without.end()) continue;
    for (std::size_t j = 0; j < after.states.size(); ++j) {
      if (after.states[j].name != name) continue;
      shared.push_back({both + "." + name, static_cast<int>(i), static_cast<int>(j)});
    }
  }
  require(!shared.empty(),
          "linkage '{}': phases '{}' and '{}' have no states of the same name (name the states before they are linked)",
          both, before.name, after.name);
  return shared;
}

Range Problem::start_range(int phase) const {
  const PhaseTime& time = phases_[phase].time;
  return time.continues ? phases_[phase - 1].time.end : time.start;
}

void Problem::validate() const {
  require(!phases_.empty(), "{} has no phase", words());
  const std::vector<double> values = number_values();
  require(!phases_.front().time.continues, "phase '{}' cannot continue: it is the first", phases_.front().name);
  for (std::size_t i = 0; i < phases_.size(); ++i) check_phase(phases_[i], start_range(static_cast<int>(i)), values);
  for (const Linkage& linkage : linkages_) {
    check_range(linkage.bounds, values, fmt::format("linkage '{}'", linkage.name));
  }
  const bool has_cost =
      std::any_of(phases_.begin(), phases_.end(), [](const Phase& p) { return p.running_cost || p.end_cost; });
  require(has_cost, "{} has neither a running cost nor an end cost", words());
}

}  // namespace tandem
