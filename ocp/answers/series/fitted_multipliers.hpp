#pragma once

#include <tandem/ocp/solvers/nlp_solver.hpp>
#include <tandem/ocp/transcription/staged_nlp.hpp>

namespace tandem {

/// The point z as a solver would have left it: with multipliers that make it as stationary as it can be. Of the
/// Lagrangian's gradient G = f_z + g_z'y + w it is the least
///
///   sum_i (D_i G_i)^2 / 2,   w_i free where bounds fix z_i, of the right sign where z_i is at a bound, else 0,
///
/// y of an inequality likewise. D is in units of the objective (unknown_sizes.hpp): of controls range / root of the
/// part of the phase that a node stands for, so that the sum is an integral of the square of H_u, as the excess of H
/// over its least value is; of states and integrals, whose rows are the adjoint equations, a thousand of their ranges,
/// of times and numbers a hundred of their sizes, so that these rows hold where they can. An inequality pushes where it
/// is reached within 1e-6 of its size. O(intervals).
NlpSolution fitted_multipliers(StagedNlp& nlp, const Eigen::VectorXd& z);

}  // namespace tandem
