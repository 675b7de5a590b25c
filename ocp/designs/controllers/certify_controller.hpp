#pragma once

#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/designs/controllers/objective.hpp>

namespace tandem::controllers {

/// Limits of the lines of controllers, relative to the cost where nothing else is said.
struct ControllerLimits {
  double objective_error = 1e-9;       ///< what a Newton step would gain, by how much equal peaks differ, a wrong claim
  double stationarity = 1e-6;          ///< the Lagrangian's slope by a number times that number
  double multipliers = 0.0;            ///< none of a peak is negative
  double downward_curvature = -1e-12;  ///< of a Hessian of unit diagonal: rounding
  double growth = -kEdge;              ///< of the loops, by their fastest mode
  double two_ways = 1e-8;              ///< of mean squares, by the covariance and by its adjoint
  double peaks = 1e-9;                 ///< of the gain squared: by how much another frequency surpasses the highest
  double derivatives = 1e-5;           ///< of their norm: a gradient that is wrong by so much costs half its square
};

/// Tests numbers of a controller and the cost that is claimed for them against the objective, knowing nothing of how
/// they were found: conditions of first and second order (first_order.hpp), all loops' modes, mean squares by the
/// covariance and by its adjoint, highest gains against those at some 300 frequencies of a grid and at the loop's own,
/// derivatives against differences along one direction. The certificate's kind is "controller"; where a loop is not
/// stable there is nothing to measure but its modes. Cost: a dozen evaluations with second derivatives.
Certificate certify(const Objective& objective, const Eigen::VectorXd& numbers, double value,
                    const ControllerLimits& limits = {});

}  // namespace tandem::controllers
