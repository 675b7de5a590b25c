#pragma once

#include <tandem/derivatives/contracted_inverse_dynamics.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>

#include <span>

namespace tandem {

/// What the functions below write while they run; made once for a model.
struct HessianWorkspace {
  using Dual4 = Dual<Pack4>;
  explicit HessianWorkspace(const Model& model);

  ContractedWorkspace<Dual4> along;
  VectorX<Dual4> q, v, a, y, by_q, by_v, by_a;
  std::vector<Wrench<Dual4>> wrenches;
  DerivativeWorkspace<double> sweeps;
  Eigen::VectorXd unit, rates, accelerations, wanted, weights;
  Eigen::MatrixXd hybrid_by_q, hybrid_by_v, hybrid_by_known;
  Eigen::MatrixXd inverse, accelerations_by, mixed;
};

/// Second derivatives of the one number y'ID(q, v, a), 3nv x 3nv and symmetric, by [q; v; a]: by q those of
/// d -> y'ID(integrate(q, d)) at d = 0. Columns by q are slopes of contracted_inverse_dynamics_derivatives() along each
/// freedom, four of them together; what does not commute in a joint of several freedoms is the antisymmetric part of
/// these slopes, and leaves. ID is quadratic in v and affine in a: the rest follows. O(n^2).
void inverse_dynamics_hessian(const Model& model, const Parameters<double>& parameters, HessianWorkspace& ws,
                              In<double> q, In<double> v, In<double> a, In<double> y, OutMatrix<double> hessian,
                              ExternalWrenches<double> wrenches = {});

/// Second derivatives of w'wanted of hybrid_dynamics() by [q; v; known]. With mu the weights of accelerations and nu
/// those of forces, f the force-driven freedoms and p the motion-driven ones,
///   y_p = nu,   y_f = -M_ff^-1 (mu + M_fp nu),   Z = d[q; v; a]/d[q; v; known],   it is Z'H Z,
/// H that of y'ID at the solved accelerations. Also gives `wanted`. O(n^2 depth), as the first order.
void hybrid_dynamics_hessian(const Model& model, const Parameters<double>& parameters, HessianWorkspace& ws,
                             In<double> q, In<double> v, std::span<const Drive> drives, In<double> known, In<double> w,
                             Out<double> wanted, OutMatrix<double> hessian, ExternalWrenches<double> wrenches = {});

/// Second derivatives of mu'a of forward_dynamics() by [q; v; tau].
void forward_dynamics_hessian(const Model& model, const Parameters<double>& parameters, HessianWorkspace& ws,
                              In<double> q, In<double> v, In<double> tau, In<double> mu, Out<double> a,
                              OutMatrix<double> hessian, ExternalWrenches<double> wrenches = {});

}  // namespace tandem
