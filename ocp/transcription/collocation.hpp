#pragma once

#include <Eigen/Core>

/// Points, weights and matrices of polynomial collocation on [0, 1].
namespace tandem {

/// A quadrature rule on [0, 1].
struct QuadratureRule {
  Eigen::VectorXd points;  ///< increasing
  Eigen::VectorXd weights;
};

/// Gauss-Legendre: `count` points inside, exact for polynomials of degree 2 count - 1. Newton's method on the Legendre
/// polynomial (Abramowitz & Stegun, 25.4.30).
QuadratureRule gauss_rule(int count);

/// Radau with the right end: `count` points, the last one 1, exact for polynomials of degree 2 count - 2. The points
/// are zeros of P_{count-1} - P_count (Hairer & Wanner, Solving ODEs II, section IV.5).
QuadratureRule radau_rule(int count);

/// Values at `at` of the Lagrange polynomials through `nodes`.
Eigen::RowVectorXd lagrange_basis(const Eigen::VectorXd& nodes, double at);

/// Slopes at `at` of the Lagrange polynomials through `nodes`.
Eigen::RowVectorXd lagrange_slopes(const Eigen::VectorXd& nodes, double at);

}  // namespace tandem
