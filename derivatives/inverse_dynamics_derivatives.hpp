#pragma once

#include <tandem/derivatives/derivative_workspace.hpp>
#include <tandem/derivatives/model_number.hpp>
#include <tandem/dynamics/arguments.hpp>

#include <span>

namespace tandem {

/// Derivatives of inverse_dynamics() at (q, v, a), each nv x nv and full: by_q in the tangent of the configurations,
/// that is of d -> tau(integrate(q, d)) at d = 0; by_v; by_a, the mass matrix. With columns in derivatives/sweeps/
/// columns.hpp, for i beyond or at j, j on its way to the root,
///   d tau_i / d q_j = S_i'(2B_i Psi'_j + I_i Psi''_j),      d tau_j / d q_i = S_j'(2B_i Psi'_i + I_i Psi''_i + S_i x*
///   f_i), d tau_i / d v_j = S_i'(2B_i S_j + I_i (Psi'_j + S'_j)), d tau_j / d v_i = S_j'(2B_i S_i + I_i (Psi'_i +
///   S'_i)).
/// O(n depth), about 36 multiplications a pair of freedoms on one way to the root; entries of freedoms on different
/// branches are zeros. External wrenches are fixed in their bodies' frames.
template <class S>
void inverse_dynamics_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                  In<S> q, In<S> v, In<S> a, OutMatrix<S> by_q, OutMatrix<S> by_v, OutMatrix<S> by_a,
                                  ExternalWrenches<S> wrenches = {});

/// The same, and nv x numbers.size() derivatives by some of the model's numbers, a column each: by an inertial number
/// the force that a body of that number alone would need, by a placement the columns of a locked joint of six freedoms
/// in its place. O(depth) a column, O(bodies beyond + depth) for placements.
template <class S>
void inverse_dynamics_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                  In<S> q, In<S> v, In<S> a, OutMatrix<S> by_q, OutMatrix<S> by_v, OutMatrix<S> by_a,
                                  std::span<const ModelNumber> numbers, OutMatrix<S> by_numbers,
                                  ExternalWrenches<S> wrenches = {});

/// Derivatives of joint_wrenches() at (q, v, a), each 6 body_count() x nv: rows 6 i to 6 i + 5 are those of the wrench
/// (torque; force) on body i, in its own frame; the world's are zero. O(n depth).
template <class S>
void joint_wrench_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws, In<S> q,
                              In<S> v, In<S> a, OutMatrix<S> by_q, OutMatrix<S> by_v, OutMatrix<S> by_a,
                              ExternalWrenches<S> wrenches = {});

}  // namespace tandem
