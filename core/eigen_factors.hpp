#pragma once

#include <tandem/core/eigen_kernels.hpp>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

/// Eigen's factorizations of dynamic matrices that several files take: one copy, in eigen_factors.cpp, as
/// eigen_kernels.hpp has it of products.

// clang-format off
#define TANDEM_EIGEN_FACTORS(prefix) \
  prefix class LLT<MatrixXd>; \
  prefix LLT<MatrixXd>& LLT<MatrixXd>::compute(const EigenBase<MatrixXd>&); \
  prefix class PartialPivLU<MatrixXd>; \
  prefix class PartialPivLU<MatrixXcd>; \
  prefix class HouseholderQR<MatrixXd>; \
  prefix class JacobiSVD<MatrixXcd>;
// clang-format on

namespace Eigen {
TANDEM_EIGEN_FACTORS(extern template)
}  // namespace Eigen
