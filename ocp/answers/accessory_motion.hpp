#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/answers/accessory_states.hpp>
#include <tandem/ocp/transcription/phase_blocks.hpp>

#include <Eigen/Core>

#include <memory>
#include <vector>

namespace tandem {

/// The Jacobi system of an accessory problem at one instant (accessory_panels.hpp).
struct JacobiSystem {
  Eigen::MatrixXd drift, gain;
  bool is_convex = true;  ///< H_uu > 0 over the free controls: Legendre's condition, strengthened
};

/// Derivatives of H = sign L + lambda' f + nu' g at instants of an answer, by the solve's own functions: states and
/// costates are the cubics through the knots with the slopes f and -H_x, controls the transcription's polynomial within
/// its bounds.
class AccessoryMotion {
 public:
  /// Refuses, by name, functions without a Hessian. Cost: two Jacobians an interval.
  AccessoryMotion(const Problem& problem, const Solution& solution, const Played& played,
                  const AccessoryStates& states);

  /// Evaluates all functions with Hessians there: what follows is asked of the i-th. With controls of one's own, a
  /// column an instant, instead of the answer's.
  void look_at(const std::vector<Played::Instant>& instants);
  void look_at(const std::vector<Played::Instant>& instants, const Eigen::MatrixXd& controls);
  bool is_finite() const;

  /// Where Newton's step on H alone would take a control: beyond a bound where that bound holds it, as the control is
  /// argmin H (Bertsekas, SIAM J. Control Optim. 20, 1982). Where H is linear in it, beyond the bound to which H falls.
  double wish(int i, int control) const;
  double curvature(int i, int control) const;
  bool is_linear_in(int control) const;  ///< H is, by the patterns

  JacobiSystem system(int i, const std::vector<int>& free_controls) const;

  /// dH/du of one control, and dH/dt.
  double slope_by_control(int i, int control) const { return gradient(i)(states_.states + control); }
  double slope_by_time(int i) const { return gradient(i)(states_.states + played_.phase().control_count); }
  /// y' of the motion itself, and dH/dy.
  Eigen::VectorXd rates(int i) const;
  Eigen::VectorXd slopes(int i) const;

 private:
  double time(const Played::Instant& at) const { return played_.time(at.interval, at.fraction); }
  void see_knots();
  Eigen::MatrixXd answers_controls(const std::vector<Played::Instant>& instants) const;
  void fill(const std::vector<Played::Instant>& instants, const Eigen::MatrixXd& states,
            const Eigen::MatrixXd& costates, const Eigen::MatrixXd& controls);
  Eigen::VectorXd gradient(int i) const { return batch_.jacobian(i).transpose() * batch_.weights.col(i); }
  Eigen::MatrixXd parameter_tangent(double time) const;
  Eigen::VectorXd stretches() const;

  const Played& played_;
  const AccessoryStates& states_;
  PhaseOutputs outputs_;
  std::unique_ptr<KnotFunction> function_;
  KnotBatch batch_;
  Eigen::VectorXd constant_weights_;
  std::vector<double> free_numbers_;
  Eigen::MatrixXd rates_, costate_rates_;  ///< at both ends of every interval, a column each
};

}  // namespace tandem
