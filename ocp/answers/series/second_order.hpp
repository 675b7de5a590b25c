#pragma once

#include <tandem/ocp/solvers/nlp_solver.hpp>
#include <tandem/ocp/transcription/staged_nlp.hpp>

namespace tandem {

/// The least e of 0, 1e-5, 1e-4, ... 1e3 with which the Hessian of the Lagrangian, of unknowns measured by their sizes
/// and a control by its mean square over the phase, in parts of the objective, has no curvature below -(e + 1e-6) along
/// directions that keep the equations, the bounds that hold and the inequalities that push: 0 of a minimum. Infinity
/// where none of them does. Inertia of the KKT matrix by the sweep (Gould, Mathematical Programming 32, 1985).
/// O(intervals).
double missing_curvature(StagedNlp& nlp, const NlpSolution& answer);

}  // namespace tandem
