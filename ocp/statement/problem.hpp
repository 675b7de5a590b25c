#pragma once

#include <tandem/ocp/statement/linkage.hpp>
#include <tandem/ocp/statement/phase_builder.hpp>

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tandem {

/// A value of the objective that is known from elsewhere.
struct ReferenceValue {
  double objective = 0.0;
  double tolerance = 0.0;  ///< absolute, with the problem's default mesh
  std::string source = {};
};

/// What a problem says about itself.
struct Description {
  std::string title = {};    ///< one line
  std::string source = {};   ///< where the problem comes from
  std::string teaches = {};  ///< what one learns from it
  std::optional<ReferenceValue> reference = {};
};

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
class Problem {
 public:
  explicit Problem(std::string name);

  const std::string& name() const { return name_; }
  Description& description() { return description_; }
  const Description& description() const { return description_; }
  MeshChoice& mesh() { return mesh_; }
  const MeshChoice& mesh() const { return mesh_; }

  /// Adds a named number; every number that matters should be one. Refuses a name that is taken or not plain.
  Number number(NamedNumber number);

  /// Sets the value of the named number `name`; refuses unknown names (with the nearest known ones), values that
  /// are not finite or not within its bounds.
  void set(std::string_view name, double value);

  double value(std::string_view name) const;

  /// The place of the named number `name` in numbers(); refuses unknown names.
  int index_of_number(std::string_view name) const { return find(name); }

  /// The description's reference value, where all numbers are still as the statement gave them.
  std::optional<ReferenceValue> reference() const;

  std::span<const NamedNumber> numbers() const { return numbers_; }
  std::vector<double> number_values() const;

  /// Says anew what may be done with the named number `name`.
  void set_role(std::string_view name, Role role);

  /// The indices of the numbers whose role is design.
  std::vector<int> design_numbers() const;
  /// The indices of those that are unknowns of a transcription: design numbers, and path numbers, which bounds hold.
  std::vector<int> free_numbers() const;

  /// Adds a phase; phases are numbered in the order of these calls.
  template <int kStates, int kControls>
  PhaseBuilder<kStates, kControls> phase(std::string name) {
    return PhaseBuilder<kStates, kControls>(add_phase(std::move(name)));
  }
  const std::deque<Phase>& phases() const { return phases_; }

  /// lower <= psi(end of `before`, start of `after`) <= upper. `function` takes the two ends (x, t, numbers) and
  /// returns a number or an array. `after` is the phase that follows `before`, or one that does not come later (then
  /// the problem closes on itself: a copy of the start state is carried in the border).
  template <int kBefore, int kBeforeControls, int kAfter, int kAfterControls, class Function>
  Problem& link(std::string name, const PhaseBuilder<kBefore, kBeforeControls>& before,
                const PhaseBuilder<kAfter, kAfterControls>& after, Range bounds, Function function) {
    using Ends = JointFunction<kBefore, kAfter, Function>;
    const int outputs = Ends::outputs();
    add_linkage({std::move(name), index_of(before.stated()), index_of(after.stated()), std::move(bounds),
                 GenericFunction::of<kBefore + kAfter + 2, 0>(Ends{std::move(function)}, outputs)});
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
  int find(std::string_view name) const;

  std::string name_;
  Description description_;
  MeshChoice mesh_;
  std::vector<NamedNumber> numbers_;
  std::vector<double> stated_values_;
  std::deque<Phase> phases_;  // a deque: builders keep references
  std::vector<Linkage> linkages_;
  bool maximise_ = false;
};

}  // namespace tandem
