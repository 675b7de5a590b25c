#include <tandem/ocp/lq/curvature.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/named_number.hpp>
#include <tandem/ocp/lq/eigenvalues.hpp>

#include <Eigen/QR>

namespace tandem::lq {

using Eigen::MatrixXd;

/// With normals = Q R the last columns of Q, beyond the rank, are those directions.
double least_curvature_along(const MatrixXd& hessian, const MatrixXd& normals) {
  require(hessian.rows() == hessian.cols() && normals.rows() == hessian.rows(),
          "curvature: the Hessian is {} x {}, normals have {} rows", hessian.rows(), hessian.cols(), normals.rows());
  if (hessian.rows() == 0) return kInfinity;
  if (normals.cols() == 0) return symmetric_eigenvalues(hessian)(0);
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(normals);
  const Eigen::Index left = hessian.rows() - qr.rank();
  if (left == 0) return kInfinity;
  const MatrixXd q = qr.householderQ(), along = q.rightCols(left);
  return symmetric_eigenvalues(along.transpose() * hessian * along)(0);
}

}  // namespace tandem::lq
