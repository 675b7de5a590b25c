#pragma once

#include <tandem/derivatives/check.hpp>
#include <tandem/derivatives/model_jacobian.hpp>

#include <functional>

namespace tandem {

/// Jacobian of a function of a model by its variables [d; v; x; numbers].
using ModelJacobian = std::function<Eigen::MatrixXd(ModelFunction, const ModelSetting&, const ModelState&)>;

/// Compares every derivative of every recursion of a model, at random states under random wrenches: the analytic
/// sweeps, CppAD (a tape of the recursion), CasADi (its expression) and complex steps. Inverse dynamics by q, v, a and
/// all numbers of the model; forward dynamics by q, v, tau; hybrid dynamics with a random mixture of drives by q, v,
/// what is known and all numbers; joint wrenches; displacement, velocity, acceleration and Jacobian of a frame on the
/// last body.
///
/// Ways agree to 1e-12 of a block's norm. Where accelerations are solved for, everything is taken in units in which
/// every freedom has inertia 1, with the mass matrix m: ways agree to 1e-12 cond(m), as they inherit its condition, and
/// the analytic block must leave m da + dID = dtau without a remainder above 1e-12 (|m| |da| + |dID|). Where the terms
/// of a block cancel, its norm counts as at least a thousandth of that of all derivatives of the function by the state.
///
/// Second derivatives, of sums of the rows of inverse, forward and hybrid dynamics with random weights, agree to 1e-10
/// and 1e-10 cond(m): the analytic ones, a tape's, an expression's, and complex steps of the first order.
///
/// Time: about 50 recursions a row or column of each block, whichever are fewer; the CasADi expressions are built once.
DerivativeReport check_model(const Model& model, const CheckOptions& options = {});

/// The same with derivatives of your own in place of the analytic sweeps.
DerivativeReport check_model(const Model& model, const CheckOptions& options, const ModelJacobian& jacobian);

}  // namespace tandem
