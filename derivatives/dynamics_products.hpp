#pragma once

#include <tandem/derivatives/contracted_inverse_dynamics.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>

#include <span>

/// Products of the derivatives of dynamics with vectors, O(n) each, without the matrices. A `jvp` is the change of what
/// is wanted along a direction of the state and of what is known, a `vjp` the derivatives of a weighted sum of it. All
/// derivatives by q are in the tangent of the configurations: of d -> f(integrate(q, d)) at d = 0. The vjp of inverse
/// dynamics is contracted_inverse_dynamics_derivatives().
namespace tandem {

/// What the products write while they run; made once for a model.
struct ProductWorkspace {
  using Dual4 = Dual<Pack4>;
  explicit ProductWorkspace(const Model& model);

  Workspace<double> recursions;
  ContractedWorkspace<double> contracted;
  Workspace<Dual4> along;
  VectorX<Dual4> q, v, a, tau;
  std::vector<Wrench<Dual4>> wrenches;
  Parameters<double> still;  ///< without gravity and springs: of it, hybrid dynamics at rest is M alone
  Eigen::VectorXd rest, rates, accelerations, weights, gradient, known, wanted;
  Eigen::MatrixXd directions;
};

/// Columns of `change` are changes of ID(q, v, a) along columns of (dq, dv, da): four recursions together, in numbers
/// with slopes.
void inverse_dynamics_jvp(const Model& model, const Parameters<double>& parameters, ProductWorkspace& ws, In<double> q,
                          In<double> v, In<double> a, InMatrix<double> dq, InMatrix<double> dv, InMatrix<double> da,
                          OutMatrix<double> change, ExternalWrenches<double> wrenches = {});

/// hybrid_dynamics() and its changes along columns of (dq, dv, dknown): with r the change of ID at the solved
/// accelerations, da_f = M_ff^-1 (dtau_f - r_f) and dtau_p = r_p + M_pf da_f.
void hybrid_dynamics_jvp(const Model& model, const Parameters<double>& parameters, ProductWorkspace& ws, In<double> q,
                         In<double> v, std::span<const Drive> drives, In<double> known, InMatrix<double> dq,
                         InMatrix<double> dv, InMatrix<double> dknown, Out<double> wanted, OutMatrix<double> change,
                         ExternalWrenches<double> wrenches = {});

/// hybrid_dynamics() and the derivatives of w'wanted by q, v and known: with y of dynamics_hessians.hpp the contracted
/// derivatives of y'ID, by known -y_f and (M y)_p.
void hybrid_dynamics_vjp(const Model& model, const Parameters<double>& parameters, ProductWorkspace& ws, In<double> q,
                         In<double> v, std::span<const Drive> drives, In<double> known, In<double> w,
                         Out<double> wanted, Out<double> by_q, Out<double> by_v, Out<double> by_known,
                         ExternalWrenches<double> wrenches = {});

/// The same of forward_dynamics(), with all joints force-driven.
void forward_dynamics_jvp(const Model& model, const Parameters<double>& parameters, ProductWorkspace& ws, In<double> q,
                          In<double> v, In<double> tau, InMatrix<double> dq, InMatrix<double> dv, InMatrix<double> dtau,
                          Out<double> a, OutMatrix<double> change, ExternalWrenches<double> wrenches = {});
void forward_dynamics_vjp(const Model& model, const Parameters<double>& parameters, ProductWorkspace& ws, In<double> q,
                          In<double> v, In<double> tau, In<double> mu, Out<double> a, Out<double> by_q,
                          Out<double> by_v, Out<double> by_tau, ExternalWrenches<double> wrenches = {});

}  // namespace tandem
