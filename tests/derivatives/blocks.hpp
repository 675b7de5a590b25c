#pragma once

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

namespace tandem::test {

/// How many of the random trees the derivative sweeps are held against.
inline constexpr unsigned kDerivativeTrees = 100;

/// Entries agree to 1e-12 of the block's norm; where terms of a size cancel to nothing, of a thousandth of that size.
inline void expect_block(const Eigen::MatrixXd& block, const Eigen::MatrixXd& expected, double terms,
                         const std::string& what) {
  ASSERT_EQ(block.rows(), expected.rows()) << what;
  ASSERT_EQ(block.cols(), expected.cols()) << what;
  if (block.size() == 0) return;
  const double scale = std::max(expected.norm(), 1e-3 * terms);
  EXPECT_LE((block - expected).cwiseAbs().maxCoeff(), 1e-12 * scale) << what;
}

/// Outputs that nobody initialised.
inline Eigen::MatrixXd garbage(long rows, long columns) {
  return Eigen::MatrixXd::Constant(rows, columns, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace tandem::test
