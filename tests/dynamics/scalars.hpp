#pragma once

#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "random_tree.hpp"
#include <gtest/gtest.h>

#include <functional>

/// Every function of the dynamics in one vector of numbers, for any scalar: tests compare it with that of doubles.
namespace tandem::test {

inline std::vector<Drive> alternating_drives(const Model& model) {
  std::vector<Drive> drives(model.body_count(), Drive::force);
  for (int i = 0; i < model.body_count(); i += 2) drives[i] = Drive::motion;
  return drives;
}

template <class S>
class Collected {
 public:
  void add(const S& x) { numbers_.push_back(x); }
  template <class Derived>
  void add(const Eigen::MatrixBase<Derived>& m) {
    for (int j = 0; j < m.cols(); ++j) {
      for (int i = 0; i < m.rows(); ++i) numbers_.push_back(m(i, j));
    }
  }
  const std::vector<S>& numbers() const { return numbers_; }

 private:
  std::vector<S> numbers_;
};

template <class S>
std::vector<S> everything(const Model& model, const VectorX<S>& q, const VectorX<S>& v, const VectorX<S>& a,
                          const std::vector<Wrench<double>>& wrenches_in) {
  const Parameters<S> parameters = model.parameters().cast<S>();
  Workspace<S> ws(model);
  std::vector<Wrench<S>> wrenches;
  for (const Wrench<double>& w : wrenches_in) {
    wrenches.push_back({w.torque.template cast<S>(), w.force.template cast<S>()});
  }
  const int n = model.body_count() - 1, nv = model.nv();
  Collected<S> all;
  VectorX<S> tau(nv), rates(model.nq()), moved(model.nq());
  MatrixX<S> M(nv, nv), J(6, nv), mobility(6, 6);
  inverse_dynamics(model, parameters, ws, q, v, a, tau, wrenches), all.add(tau);
  bias(model, parameters, ws, q, v, tau, wrenches), all.add(tau);
  gravity_forces(model, parameters, ws, q, tau), all.add(tau);
  apply_mass(model, parameters, ws, q, a, tau), all.add(tau);
  forward_dynamics(model, parameters, ws, q, v, a, tau, wrenches), all.add(tau);
  hybrid_dynamics(model, parameters, ws, q, v, alternating_drives(model), a, tau, wrenches), all.add(tau);
  mass_matrix(model, parameters, ws, q, M), all.add(M);
  mass_matrix_inverse(model, parameters, ws, q, M), all.add(M);
  const Frame frame{"tool", n, Transform<double>::translated({0.1, -0.2, 0.3})};
  FrameMotion<S> motion;
  frame_motion(model, parameters, ws, q, v, a, frame, motion);
  all.add(motion.acceleration.eigen()), all.add(motion.velocity.eigen()), all.add(motion.placement.rotation.eigen());
  frame_jacobian(model, parameters, ws, q, frame, J), all.add(J);
  operational_inertia_inverse(model, parameters, ws, q, frame, mobility), all.add(mobility);
  std::vector<Transform<S>> placements(n + 1);
  body_placements<S>(model, parameters, ws, q, placements), all.add(placements[n].translation.eigen());
  std::vector<Wrench<S>> through(n + 1);
  joint_wrenches<S>(model, parameters, ws, q, v, a, through, wrenches), all.add(through[n].eigen());
  all.add(kinetic_energy(model, parameters, ws, q, v));
  all.add(potential_energy(model, parameters, ws, q));
  all.add(momentum(model, parameters, ws, q, v).eigen());
  all.add(centre_of_mass(model, parameters, ws, q, v).velocity.eigen());
  integrate<S>(model, q, v, moved), all.add(moved);
  difference<S>(model, q, moved, tau), all.add(tau);
  coordinate_rates<S>(model, q, v, rates), all.add(rates);
  normalize<S>(model, moved), all.add(moved);
  return all.numbers();
}

/// Both did the same operations but for fused multiply-adds; articulated bodies of random trees lose up to four digits,
/// and a solve what the condition of its matrix says.
inline void expect_same(const std::vector<double>& numbers, const std::vector<double>& expected,
                        const std::string& where, double condition = 1) {
  ASSERT_EQ(numbers.size(), expected.size());
  double scale = 1;
  for (const double x : expected) scale = std::max(scale, std::abs(x));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(numbers[i], expected[i], 1e-12 * condition * scale) << where << ", number " << i;
  }
}

}  // namespace tandem::test
