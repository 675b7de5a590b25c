#pragma once

#include <Eigen/Core>

#include <string>
#include <vector>

namespace tandem {

/// A transcription, as numbers: how one interval [t_k, t_k + h] becomes equations. With node states X_0 = x_k,
/// X_1..X_m (interior), X_{m+1} = x_{k+1}, node controls U_i at `control_times`, and points j at which the dynamics
/// are evaluated,
///
///   x_j = sum_i state_from_states(j, i) X_i + h sum_i state_from_rates(j, i) f_i      (i evaluated before j)
///   u_j = the control polynomial through the U_i at time points(j)
///   0   = sum_i defect_states(e, i) X_i + h sum_j defect_rates(e, j) f_j              (e = 0 .. defects-1)
///   cost = h sum_j weights(j) L_j.
///
/// All times are fractions of the interval.
struct Tableau {
  std::string name;
  int state_order = 0;    ///< of the states at the knots
  bool discrete = false;  ///< one explicit step an interval: the finite problem is the problem

  int interior_states = 0;
  Eigen::VectorXd interior_state_times;
  Eigen::VectorXd control_times;  ///< of the node controls
  bool control_at_left = false;   ///< the first node control is that of the knot, shared with the interval before
  bool control_at_right = false;  ///< the last node control is that of the next knot

  Eigen::VectorXd points;
  Eigen::MatrixXd state_from_states;
  Eigen::MatrixXd state_from_rates;
  Eigen::MatrixXd control_basis;  ///< points x node controls
  Eigen::MatrixXd defect_states;
  Eigen::MatrixXd defect_rates;
  Eigen::VectorXd weights;
  int left_point = -1;   ///< the point that is the left knot itself, evaluated once for both neighbours
  int right_point = -1;  ///< the same at the right
  /// x_i' = x_j: then x_i advances by h times x_j of the right knot, not by its rate at the point.
  bool velocities_ahead = false;
  int path_points = -1;  ///< path constraints hold at the first so many points; -1: at all

  int point_count() const { return static_cast<int>(points.size()); }
  int node_states() const { return interior_states + 2; }
  int node_controls() const { return static_cast<int>(control_times.size()); }
  int interior_controls() const { return node_controls() - (control_at_left ? 1 : 0) - (control_at_right ? 1 : 0); }
  /// Whether one equation for each state joins both ends of an interval, with one set of controls of its own or those
  /// of its knots: explicit steps, the midpoint rule, the trapezoid.
  bool is_one_step() const {
    return interior_states == 0 && defects() == 1 && node_controls() == 1 + (control_at_left ? 1 : 0);
  }
  /// Whether the rates that a step takes know its end.
  bool is_implicit() const { return state_from_states.col(node_states() - 1).any(); }
  int defects() const { return static_cast<int>(defect_states.rows()); }

  /// A point whose state needs the rates of other points first.
  bool is_composite(int point) const { return state_from_rates.row(point).any(); }
  bool is_shared(int point) const { return point == left_point || point == right_point; }
  bool holds_paths(int point) const { return path_points < 0 || point < path_points; }
};

/// x_{k+1} - x_k = h/2 (f_k + f_{k+1}); controls piecewise linear.
Tableau trapezoid();

/// Hermite-Simpson with the midpoint state eliminated: x_m = (x_k + x_{k+1})/2 + h/8 (f_k - f_{k+1}),
/// x_{k+1} - x_k = h/6 (f_k + 4 f_m + f_{k+1}); controls piecewise quadratic. Kelly, SIAM Review 59 (2017), (4.5).
Tableau hermite_simpson();

/// The same with the midpoint state as an unknown: sparser, larger.
Tableau hermite_simpson_separated();

/// Collocation at `points` Gauss-Legendre points an interval: states are the polynomial through the left knot and the
/// points, of order 2 points at the knots; controls are the polynomial through the points, free to jump at knots.
Tableau gauss(int points);

/// The same at Radau points, the right knot among them: order 2 points - 1, stiffly accurate.
Tableau radau(int points);

/// Collocation at Gauss-Legendre points as gauss(points), controls constant on each interval. Where the control is the
/// d-th derivative of a motion (MultibodyDynamics::drive_motion), this is a spline of degree d, exact for d <= points.
Tableau spline(int points);

/// x_{k+1} - x_k = h f((x_k + x_{k+1})/2, u_k): Gauss with one point and without its state; finite elements in time
/// of the lowest order. Controls constant on each interval.
Tableau midpoint();

/// One classical Runge-Kutta step an interval, controls held constant or linear: a discrete problem, exact as it is.
Tableau shooting_rk4(bool linear_controls);

/// One semi-implicit Euler step an interval, v+ = v + h a(q, v, u), q+ = q + h v+, controls held constant: a discrete
/// problem for second-order dynamics, explicit if velocities go first; of order 1, and symplectic.
Tableau semi_implicit();

/// The tableau of that name and degree: the number of points of "gauss", "radau" and "spline" (3 where none is
/// given), that of the held control of "shooting-rk4" (0 or 1); refuses unknown names (with the nearest
/// known ones) and a degree it does not take.
Tableau make_tableau(const std::string& transcription, int degree);

/// The names that make_tableau knows.
const std::vector<std::string>& transcription_names();

}  // namespace tandem
