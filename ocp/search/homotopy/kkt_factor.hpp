#pragma once

#include <tandem/ocp/search/continuation/factors.hpp>
#include <tandem/ocp/search/homotopy/kkt_layout.hpp>

#include <span>
#include <vector>

namespace tandem::homotopy {

/// Where the entries of [W A'; A 0], over [w; y], stand: those that touch no fixed unknown make the symmetric matrix
/// that is factorised, together with the slacks' -1 and a diagonal; those in a fixed unknown's column are kept beside
/// it.
struct InnerPattern {
  struct FixedEntry {
    int row, col;  ///< col is fixed, row is not
    int source;    ///< in the values of W, then A
  };
  continuation::StagedPattern places;  ///< W and A as far as `sources` go, slacks, diagonal of w
  std::vector<int> sources;
  std::vector<FixedEntry> fixed_entries;
  std::vector<int> fixed;  ///< unknowns
};
InnerPattern inner_pattern(const StagedNlp& nlp, const KktLayout& layout);

/// The Jacobian of the smoothed KKT system, with W the Hessian of the Lagrangian and A the Jacobian of the rows,
///
///     [ W   A'  -I   I ]   w = (z, s)
///     [ A   .    .   . ]   y
///     [ Da  .    Db  . ]   zl  (of lower bounds)
///     [-Da  .    .   Db]   zu  (of upper bounds)
///
/// The bounds' rows are eliminated, which adds Da / Db to the diagonal of W, and fixed unknowns beforehand: what is
/// left is symmetric, stands in the stages of the NLP and is factorised by the sweep. The transpose has the same inner
/// matrix.
class KktFactor : public continuation::Factor {
 public:
  /// The layout must outlive this.
  KktFactor(const StagedNlp& nlp, const KktLayout& layout);

  /// W's values and then A's, in the patterns of the nlp; Da and Db in the order of layout.below() and layout.above().
  /// Where a value is not finite, solves are not either.
  void factorise(std::span<const double> values, const Eigen::VectorXd& by_a, const Eigen::VectorXd& by_b);

  int size() const override { return layout_.size(); }
  Eigen::VectorXd multiply(const Eigen::VectorXd& x) const override;
  Eigen::VectorXd solve(const Eigen::VectorXd& b) override;
  Eigen::VectorXd solve_transposed(const Eigen::VectorXd& b) override;
  int determinant_sign() const override { return inner_.determinant_sign(); }
  /// The inner matrix has as many negative eigenvalues as there are rows: the point is a minimum.
  bool is_minimum() const { return inner_.inertia().negative == layout_.rows(); }

 private:
  KktFactor(InnerPattern pattern, const KktLayout& layout);
  int below(int i) const { return layout_.inner() + i; }
  int above(int i) const { return below(static_cast<int>(layout_.below().size())) + i; }
  double by_a_above(int i) const { return by_a_(static_cast<int>(layout_.below().size()) + i); }
  double by_b_above(int i) const { return by_b_(static_cast<int>(layout_.below().size()) + i); }

  const KktLayout& layout_;
  InnerPattern pattern_;
  continuation::StagedFactor inner_;
  bool is_finite_ = false;
  std::vector<double> values_, inner_values_;
  Eigen::VectorXd by_a_, by_b_;
};

}  // namespace tandem::homotopy
