#pragma once

#include <tandem/dynamics/model.hpp>

#include <Eigen/Core>

#include <array>
#include <vector>

namespace tandem {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
/// Up to six rows on the velocity of a body.
using RowsOfBody = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::RowMajor, 6, 6>;

/// A link's part of a linear system: what its multipliers push, and what it asks for.
///   bodies: ... - pushes_first' lambda (first), - pushes_second' lambda (second)
///   link:   asks_first V_first + asks_second V_second = right
struct LinkBlock {
  RowsOfBody pushes_first, pushes_second, asks_first, asks_second;
  Eigen::VectorXd right;
};

/// Linear equations of all bodies' velocities and all links' multipliers, as a step of Newton's method in absolute
/// coordinates has them. Bodies beside the joints' own parents are not coupled, so that they go along the tree.
struct AbsoluteSystem {
  explicit AbsoluteSystem(const Model& of_tree) : tree(&of_tree) {}

  const Model* tree;
  std::vector<Matrix6> own, by_parent, on_parent;  ///< of each body: A_ii, A_ip, A_pi
  std::vector<Eigen::Matrix<double, 6, 1>> right;
  std::vector<LinkBlock> joints;  ///< of each body but the world
  std::vector<LinkBlock> loops;
  std::vector<std::array<int, 2>> loop_bodies;

  /// The same as one matrix, in the order: bodies, joints, loops; and its right-hand side.
  Eigen::MatrixXd dense() const;
  Eigen::VectorXd dense_right() const;
};

struct AbsoluteSolution {
  std::vector<Eigen::Matrix<double, 6, 1>> velocities;  ///< of each body
  std::vector<Eigen::VectorXd> joints;                  ///< multipliers
  Eigen::VectorXd loops;

  Eigen::VectorXd dense() const;
};

/// Solves it by a sweep: inward every body with its joint is eliminated as a function of its parent's velocity,
/// outward they are found (Chou, 3rd Annual Conf. on Aerospace Computational Control, JPL 1989, the scheme of (53) made
/// linear; Rodriguez, Jain and Kreutz, ibid., for loops: what multipliers of loops do is found by columns beside the
/// right-hand side, and the least ones that close them are taken). O(n) for a number of loops.
AbsoluteSolution solve(const AbsoluteSystem& system);

}  // namespace tandem
