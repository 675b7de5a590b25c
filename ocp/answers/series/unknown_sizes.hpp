#pragma once

#include <tandem/ocp/transcription/staged_nlp.hpp>

#include <Eigen/Core>

namespace tandem {

/// What the unknowns of a point are measured by, and which of its bounds it has reached.
struct UnknownSizes {
  Eigen::VectorXd size;    ///< range of a state, control or integral over its phase, or its magnitude; of a time the
                           ///< duration, of a number its value; 1 where these are 0
  Eigen::VectorXd weight;  ///< of controls 1 / root of the part of the phase that their node stands for, so that a sum
                           ///< of squares is an integral; else 1
  /// -1 at an upper bound, +1 at a lower one, 2 where bounds fix it, else 0. A state is at its bound within 1e-6 of its
  /// size, a control within 1e-4.
  Eigen::VectorXi side;

  bool is_fixed(int i) const { return side(i) == 2; }
};

UnknownSizes unknown_sizes(const StagedNlp& nlp, const Eigen::VectorXd& z);

/// -1 at the upper bound, +1 at the lower one, 0 at none.
int side_of(double value, double lower, double upper, double tolerance);

/// Integral of |L| + |end cost| at z, or 1 where that is 0.
double objective_size(StagedNlp& nlp, const Eigen::VectorXd& z);

}  // namespace tandem
