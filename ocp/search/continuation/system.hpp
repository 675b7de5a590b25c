#pragma once

#include <Eigen/Core>

namespace tandem::continuation {

/// A square matrix A that has been factorised: all that curve following asks of linear algebra.
class Factor {
 public:
  virtual ~Factor() = default;

  virtual int size() const = 0;
  /// A x.
  virtual Eigen::VectorXd multiply(const Eigen::VectorXd& x) const = 0;
  /// A^-1 b and A^-T b. Where A is singular its factors are those of a matrix within rounding of A.
  virtual Eigen::VectorXd solve(const Eigen::VectorXd& b) = 0;
  virtual Eigen::VectorXd solve_transposed(const Eigen::VectorXd& b) = 0;
  /// The sign of det A.
  virtual int determinant_sign() const = 0;
};

/// What is followed: F(x, lambda) = 0, as many equations as unknowns x, and one parameter lambda. The one socket
/// between curve following and what it follows; systems.hpp makes one of functions, on dense, sparse or staged
/// matrices.
class System {
 public:
  virtual ~System() = default;

  virtual int size() const = 0;
  /// F(x, lambda); a value that is not finite says that there is none, and the step is tried again shorter.
  virtual Eigen::VectorXd residual(const Eigen::VectorXd& x, double lambda) = 0;
  /// dF/dlambda.
  virtual Eigen::VectorXd slope(const Eigen::VectorXd& x, double lambda) = 0;
  /// dF/dx, factorised; valid until the next call.
  virtual Factor& factorise(const Eigen::VectorXd& x, double lambda) = 0;

  /// Lengths along the curve are measured by |(x, lambda)|^2 = sum_i weight_i x_i^2 + parameter_weight lambda^2. By
  /// default the mean square of x. A weight may be zero where an unknown is not to count.
  virtual Eigen::VectorXd weights() const { return Eigen::VectorXd::Constant(size(), 1.0 / size()); }
  virtual double parameter_weight() const { return 1.0; }

  /// By how much F(x, lambda) = f is wrong, in units in which the corrector's tolerance is meant.
  virtual double error(const Eigen::VectorXd& f, const Eigen::VectorXd& x) const {
    (void)x;
    return f.lpNorm<Eigen::Infinity>();
  }
};

}  // namespace tandem::continuation
