#pragma once

#include <tandem/ocp/answers/certificate.hpp>
#include <tandem/ocp/answers/worst.hpp>

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

}  // namespace tandem
