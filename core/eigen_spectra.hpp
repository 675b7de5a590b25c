#pragma once

#include <tandem/core/eigen_kernels.hpp>

#include <Eigen/Eigenvalues>

/// Eigen's eigenvalues and Schur forms of dynamic matrices: one copy, in eigen_spectra.cpp, as eigen_kernels.hpp has it
/// of products. A file that takes eigenvalues would spend three seconds on them otherwise.

// clang-format off
#define TANDEM_EIGEN_SPECTRA(prefix) \
  prefix class RealSchur<MatrixXd>; \
  prefix RealSchur<MatrixXd>& RealSchur<MatrixXd>::compute(const EigenBase<MatrixXd>&, bool); \
  prefix class EigenSolver<MatrixXd>; \
  prefix EigenSolver<MatrixXd>& EigenSolver<MatrixXd>::compute(const EigenBase<MatrixXd>&, bool); \
  prefix class SelfAdjointEigenSolver<MatrixXd>; \
  prefix SelfAdjointEigenSolver<MatrixXd>& SelfAdjointEigenSolver<MatrixXd>::compute(const EigenBase<MatrixXd>&, int);
// clang-format on

namespace Eigen {
TANDEM_EIGEN_SPECTRA(extern template)
}  // namespace Eigen
