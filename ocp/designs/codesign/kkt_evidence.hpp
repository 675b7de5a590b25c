#pragma once

#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/answers/worst.hpp>
#include <tandem/ocp/designs/codesign/dense_nlp.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tandem::codesign {

/// Limits of the lines of structures; the objective is the logarithm of a cost, so that all are relative to the cost.
struct DesignLimits {
  double objective_error = 1e-7;  ///< what Newton's method would still gain and missed limits are worth; IPOPT leaves
                                  ///< 1e-9 a bound
  double feasibility = 1e-6;      ///< of limits, relative to them, and of bounds in logarithms
  double stationarity = 1e-5;     ///< of the cost, by a factor e of a size: where controls are cheap it has 6 digits
  double multipliers = 0.0;       ///< none has the wrong sign
  double downward_curvature = -1e-9;  ///< flat directions are no minimum: rounding of a Hessian of unit diagonal
  double growth = -1e-12;             ///< of the closed loop, by its fastest mode: rounding of eigenvalues
  double two_ways = 1e-7;             ///< of mean squares, by the covariance and by its adjoint
  double derivatives = 1e-4;          ///< of their norm: a gradient that is wrong by so much costs half its square
};

/// A point of   minimise f(u)  subject to  g(u) <= 0, lower <= u <= upper,   where f is the logarithm of a cost, g are
/// relative to their limits and u are logarithms, or in units in which 1 is much.
struct KktPoint {
  Eigen::VectorXd unknowns, lower, upper;
  DensePoint at;
  Eigen::VectorXd multipliers;  ///< of g
  Eigen::MatrixXd hessian;      ///< of f + multipliers' g
  std::vector<std::string> unknown_names, row_names;
};

/// How far that point is from a strict local minimum.
struct KktEvidence {
  Worst feasibility;
  Worst stationarity;                       ///< slopes of the Lagrangian that no bound explains
  std::optional<Worst> multipliers;         ///< the greatest of the wrong sign; nothing where there are no rows
  Worst objective_error;                    ///< the sum; where: its largest part
  std::optional<Worst> downward_curvature;  ///< nothing where bounds and limits leave no direction
};

/// The conditions of first and second order (Nocedal and Wright, Numerical Optimization, 12.3 and 12.5) from the
/// functions' derivatives alone. An unknown is held by a bound where the slope pushes it there by more than it is away
/// from it, a row holds where its multiplier is more than its room. To second order the objective is off by
///
///     |gradient of L . s + 1/2 s' H s|  +  sum of |multiplier g| of all rows  +  sum of push x gap of what is held,
///
/// with the step s of Newton's method over free unknowns and the rows that hold. Curvatures are those of H along these
/// rows, free unknowns scaled to a unit diagonal. Cost: two factorisations of the order of u.
KktEvidence examine(const KktPoint& point);

/// The multipliers that fit best where a solver gives none: least squares over unknowns inside their bounds, none of
/// the wrong sign.
Eigen::VectorXd fitted_multipliers(const KktPoint& point);

void add_lines(Certificate& certificate, const KktEvidence& evidence, const DesignLimits& limits);

}  // namespace tandem::codesign
