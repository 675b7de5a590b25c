#pragma once

#include <tandem/ocp/search/continuation/factors.hpp>

#include <functional>
#include <memory>
#include <span>

namespace tandem::continuation {

/// F and dF/dlambda as functions of (x, lambda).
struct Functions {
  int size = 0;
  std::function<Eigen::VectorXd(const Eigen::VectorXd&, double)> residual;
  std::function<Eigen::VectorXd(const Eigen::VectorXd&, double)> slope;
};

using DenseJacobian = std::function<Eigen::MatrixXd(const Eigen::VectorXd&, double)>;
using SparseJacobian = std::function<SparseFactor::Matrix(const Eigen::VectorXd&, double)>;
/// Fills the values of a pattern's triplets.
using StagedJacobian = std::function<void(const Eigen::VectorXd&, double, std::span<double>)>;

/// Systems whose dF/dx is a dense matrix, O(n^3); a sparse one of unchanging pattern; or a symmetric one whose rows
/// stand in a chain of stages, O(stages). Values of the wrong size are refused when they come.
std::unique_ptr<System> dense_system(Functions functions, DenseJacobian jacobian);
std::unique_ptr<System> sparse_system(Functions functions, SparseJacobian jacobian);
std::unique_ptr<System> staged_system(Functions functions, StagedPattern pattern, StagedJacobian jacobian);

}  // namespace tandem::continuation
