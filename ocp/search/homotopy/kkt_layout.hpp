#pragma once

#include <tandem/ocp/search/continuation/factors.hpp>
#include <tandem/ocp/transcription/staged_nlp.hpp>

#include <vector>

namespace tandem::homotopy {

/// Where the unknowns of a KKT system stand: [z; s; y; zl; zu], with z the unknowns of a StagedNlp, s the slacks of its
/// inequalities, y the multipliers of all rows, zl and zu those of the lower and upper bounds of w = (z, s). Unknowns
/// that equal bounds fix have equations of their own, z_i = lower_i.
class KktLayout {
 public:
  explicit KktLayout(const StagedNlp& nlp);

  int unknowns() const { return unknowns_; }
  int primal() const { return unknowns_ + static_cast<int>(inequalities_.size()); }
  int rows() const { return static_cast<int>(slack_of_row_.size()); }
  /// Of the matrix that is factorised: [w; y].
  int inner() const { return primal() + rows(); }
  int size() const { return inner() + static_cast<int>(below_.size() + above_.size()); }

  bool is_fixed(int primal) const { return primal < unknowns_ && fixed_[primal]; }
  const std::vector<int>& inequalities() const { return inequalities_; }  ///< rows
  int slack_of_row(int row) const { return slack_of_row_[row]; }          ///< its place in w, or -1 for an equation
  const std::vector<int>& below() const { return below_; }                ///< places in w with a lower bound
  const std::vector<int>& above() const { return above_; }

  /// Whether bounds fix and leave free the same things as when this was built.
  bool fits(const StagedNlp& nlp) const;

  /// The stages of [w; y], for the sweep.
  std::vector<int> stages_of(const NlpLayout& layout) const;

 private:
  int unknowns_ = 0;
  std::vector<char> fixed_;
  std::vector<int> inequalities_, slack_of_row_, below_, above_;
};

}  // namespace tandem::homotopy
