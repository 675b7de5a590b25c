#pragma once

#include <tandem/derivatives/derivative_workspace.hpp>
#include <tandem/derivatives/model_number.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>

#include <span>

namespace tandem {

/// forward_dynamics() at (q, v, tau) and its derivatives: with dID those of inverse dynamics at the solved
/// accelerations a,
///   da/dq = -M^-1 dID/dq,   da/dv = -M^-1 dID/dv,   da/dtau = M^-1.
/// One articulated-body recursion, one derivative sweep of inverse dynamics, and the factors M = L'D L, which have no
/// entries between branches (Featherstone, RBDA, section 6.5): O(n^2 depth) with contiguous inner loops.
template <class S>
void forward_dynamics_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                  In<S> q, In<S> v, In<S> tau, Out<S> a, OutMatrix<S> by_q, OutMatrix<S> by_v,
                                  OutMatrix<S> by_tau, ExternalWrenches<S> wrenches = {});

/// hybrid_dynamics() and its derivatives. With f the force-driven freedoms, p the motion-driven ones,
///   da_f/dx = -M_ff^-1 (dID/dx)_f,          dtau_p/dx = (dID/dx)_p + M_pf da_f/dx       for x = q, v, numbers,
///   da_f/dtau_f = M_ff^-1,                  dtau_p/dtau_f = M_pf M_ff^-1,
///   da_f/da_p = -M_ff^-1 M_fp,              dtau_p/da_p = M_pp - M_pf M_ff^-1 M_fp.
/// by_known(i, j) is that of wanted(i) by known(j). Columns of by_numbers are those of `numbers`, for which the
/// workspace must have been made large enough.
template <class S>
void hybrid_dynamics_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                 In<S> q, In<S> v, std::span<const Drive> drives, In<S> known, Out<S> wanted,
                                 OutMatrix<S> by_q, OutMatrix<S> by_v, OutMatrix<S> by_known,
                                 std::span<const ModelNumber> numbers, OutMatrix<S> by_numbers,
                                 ExternalWrenches<S> wrenches = {});

/// The same by state and drives alone.
template <class S>
void hybrid_dynamics_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                 In<S> q, In<S> v, std::span<const Drive> drives, In<S> known, Out<S> wanted,
                                 OutMatrix<S> by_q, OutMatrix<S> by_v, OutMatrix<S> by_known,
                                 ExternalWrenches<S> wrenches = {});

}  // namespace tandem
