#pragma once

#include <tandem/ocp/lq/lyapunov.hpp>

#include <Eigen/Core>

namespace tandem::controllers {

/// A plant with everything that a controller is judged by,
///
///     x' = A x + B u + noise w,   y = sensors x + sensor_noise w,   z = watched x + effort u,
///
/// where w is white noise of intensity 1 (or, for peaks, any signal). Weights are part of z: for E[x'Q x + u'R u] it
/// stacks Q^1/2 x and R^1/2 u.
struct Plant {
  Eigen::MatrixXd a, b, noise, sensors, sensor_noise, watched, effort;

  Eigen::Index states() const { return a.rows(); }
  Eigen::Index controls() const { return b.cols(); }
  Eigen::Index measured() const { return sensors.rows(); }
};

/// Refuses matrices that do not fit each other or are not finite, and plants without a state, control, sensor, noise or
/// watched output, by name.
void check(const Plant& plant);

/// z of x'Q x + u'R u. Refuses weights that are not symmetric and positive semidefinite.
struct Weighted {
  Eigen::MatrixXd watched, effort;
};
Weighted weighted(const Eigen::MatrixXd& q, const Eigen::MatrixXd& r);

/// A symmetric positive semidefinite S of Q = S S. Refuses, by the name given, anything else.
Eigen::MatrixXd square_root(const Eigen::MatrixXd& q, const char* name);

/// The plant with `order` states of a controller z' = v added, v among its controls and z among its sensors: a dynamic
/// controller is a gain [D_c, C_c; B_c, A_c] of that. `decay` is added to the diagonal of A.
Plant augmented(const Plant& plant, int order, double decay = 0.0);

/// x' = a x + b w, z = c x of u = gain y.
struct Loop {
  Eigen::MatrixXd a, b, c;
};
Loop closed(const Plant& plant, const Eigen::MatrixXd& gain);

/// The largest real part of an eigenvalue, by the Schur form that Lyapunov's equations are solved with, so that all
/// agree on what is stable; and whether it is negative beyond rounding: by kEdge of the balanced loop's size, whatever
/// the units of its states.
double abscissa(const Eigen::MatrixXd& a);
bool is_stable(const lq::Lyapunov& loop);
inline constexpr double kEdge = 1e-12;

/// (1 - lambda) P + lambda Q, entry by entry: a family of plants. Refuses plants of different sizes.
Plant between(const Plant& from, const Plant& to, double lambda);
/// Q - P: its derivative.
Plant difference(const Plant& from, const Plant& to);

}  // namespace tandem::controllers
