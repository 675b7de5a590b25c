#pragma once

#include <tandem/ocp/transcription/phase_patterns.hpp>

#include <Eigen/Core>

#include <span>

namespace tandem::test {

/// The matrix whose entries stand at these places, where they add up.
inline Eigen::MatrixXd full_matrix(const Pattern& pattern, std::span<const double> entries, int rows, int cols) {
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(rows, cols);
  for (int i = 0; i < pattern.size(); ++i) full(pattern.rows[i], pattern.cols[i]) += entries[i];
  return full;
}

}  // namespace tandem::test
