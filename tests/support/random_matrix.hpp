#pragma once

#include <Eigen/Core>

#include <random>

namespace tandem::test {

/// Entries uniform within [-1, 1), the same on every machine: raw bits, since the standard library's distributions
/// differ from one to another.
inline Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index cols, unsigned seed) {
  std::mt19937 random(seed);
  return Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return static_cast<double>(random()) / 2147483648.0 - 1.0; });
}

}  // namespace tandem::test
