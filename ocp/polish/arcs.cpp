#include <tandem/ocp/polish/arcs.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <utility>

namespace tandem {

std::string to_string(Hold hold) {
  switch (hold) {
    case Hold::lower:
      return "lower";
    case Hold::inside:
      return "inside";
    case Hold::upper:
      return "upper";
  }
  return "inside";
}

bool Arc::holds_all() const {
  return std::none_of(controls.begin(), controls.end(), [](Hold hold) { return hold == Hold::inside; });
}

bool Arc::binds(int state) const {
  return std::find(bounded_states.begin(), bounded_states.end(), state) != bounded_states.end();
}

void Arc::bind(int state) {
  if (!binds(state)) bounded_states.push_back(state);
}

int ArcStructure::count() const {
  int sum = 0;
  for (const std::vector<Arc>& phase : phases) sum += static_cast<int>(phase.size());
  return sum;
}

int ArcStructure::switches() const {
  int sum = 0;
  for (const std::vector<Arc>& phase : phases) {
    for (std::size_t a = 1; a < phase.size(); ++a) {
      for (std::size_t i = 0; i < phase[a].controls.size(); ++i) {
        sum += phase[a].controls[i] != phase[a - 1].controls[i] ? 1 : 0;
      }
    }
  }
  return sum;
}

bool ArcStructure::operator==(const ArcStructure& other) const {
  const auto same_holds = [](const Arc& a, const Arc& b) { return a.controls == b.controls; };
  return std::equal(phases.begin(), phases.end(), other.phases.begin(), other.phases.end(),
                    [&](const std::vector<Arc>& a, const std::vector<Arc>& b) {
                      return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_holds);
                    });
}

ArcStructure merged(ArcStructure arcs) {
  for (std::vector<Arc>& phase : arcs.phases) {
    std::vector<Arc> kept;
    for (Arc& arc : phase) {
      if (!kept.empty() && kept.back().controls == arc.controls) {
        kept.back().end = arc.end;
        for (const int state : arc.bounded_states) kept.back().bind(state);
      } else {
        kept.push_back(std::move(arc));
      }
    }
    phase = std::move(kept);
  }
  return arcs;
}

ArcStructure with_times(ArcStructure arcs, const Solution& polished) {
  require(arcs.count() == std::ssize(polished.phases), "arcs: there are {}, the answer of '{}' has {} phases",
          arcs.count(), polished.problem, polished.phases.size());
  int next = 0;
  for (std::vector<Arc>& phase : arcs.phases) {
    for (Arc& arc : phase) {
      const Eigen::VectorXd& time = polished.phases[next++].time;
      arc.start = time(0);
      arc.end = time(time.size() - 1);
    }
  }
  return arcs;
}

std::string arc_name(const std::string& phase, int arc, int arcs) {
  return arcs == 1 ? phase : fmt::format("{}-arc-{}-of-{}", phase, arc + 1, arcs);
}

std::vector<Switch> switches_of(const Problem& problem, const ArcStructure& arcs) {
  std::vector<Switch> switches;
  for (std::size_t p = 0; p < arcs.phases.size(); ++p) {
    const std::vector<Arc>& phase = arcs.phases[p];
    const int count = static_cast<int>(phase.size());
    for (int a = 1; a < count; ++a) {
      for (std::size_t i = 0; i < phase[a].controls.size(); ++i) {
        const Hold from = phase[a - 1].controls[i], to = phase[a].controls[i];
        if (from == to) continue;
        switches.push_back({phase[a].start, arc_name(problem.phases()[p].name, a, count),
                            problem.phases()[p].controls[i].name, to_string(from), to_string(to)});
      }
    }
  }
  return switches;
}

}  // namespace tandem
