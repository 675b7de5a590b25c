#include <tandem/ocp/search/polish/leaning_controls.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kLeans = 1e-4;  ///< of the range: a control closer than this leans on its bound

/// Where a node is.
Hold place(double value, double lower, double upper) {
  const double margin = kLeans * (std::isfinite(upper - lower) ? upper - lower : std::max(1.0, std::abs(value)));
  if (value <= lower + margin) return Hold::lower;
  return value >= upper - margin ? Hold::upper : Hold::inside;
}

}  // namespace

std::vector<ControlArc> pieces_of_singular(const Played& replay, int control) {
  const PhaseSolution& series = replay.series();
  const Range& range = replay.phase().controls[control].range();
  const double lower = range.lower.at(replay.numbers()), upper = range.upper.at(replay.numbers());
  const int nodes = static_cast<int>(series.control_time.size()), fewest = replay.tableau().node_controls() / 2;
  const auto at = [&](int node) { return place(series.controls(control, node), lower, upper); };
  int first = 0, last = nodes;
  while (first < nodes && at(first) != Hold::inside && at(first) == at(0)) ++first;
  while (last > first && at(last - 1) != Hold::inside && at(last - 1) == at(nodes - 1)) --last;
  const double start = series.time(0);
  if (first == nodes) return {{start, at(0)}};
  std::vector<ControlArc> pieces;
  if (first >= fewest) pieces.push_back({start, at(0)});
  pieces.push_back({pieces.empty() ? start : series.control_time(first), Hold::inside});
  if (nodes - last >= fewest) pieces.push_back({series.control_time(last), at(nodes - 1)});
  return pieces;
}

}  // namespace tandem
