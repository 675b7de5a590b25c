#pragma once

#include <string>
#include <vector>

namespace tandem {

/// Where a model of the collection is after a time, from the state that it starts from.
struct ReferenceState {
  std::string model;
  double time;            ///< s
  std::vector<double> x;  ///< [q; v]
};

/// Of every model, families by their example. Found by other equations and another integrator than simulate()'s: Kane's
/// with dense matrices, extrapolated midpoint rules (Gragg; Bulirsch and Stoer). Linkages' by the closed forms of their
/// motion, M(q) q'' + M'(q) q'^2/2 + V'(q) = 0, and Runge and Kutta's rule. A test makes them anew, those of linkages by
/// multipliers.
const std::vector<ReferenceState>& reference_states();

}  // namespace tandem
