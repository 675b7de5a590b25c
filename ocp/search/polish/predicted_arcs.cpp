#include <tandem/ocp/search/polish/predicted_arcs.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace tandem {
namespace {

/// Where a phase's arcs meet, its start and end included.
std::vector<double> edges_of(const std::vector<Arc>& phase) {
  std::vector<double> edges{phase.front().start};
  for (const Arc& arc : phase) edges.push_back(arc.end);
  return edges;
}

bool is_ordered(const std::vector<double>& edges) { return std::is_sorted(edges.begin(), edges.end()); }

int level(Hold hold) { return hold == Hold::lower ? -1 : hold == Hold::upper ? 1 : 0; }

/// What a control does at an instant that arcs cover once more forwards than backwards.
Hold covering(const std::vector<Arc>& phase, int control, double time) {
  int sum = 0;
  for (const Arc& arc : phase) {
    if (time > arc.start && time < arc.end) sum += level(arc.controls[control]);
    if (time > arc.end && time < arc.start) sum -= level(arc.controls[control]);
  }
  return sum > 0 ? Hold::upper : sum < 0 ? Hold::lower : Hold::inside;
}

/// What is held beside the controls is that of the arc that goes forwards there.
Arc arc_at(const std::vector<Arc>& phase, double time) {
  for (const Arc& arc : phase) {
    if (time > arc.start && time < arc.end) return arc;
  }
  return {};
}

std::vector<Arc> unfolded_phase(const std::vector<Arc>& phase) {
  std::vector<double> edges = edges_of(phase);
  if (is_ordered(edges)) return phase;
  const double start = edges.front(), end = edges.back();
  std::sort(edges.begin(), edges.end());
  std::vector<Arc> arcs;
  for (std::size_t e = 1; e < edges.size(); ++e) {
    const double from = std::max(edges[e - 1], start), to = std::min(edges[e], end);
    if (!(to > from)) continue;
    const double middle = 0.5 * (from + to);
    Arc arc = arc_at(phase, middle);
    arc.start = from;
    arc.end = to;
    arc.controls.clear();
    for (std::size_t i = 0; i < phase.front().controls.size(); ++i) {
      arc.controls.push_back(covering(phase, static_cast<int>(i), middle));
    }
    arcs.push_back(std::move(arc));
  }
  return arcs.empty() ? phase : arcs;
}

/// The piecewise linear map that takes edges to edges; linear beyond them.
double mapped(double time, const std::vector<double>& from, const std::vector<double>& to) {
  std::size_t e = 1;
  while (e + 1 < from.size() && time > from[e]) ++e;
  const double length = from[e] - from[e - 1];
  return length > 0.0 ? to[e - 1] + (time - from[e - 1]) * (to[e] - to[e - 1]) / length : to[e];
}

void map_increasing(Eigen::VectorXd& times, const std::vector<double>& from, const std::vector<double>& to) {
  for (double& time : times) time = mapped(time, from, to);
}

}  // namespace

ArcStructure extrapolated_arcs(const ArcStructure& before, const ArcStructure& now, double at) {
  require(before == now, "arcs: only structures of the same holds lie on a line");
  ArcStructure arcs = now;
  for (std::size_t p = 0; p < arcs.phases.size(); ++p) {
    for (std::size_t a = 0; a < arcs.phases[p].size(); ++a) {
      const Arc &old = before.phases[p][a], &known = now.phases[p][a];
      arcs.phases[p][a].start = old.start + at * (known.start - old.start);
      arcs.phases[p][a].end = old.end + at * (known.end - old.end);
    }
  }
  return arcs;
}

ArcStructure reordered(const ArcStructure& arcs, const ArcStructure& folded) {
  ArcStructure result = arcs;
  for (std::size_t p = 0; p < arcs.phases.size(); ++p) {
    const std::vector<double> known = edges_of(arcs.phases[p]), order_of = edges_of(folded.phases[p]);
    require(known.size() == order_of.size(), "arcs: {} cannot be ordered as {}", known.size() - 1, order_of.size() - 1);
    std::vector<std::size_t> order(known.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return order_of[a] < order_of[b]; });
    for (std::size_t a = 0; a < arcs.phases[p].size(); ++a) {
      result.phases[p][a].start = known[order[a]];
      result.phases[p][a].end = known[order[a + 1]];
    }
  }
  return result;
}

ArcStructure unfolded(const ArcStructure& arcs) {
  ArcStructure forward = arcs;
  for (std::vector<Arc>& phase : forward.phases) phase = unfolded_phase(phase);
  return merged(std::move(forward));
}

Guess stretched_guess(Guess trajectory, const ArcStructure& from, const ArcStructure& to) {
  const bool is_same = from == to;
  for (std::size_t p = 0; p < from.phases.size(); ++p) {
    std::vector<double> old = edges_of(from.phases[p]), wanted = edges_of(to.phases[p]);
    if (!is_same || std::adjacent_find(wanted.begin(), wanted.end(), std::greater_equal<>()) != wanted.end()) {
      old = {old.front(), old.back()};
      wanted = {wanted.front(), wanted.back()};
    }
    map_increasing(trajectory.phases[p].time, old, wanted);
    map_increasing(trajectory.phases[p].control_time, old, wanted);
  }
  return trajectory;
}

}  // namespace tandem
