#pragma once

#include <tandem/ocp/answers/path.hpp>
#include <tandem/ocp/designs/codesign/codesign.hpp>
#include <tandem/ocp/designs/codesign/found_designs.hpp>

#include <functional>
#include <vector>

namespace tandem {

/// One line of a front's progress: a step that was tried.
struct ParetoProgress {
  int step = 0;
  double lambda = 0.0;
  int iterations = 0;
  bool was_accepted = false;
};

struct ParetoOptions {
  std::vector<double> weights = {};  ///< lambda; those of the problem where empty
  int most_steps = 1000;
  std::function<bool(const ParetoProgress&)> progress = {};  ///< returning false stops
};

/// Follows the minimiser of (1 - lambda) J_s + lambda J_c from the lightest design, lambda = 0, to the last weight: the
/// homotopy of Salama et al. (1989) by a predictor and corrector. In x = ln p and tau = ln(lambda / (1 - lambda))
///
///     d/dx ln(J_s + e^tau J_c) = z,   0 <= x - ln lower  _|_  z >= 0
///
/// has no scale, whatever decades sizes and costs go through, and its Jacobian is exact (the second derivatives of a
/// Riccati solution). Where controls are so cheap that the lightest design's Riccati equation has no digits, or slopes
/// have none, and wherever else a path stops, it is begun anew at the next weight, from the best of minimisations that
/// start at the problem's own start, between it and the lightest design, and at the last point; a weight without a
/// minimum is left out. Refuses weights outside [0, 1), and a structure's cost that does not grow with every size, for
/// which there is no lightest design. The path goes over "lambda", in rising order; of each point it measures
/// "structure_cost" and "control_cost".
Path pareto_front(const Codesign& problem, const ParetoOptions& options = {});

}  // namespace tandem
