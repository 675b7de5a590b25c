#pragma once

#include <tandem/derivatives/knot_blocks.hpp>

#include <Eigen/Core>
#include <casadi/casadi.hpp>

namespace tandem {

/// The pieces of which functions of one instant are made by select_less, min, max and abs: known from a recording, not
/// searched for. (A branch on a value is not recorded.)
class Pieces {
 public:
  /// A function that brings its own derivatives cannot be recorded: it counts as one piece.
  explicit Pieces(const KnotBlocks& blocks);

  /// How many choices there are.
  int choices() const { return static_cast<int>(choices_.size1_out(0)); }

  /// The largest of reach, reach/2, reach/4, ... so that x, and x moved by it and by each later one along input j
  /// either way, are on one piece; 0 if none above 1e-10 of the reach is.
  double reach_within(const Eigen::VectorXd& x, long j, double reach) const;

 private:
  bool are_same(const Eigen::VectorXd& x, long j, double step, const Eigen::VectorXd& here) const;
  Eigen::VectorXd choices_at(const Eigen::VectorXd& x) const;

  std::vector<double> numbers_;
  casadi::Function choices_;  ///< (inputs, named numbers) -> what is chosen by
};

}  // namespace tandem
