#pragma once

#include <tandem/ocp/phase.hpp>

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// An optimal control problem: named numbers and phases.
///
///   minimise (or maximise)  sum over phases of  Phi(x(tf), tf) + integral of L(x, u, t)
///   subject to  x' = f(x, u, t),  path constraints, end constraints, bounds.
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

  /// The description's reference value, where all numbers are still as the statement gave them.
  std::optional<ReferenceValue> reference() const;

  std::span<const NamedNumber> numbers() const { return numbers_; }
  std::vector<double> number_values() const;

  /// Adds a phase. One-phase problems are what the transcriptions take so far.
  template <int kStates, int kControls>
  PhaseBuilder<kStates, kControls> phase(std::string name) {
    return PhaseBuilder<kStates, kControls>(add_phase(std::move(name)));
  }
  const std::deque<Phase>& phases() const { return phases_; }

  /// The objective as stated is maximised.
  void maximise() { maximise_ = true; }
  bool is_maximised() const { return maximise_; }

  /// Refuses, by name, a statement that cannot be solved: missing pieces, crossed bounds, no time to move in.
  void validate() const;

 private:
  Phase& add_phase(std::string name);
  int find(std::string_view name) const;

  std::string name_;
  Description description_;
  MeshChoice mesh_;
  std::vector<NamedNumber> numbers_;
  std::vector<double> stated_values_;
  std::deque<Phase> phases_;  // a deque: builders keep references
  bool maximise_ = false;
};

}  // namespace tandem
