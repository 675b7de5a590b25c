#pragma once

#include <tandem/ocp/problem.hpp>

#include <string>
#include <vector>

namespace tandem {

struct Solution;

/// One thing that was measured about an answer.
struct CertificateLine {
  std::string name;
  double value = 0.0;
  double limit = 0.0;
  bool in_verdict = false;  ///< else it is a note
  bool holds = true;
  std::string where = {};  ///< the worst place: which named thing, when
};

/// What was found when an answer was tested by other means than the solver's.
struct Certificate {
  std::string kind = "continuous";  ///< or "discrete"
  std::vector<CertificateLine> lines;
  std::vector<std::string> reasons;  ///< why the verdict is "fail", and what would help
  std::vector<std::string> notes;

  bool passes() const { return reasons.empty(); }
  const CertificateLine& line(const std::string& name) const;  ///< refuses unknown names
};

/// Limits of the certificate's lines.
struct CertificateLimits {
  double interval_error = 1e-5;
  double node_violation = 1e-6;
  double stationarity = 1e-4;
  double transversality = 1e-4;
  double switching = 1e-4;           ///< of controls that a phase holds at one end of what they may do
  double singular_curvature = 1e-6;  ///< of the curvature where an arc is singular: rounding; elsewhere none at all
  double between_nodes = 1e-2;
  double hamiltonian_drift = 1e-3;
  double step_residual = 1e-8;          ///< of discrete problems
  double discrete_stationarity = 1e-6;  ///< of discrete problems
};

/// Tests `solution` against the statement, knowing nothing of how it was found: intervals are integrated anew, bounds
/// and constraints looked at, the minimum principle checked with the solution's costates (H = L + lambda' f, L the
/// cost that is minimised). Cost: about a thousand evaluations of the dynamics an interval.
Certificate certify(const Problem& problem, const Solution& solution, const CertificateLimits& limits = {});

}  // namespace tandem
