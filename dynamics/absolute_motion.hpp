#pragma once

#include <tandem/dynamics/absolute_rows.hpp>

#include <Eigen/Core>

#include <functional>
#include <vector>

namespace tandem {

/// Writes the forces of all joints of the tree at a time and state of theirs; zeros come in.
using TreeForces = std::function<void(double t, In<double> q, In<double> v, Out<double> tau)>;

/// A model's motion in absolute coordinates, as an implicit differential-algebraic equation: every body has a place, a
/// turn and a velocity of its own, and joints and loops are equations between them.
///
/// A step is the one of RATTLE (Hairer, Lubich and Wanner, Geometric Numerical Integration, VII.1.4) for rigid bodies.
/// Over half of it, with V half-way between its ends, momenta change by what pushes at the start,
///   I (V_h - V_0)/(h/2) + V x* I V = forces + C(X_0)' lambda,   X_1 = X_0 exp(h V_h),   gap(X_1) = 0
/// and over the other half by what pushes at the end, C(X_1) V_1 = 0. It is symmetric and of second order, and keeps
/// all equations of places and velocities to what Newton's method leaves. Newton's matrix is exact and goes along the
/// tree (absolute_sweep.hpp). Steps of it composed are of order 8 (Kahan and Li, Math. Comp. 66 (1997); the 17 stages
/// are in Hairer, Lubich and Wanner, V.3.2).
class AbsoluteMotion {
 public:
  /// Refuses couplings and joints that absolute_joints() refuses.
  AbsoluteMotion(const Model& model, const Parameters<double>& parameters, double tolerance = 1e-13);

  /// From a state of the tree, which the loops are to hold already.
  void start(In<double> tree_q, In<double> tree_v);
  void push_by(TreeForces forces) { forces_ = std::move(forces); }

  /// One step of second order, and one of order 8 of seventeen such.
  void step(double t, double h);
  void advance(double t, double h);

  const Eigen::VectorXd& tree_q() const { return q_; }
  Eigen::VectorXd tree_v() const { return joint_rates(velocities_); }
  /// Done by forces and dampers since the start, J; and the impulse of weights about the world's origin.
  double work() const { return work_; }
  const Wrench<double>& impulse() const { return impulse_; }
  /// What joints and loops miss, the worst: of places, m or rad, and of velocities.
  double worst_gap() const;
  double worst_rate() const;
  /// Of Newton's method: in all, and the most that a half of a step took.
  long newton_steps() const { return newton_steps_; }
  int most_newton_steps() const { return most_; }

  /// The system of a Newton step of the first half from here, at trial velocities V_h and multipliers: its right-hand
  /// side is the residual, negative.
  AbsoluteSystem first_half(double t, double h, const AbsoluteSolution& trial) const;
  /// The trial that a step begins with.
  AbsoluteSolution trial() const;

 private:
  struct Half;
  struct Driven {
    Eigen::VectorXd v, tau;
  };

  AbsoluteSystem second_half(double t, double h, const AbsoluteSolution& trial) const;
  AbsoluteSystem momenta(const Half& half, const AbsoluteSolution& trial) const;
  void add_joint_forces(const Half& half, const AbsoluteSolution& trial, AbsoluteSystem& system) const;
  template <class MakeSystem>
  void solve_half(const MakeSystem& make_system, AbsoluteSolution& trial);
  void account(const Half& half, const AbsoluteSolution& trial);
  void find_pushes();
  void read_joints();
  Driven driven(const Half& half, const AbsoluteSolution& trial) const;
  Eigen::VectorXd joint_rates(const std::vector<Vector6>& velocities) const;
  Motion<double> joint_velocity(int body, const std::vector<Vector6>& velocities) const;

  const Model& model_;
  const Model& tree_;
  const Parameters<double>& parameters_;
  double tolerance_;
  TreeForces forces_;
  std::vector<AbsoluteLink> joints_, loops_;
  std::vector<AbsolutePose<double>> poses_;
  std::vector<Transform<double>> places_;
  std::vector<Vector6> velocities_;
  AbsoluteSolution last_;                              ///< its multipliers begin the next step
  std::vector<LinkBlock> joint_pushes_, loop_pushes_;  ///< where the bodies stand
  Eigen::VectorXd q_;
  double work_ = 0;
  Wrench<double> impulse_ = Wrench<double>::zero();
  long newton_steps_ = 0;
  int most_ = 0;
};

}  // namespace tandem
