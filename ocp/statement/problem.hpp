#pragma once

#include <tandem/ocp/statement/linkage.hpp>
#include <tandem/ocp/statement/phase_builder.hpp>
#include <tandem/ocp/statement/statement.hpp>

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tandem {

/// How the problem is solved unless the caller says otherwise.
struct MeshChoice {
  std::string transcription = "hermite-simpson";
  int intervals = 50;
  int degree = 0;  ///< where the transcription has one
};

/// An optimal control problem: named numbers, phases, and linkages between them.
///
///   minimise (or maximise)  sum over phases of  Phi(x(tf), tf) + integral of L(x, u, t)
///   subject to  x' = f(x, u, t),  path, integral and end constraints, linkages, bounds.
class Problem : public Statement {
 public:
  explicit Problem(std::string name) : Statement(std::move(name)) {}

  MeshChoice& mesh() { return mesh_; }
  const MeshChoice& mesh() const { return mesh_; }

  /// Says anew what may be done with the named number `name`.
  void set_role(std::string_view name, Role role) { numbers_.set_role(index_of_number(name), role); }

  /// The indices of the numbers whose role is design.
  std::vector<int> design_numbers() const;
  /// The indices of those that are unknowns of a transcription: design numbers, and path numbers, which bounds hold.
  std::vector<int> free_numbers() const;

  /// Adds a phase; phases are numbered in the order of these calls.
  template <int kStates, int kControls>
  PhaseBuilder<kStates, kControls> phase(std::string name) {
    return PhaseBuilder<kStates, kControls>(add_phase(std::move(name)));
  }
  /// The same with sizes that only the run knows: the functions' k.x and k.u are spans.
  PhaseBuilder<kRunTime, kRunTime> phase(std::string name, int states, int controls) {
    return PhaseBuilder<kRunTime, kRunTime>(add_phase(std::move(name)), states, controls);
  }
  /// A phase of a mechanism, with the states and controls of `dynamics`, named and bounded as PhaseBuilder::mechanism
  /// does it.
  PhaseBuilder<kRunTime, kRunTime> phase(std::string name, MultibodyDynamics dynamics);
  const std::deque<Phase>& phases() const { return phases_; }

  /// lower <= psi(end of `before`, start of `after`) <= upper. `function` takes the two ends (x, t, numbers) and
  /// returns a number or an array. `after` is the phase that follows `before`, or one that does not come later (then
  /// the problem closes on itself: a copy of the start state is carried in the border).
  template <int kBefore, int kBeforeControls, int kAfter, int kAfterControls, class Function>
  Problem& link(std::string name, const PhaseBuilder<kBefore, kBeforeControls>& before,
                const PhaseBuilder<kAfter, kAfterControls>& after, Range bounds, Function function) {
    using Ends = JointFunction<kBefore, kAfter, Function>;
    constexpr int outputs = Ends::outputs();
    static_assert(outputs != kRunTime, "a linkage returns a number or an array");
    Ends ends{std::move(function), before.stated().state_count, after.stated().state_count};
    add_linkage({std::move(name), index_of(before.stated()), index_of(after.stated()), std::move(bounds),
                 GenericFunction::of<Ends::kStates, 0>(std::move(ends), outputs)});
    return *this;
  }

  /// States of the same name go on without a jump from the end of `before` to the start of `after`: the states of
  /// one phase that follows another, or, with the same phase twice, a periodic motion. `without` names states that
  /// may jump. Each state has a linkage of its own, "before-to-after.state".
  template <int kBefore, int kBeforeControls, int kAfter, int kAfterControls>
  Problem& continue_states(const PhaseBuilder<kBefore, kBeforeControls>& before,
                           const PhaseBuilder<kAfter, kAfterControls>& after,
                           const std::vector<std::string>& without = {}) {
    for (const SharedState& state : shared_states(before.stated(), after.stated(), without)) {
      link(state.name, before, after, 0.0, StateGap{state.before, state.after});
    }
    return *this;
  }
  std::span<const Linkage> linkages() const { return linkages_; }

  /// The same numbers, description and sense of the objective with other phases and linkages, for a program that
  /// rewrites a statement. Handles of numbers stay valid; linkages count `phases`. Refuses what phase() and link() do.
  Problem restated(std::vector<Phase> phases, std::vector<Linkage> linkages) const;

  /// When a phase may start: its own range, or that of the end that it continues.
  Range start_range(int phase) const;

  /// The objective as stated is maximised.
  void maximise() { maximise_ = true; }
  bool is_maximised() const { return maximise_; }

  /// Refuses, by name, a statement that cannot be solved: missing pieces, crossed bounds, no time to move in.
  void validate() const;

 private:
  struct SharedState {
    std::string name;  ///< of its linkage
    int before, after;
  };
  static std::vector<SharedState> shared_states(const Phase& before, const Phase& after,
                                                const std::vector<std::string>& without);

  Phase& add_phase(std::string name);
  int index_of(const Phase& phase) const;
  void add_linkage(Linkage linkage);

  MeshChoice mesh_;
  std::deque<Phase> phases_;  // a deque: builders keep references
  std::vector<Linkage> linkages_;
  bool maximise_ = false;
};

}  // namespace tandem
