#pragma once

#include <Eigen/Core>

#include <complex>
#include <functional>

namespace tandem::lq {

/// A = U T U* of a real A: T upper triangular with the eigenvalues on its diagonal, U unitary.
struct SchurForm {
  Eigen::MatrixXcd t, u;
};

/// By Eigen's real Schur form, whose 2 x 2 blocks are then brought to triangles by one rotation each: twice as fast as
/// a complex one from the start. Some 25 n^3. Throws NumericalError where the QR iteration does not converge.
SchurForm schur(const Eigen::MatrixXd& a);

/// Exchanges neighbouring eigenvalues by rotations until all that are `wanted` stand first, in their order.
void bring_first(SchurForm& form, const std::function<bool(std::complex<double>)>& wanted);

}  // namespace tandem::lq
