#pragma once

#include <tandem/core/dice.hpp>
#include <tandem/derivatives/block_comparison.hpp>

#include <Eigen/Core>

#include <functional>
#include <span>
#include <string>

/// What the checks of functions of a vector of doubles share.
namespace tandem {

using VectorFunction = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

/// How far differences may go from x along input j: a tenth of its size, and no further than its bounds where they
/// leave room.
double reach_along(const Eigen::VectorXd& x, long j, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper);

/// How far differences may go along input j, where they would go by `reach`.
using ReachLimit = std::function<double(long j, double reach)>;

/// The Jacobian of f at x by Ridders' differences. Entries that differ from `exact` by more than their error are
/// looked at again with smaller steps, as something may stand in the way of larger ones; what is known to stand there
/// says `limit`.
DifferenceBlock differences_at(const VectorFunction& f, const Eigen::VectorXd& x, const Eigen::MatrixXd& exact,
                               const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                               const ReachLimit& limit = {});

/// The inputs of a function and where they are looked at.
struct SearchedBox {
  std::span<const std::string> inputs;
  const Eigen::VectorXd &lower, &upper;
};

/// Looks for a kink of output `row` along input `column`, then along the others, within the box's width or a tenth of
/// the input's size from x, and says where: "not smooth at 'speed' = 0: slope -1 before, 1 after"; "" if there is none.
std::string why_not_smooth(const VectorFunction& f, const Eigen::VectorXd& x, long row, long column,
                           const SearchedBox& box);

/// A random point of the box.
Eigen::VectorXd random_point(Dice& dice, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper);

/// A random point of the box at which f is finite; refuses a function, by `name`, that is finite at none of 50.
Eigen::VectorXd finite_point(Dice& dice, const VectorFunction& f, const std::string& name, const Eigen::VectorXd& lower,
                             const Eigen::VectorXd& upper);

}  // namespace tandem
