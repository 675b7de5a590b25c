#pragma once

#include <Eigen/Core>

namespace tandem::lq {

/// Powers of two d so that rows and columns of D^-1 A D are of one size (Osborne 1960; Parlett and Reinsch 1969): the
/// units in which displacements and velocities, or fast and slow parts, of a system weigh alike.
Eigen::VectorXd balance(Eigen::MatrixXd a);

}  // namespace tandem::lq
