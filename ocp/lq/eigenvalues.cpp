#include <tandem/ocp/lq/eigenvalues.hpp>

#include <tandem/core/error.hpp>

#include <Eigen/Eigenvalues>

namespace tandem::lq {

using Eigen::MatrixXd;

Eigen::VectorXcd eigenvalues(const MatrixXd& a) {
  require(a.rows() == a.cols() && a.rows() > 0, "eigenvalues: the matrix is {} x {}, it should be square", a.rows(),
          a.cols());
  const Eigen::EigenSolver<MatrixXd> solver(a, false);
  if (solver.info() != Eigen::Success) throw NumericalError("eigenvalues: the QR iteration does not converge");
  return solver.eigenvalues();
}

double spectral_radius(const MatrixXd& a) { return eigenvalues(a).cwiseAbs().maxCoeff(); }

Eigen::VectorXd symmetric_eigenvalues(const MatrixXd& a) {
  require(a.rows() == a.cols() && a.rows() > 0, "eigenvalues: the matrix is {} x {}, it should be square", a.rows(),
          a.cols());
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace tandem::lq
