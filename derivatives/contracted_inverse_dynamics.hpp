#pragma once

#include <tandem/derivatives/derivative_workspace.hpp>
#include <tandem/dynamics/arguments.hpp>

#include <vector>

namespace tandem {

/// What contracted_inverse_dynamics_derivatives() writes while it runs; made once for a model.
template <class S>
struct ContractedWorkspace {
  explicit ContractedWorkspace(const Model& model)
      : sweeps(model), carried(model.body_count()), turn(model.body_count()), momentum(model.body_count()) {}

  DerivativeWorkspace<S> sweeps;
  std::vector<Motion<S>> carried;   ///< of a body, as if y were joint velocities
  std::vector<Vec3<S>> turn;        ///< sums of y_j (2B_j)'S_j over a body's freedoms and those beyond
  std::vector<Wrench<S>> momentum;  ///< the same of y_j I_j S_j
};

/// Derivatives of the one number y' ID(q, v, a) by q (in the tangent of the configurations), v and a: the rows of
/// inverse_dynamics_derivatives() times y, without making them. With W the motion of a body as if y were velocities,
/// sums over the freedoms i beyond j, and the columns of derivatives/sweeps/columns.tpp,
///   by q_j:  W_j'(2B_j Psi'_j + I_j Psi''_j) + W_parent'(S_j x* f_j) + (sum y_i (2B_i)'S_i)'Psi'_j + (sum y_i I_i
///   S_i)'Psi''_j, by v_j:  the same with S_j for Psi'_j and Psi'_j + S'_j for Psi''_j, without x*,   by a_j: M y.
/// One pass outward and two sums inward: O(n), about 700 multiplications a freedom. External wrenches are fixed in
/// their bodies' frames.
template <class S>
void contracted_inverse_dynamics_derivatives(const Model& model, const Parameters<S>& parameters,
                                             ContractedWorkspace<S>& ws, In<S> q, In<S> v, In<S> a, In<S> y,
                                             Out<S> by_q, Out<S> by_v, Out<S> by_a, ExternalWrenches<S> wrenches = {});

/// Second derivatives of y' ID by v, nv x nv and full, in every state of motion the same. With W as above, 2B(W) the
/// composites of columns.hpp with W for the velocities, and k beyond j or at its joint,
///   d2 (y'ID) / dv_j dv_k = -S_k' 2B_k(W) S_j,
/// without its antisymmetric part where both are of one joint: W'2B(S_k)S_j is -S_k'2B(W)S_j by the definition of 2B.
/// One pass outward and one inward; three multiplications an entry.
template <class S>
void contracted_velocity_hessian(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                 In<S> q, In<S> y, OutMatrix<S> by_v_v);

}  // namespace tandem
