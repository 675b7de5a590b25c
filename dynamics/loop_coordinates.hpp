#pragma once

#include <tandem/dynamics/loop_equations.hpp>

#include <Eigen/Core>

#include <string>
#include <vector>

namespace tandem {

/// A model with loops in joint coordinates x, from absolute ones, at a configuration of its tree (Nikravesh, Gim,
/// Arabyan and Rein, 3rd Annual Conf. on Aerospace Computational Control, JPL 1989, (5)-(25)):
///
///   V = B x'             velocities of the bodies, (angular; linear) at their frames in their axes
///   D V = 0              what the cut joints ask of them
///   C = rows of D B      those that do not follow from others
///   x' = E y',  C E = 0  the independent joints y, E = [1; -C_d^-1 C_i] in the order of the tree
///
/// Couplings have no equation between bodies: their rows stand in C beside those of D B.
struct LoopCoordinates {
  Eigen::MatrixXd B, D, C, E;
  std::vector<int> rows;         ///< of D B that are in C
  std::vector<int> independent;  ///< velocities of the tree
  std::vector<int> dependent;
  Eigen::VectorXd turning;  ///< of C: C x'' + turning = 0
};

/// The independent freedoms are those of the joints named, and for the rest those that pivoting leaves. Refuses a joint
/// that cannot be independent. O(n^3): for comparison.
LoopCoordinates loop_coordinates(const Model& model, const Parameters<double>& parameters, In<double> tree_q,
                                 In<double> tree_v, const std::vector<std::string>& independent = {});

/// Accelerations of all joints by the independent ones: E'M E y'' = E'(tau - bias - M E' y') with E' y' from C
/// ((19)-(25)).
Eigen::VectorXd accelerate_independent(const Model& model, const Parameters<double>& parameters,
                                       const LoopCoordinates& coordinates, In<double> tree_q, In<double> tree_v,
                                       In<double> tree_tau);

}  // namespace tandem
