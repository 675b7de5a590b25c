#pragma once

#include <tandem/ocp/certificate.hpp>
#include <tandem/ocp/played_costates.hpp>
#include <tandem/ocp/worst.hpp>

#include <Eigen/Core>

#include <string>
#include <vector>

namespace tandem {

/// What the error bar of one phase is made of, in the objective's unit as it is minimised, and what its lines need.
struct PhaseBar {
  PhaseParts parts;
  double costates = 0.0;   ///< sum of |lambda integrated back - lambda of the answer| range
  double jumps = 0.0;      ///< of costates that nothing explains, times the range of their states
  double slackness = 0.0;  ///< sum of |multiplier| times the distance to its bound
  double singular = 0.0;   ///< excess on singular arcs, with switching functions averaged over each interval
  Worst price;             ///< largest |lambda_i| range_i
  double moved = 0.0;      ///< sum of |where an interval ends, played - the answer's| over the states' ranges
  Worst part;              ///< the largest part: where, by what
  Worst costate;           ///< the largest term of `costates`
  Worst jump;
  Worst slack;             ///< the largest term of `slackness` of path constraints
  Worst priced, unpriced;  ///< past bounds between nodes, relative: where a multiplier stands near, and where none does
  Worst stationarity;      ///< |mean dH/du| range / (scale / duration) of controls inside their bounds
  std::vector<std::string> notes;
};

/// Compares the played phase with the answer: gap s_k = l_k - l_k^h + lambda' d_k, excess E_k, parts e_k = E_k - s_k,
/// and b_k, multipliers of bounds times what passes them between nodes. Each knot's measure lies where the excess of
/// the whole phase is least (dynamic programming along the knots).
PhaseBar make_bar(PhaseFlow& flow, const PlayedPhase& played, PlayedCostates& costates, double objective_scale);

}  // namespace tandem
