#pragma once

#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/sweep/staged_system.hpp>

#include <string>

namespace tandem::test {

/// Factorises, solves with refinement and compares with the dense matrix: the backward error is rounding; the inertia
/// is right wherever no eigenvalue is near zero, and otherwise right or told to be singular.
inline void expect_right(const StagedSystem& system, const std::string& what, double threshold = 1e-6) {
  SCOPED_TRACE(what);
  const Eigen::MatrixXd k = system.dense();
  sweep::SweepFactor factor(system.chain());
  factor.set_threshold(threshold);
  const sweep::FactorStatus status = factor.factorise(system.values);
  ASSERT_NE(status, sweep::FactorStatus::not_finite);
  EXPECT_EQ(factor.inertia().positive + factor.inertia().negative + factor.inertia().zero, system.size());
  const sweep::Inertia dense = dense_inertia(k);
  if (dense.zero == 0) {
    EXPECT_EQ(status, sweep::FactorStatus::done);
    EXPECT_EQ(factor.inertia().negative, dense.negative);
    EXPECT_EQ(factor.inertia().zero, 0);
  } else if (status == sweep::FactorStatus::done) {
    EXPECT_LE(dense.negative, factor.inertia().negative);
    EXPECT_LE(dense.positive, factor.inertia().positive);
  }
  if (status == sweep::FactorStatus::singular) return;
  const Eigen::VectorXd b = random_vector(system.size(), 1);
  Eigen::VectorXd x(system.size());
  factor.solve_refined(system.values, b, x);
  EXPECT_LT(backward_error(k, x, b), 1e-14);
}

}  // namespace tandem::test
