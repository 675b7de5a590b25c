#pragma once

#include <Eigen/Core>

#include <string>

namespace tandem::lq {

/// The mode of x' = A x that grows fastest or decays slowest.
struct Growth {
  double relative = 0.0;  ///< its real part by the greatest magnitude of an eigenvalue: negative where A is stable
  std::string mode;       ///< "mode -0.0123+4.56i"
};

/// Of a square matrix, by its eigenvalues; below about 1e-15 n in size `relative` is rounding.
Growth growth(const Eigen::MatrixXd& a);

}  // namespace tandem::lq
