#pragma once

#include <Eigen/Core>

/// Eigen's kernels of products of dynamic matrices of doubles: one copy, in eigen_kernels.cpp. Every file that
/// multiplies matrices would compile its own otherwise, two to three seconds each under the sanitizers
/// (docs/notes/compile-budget.md). For the precompiled headers of our own sources; nothing else depends on it.
///
/// `TANDEM_EIGEN_KERNELS(prefix)` names them all: `extern template` here, `template` there.

namespace tandem::eigen_kernels {

using Traits = Eigen::internal::gebp_traits<double, double>;
using Packet = Traits::LhsPacket4Packing;
using Result = Eigen::internal::blas_data_mapper<double, Eigen::Index, Eigen::ColMajor, Eigen::Unaligned, 1>;
template <int kOrder>
using Factor = Eigen::internal::const_blas_data_mapper<double, Eigen::Index, kOrder>;

}  // namespace tandem::eigen_kernels

// clang-format off
#define TANDEM_EIGEN_PACK_LHS(prefix, order) \
  prefix struct gemm_pack_lhs<double, Index, tandem::eigen_kernels::Factor<order>, \
                              tandem::eigen_kernels::Traits::mr, tandem::eigen_kernels::Traits::LhsProgress, \
                              tandem::eigen_kernels::Packet, order, false, false>;
#define TANDEM_EIGEN_PACK_RHS(prefix, order) \
  prefix struct gemm_pack_rhs<double, Index, tandem::eigen_kernels::Factor<order>, \
                              tandem::eigen_kernels::Traits::nr, order, false, false>;
#define TANDEM_EIGEN_MATRIX_VECTOR(prefix, left, right, version) \
  prefix struct general_matrix_vector_product<Index, double, \
                                              tandem::eigen_kernels::Factor<left>, left, false, double, \
                                              tandem::eigen_kernels::Factor<right>, false, version>;
#define TANDEM_EIGEN_MATRIX_MATRIX(prefix, left, right) \
  prefix struct general_matrix_matrix_product<Index, double, left, false, double, right, false, \
                                              ColMajor, 1>;
#define TANDEM_EIGEN_KERNELS(prefix) \
  prefix struct gebp_kernel<double, double, Index, tandem::eigen_kernels::Result, \
                            tandem::eigen_kernels::Traits::mr, tandem::eigen_kernels::Traits::nr, false, false>; \
  TANDEM_EIGEN_PACK_LHS(prefix, ColMajor) \
  TANDEM_EIGEN_PACK_LHS(prefix, RowMajor) \
  TANDEM_EIGEN_PACK_RHS(prefix, ColMajor) \
  TANDEM_EIGEN_PACK_RHS(prefix, RowMajor) \
  TANDEM_EIGEN_MATRIX_MATRIX(prefix, ColMajor, ColMajor) \
  TANDEM_EIGEN_MATRIX_MATRIX(prefix, ColMajor, RowMajor) \
  TANDEM_EIGEN_MATRIX_MATRIX(prefix, RowMajor, ColMajor) \
  TANDEM_EIGEN_MATRIX_MATRIX(prefix, RowMajor, RowMajor) \
  TANDEM_EIGEN_MATRIX_VECTOR(prefix, ColMajor, ColMajor, 0) \
  TANDEM_EIGEN_MATRIX_VECTOR(prefix, ColMajor, RowMajor, 0) \
  TANDEM_EIGEN_MATRIX_VECTOR(prefix, RowMajor, ColMajor, 0) \
  TANDEM_EIGEN_MATRIX_VECTOR(prefix, RowMajor, RowMajor, 1)
// clang-format on

namespace Eigen::internal {
TANDEM_EIGEN_KERNELS(extern template)
}  // namespace Eigen::internal
