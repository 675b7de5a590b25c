#pragma once

#include <Eigen/Core>

namespace tandem::lq {

/// The regulator's data: minimise the integral of x'Q x + u'R u along x' = A x + B u.
struct Regulator {
  Eigen::MatrixXd a, b, q, r;
};

/// How refusals name the parts of the equation: those of a regulator, or of the adjoint system, an estimator's.
struct RiccatiWords {
  const char* equation = "Riccati";
  const char* b = "B";
  const char* q = "the weight Q";
  const char* r = "the weight R";
  const char* is_lost = "the system cannot be stabilised";
  const char* has_none = "the system has no stabilising gain";
  const char* unmoved = "is not moved by any control";
  const char* unseen = "is not seen by the weights (Q)";
};

}  // namespace tandem::lq
