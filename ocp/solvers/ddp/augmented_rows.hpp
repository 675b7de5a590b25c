#pragma once

#include <Eigen/Core>

#include <vector>

namespace tandem::ddp {

/// A bound of one knot that stands in the cost: of a row of the constraints or, where that is -1, of an unknown.
struct AugmentedRow {
  int knot = 0;
  int row = -1;
  int unknown = -1;
  double lower = 0.0, upper = 0.0;
};

/// Bounds lower <= c <= upper in the augmented Lagrangian of Powell, Hestenes and Rockafellar: with a multiplier m and
/// a weight rho each adds
///
///   (t^2 - m^2) / (2 rho),  t = max(0, m + rho (c - upper)) + min(0, m + rho (c - lower)),
///
/// whose derivative by c is t, the next multiplier. Where t = 0 the bound is not felt.
class AugmentedRows {
 public:
  void add(const AugmentedRow& row) { rows_.push_back(row); }
  /// Makes room once all rows are there, with multipliers 0.
  void start(double weight);

  int size() const { return static_cast<int>(rows_.size()); }
  const AugmentedRow& operator[](int i) const { return rows_[i]; }
  void set_bounds(int i, double lower, double upper) {
    rows_[i].lower = lower;
    rows_[i].upper = upper;
  }
  double weight() const { return weight_; }

  /// What the rows add to the cost at unknowns z and constraints g.
  double cost(const Eigen::VectorXd& z, const Eigen::VectorXd& g) const;
  /// Finds all t at z and g.
  void look(const Eigen::VectorXd& z, const Eigen::VectorXd& g);
  /// The t of the last look.
  double push(int i) const { return pushes_(i); }
  bool any_push() const { return (pushes_.array() != 0.0).any(); }
  double largest_push() const { return rows_.empty() ? 0.0 : pushes_.cwiseAbs().maxCoeff(); }
  /// m <- t of the last look, once the problem with these multipliers is solved, and ten times the weight where
  /// violations did not fall tenfold since the last update. False, and nothing is changed, where several updates at the
  /// most weight were in vain: the rows cannot be kept.
  bool update();
  /// The largest |t - m| / rho of the last look, the violation and the lack of complementarity in one.
  double violation() const;
  /// The row that it is of; -1 where there are none.
  int worst() const;

 private:
  double value(int i, const Eigen::VectorXd& z, const Eigen::VectorXd& g) const {
    return rows_[i].row >= 0 ? g(rows_[i].row) : z(rows_[i].unknown);
  }
  double push_at(int i, double c) const;

  std::vector<AugmentedRow> rows_;
  Eigen::VectorXd multipliers_, pushes_;
  double weight_ = 1.0;
  double last_violation_ = 0.0;  ///< at the last update
  int vain_updates_ = 0;
};

}  // namespace tandem::ddp
