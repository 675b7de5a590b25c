#include <tandem/ocp/search/polish/arcs.hpp>

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

bool Arc::holds_same(const Arc& other) const {
  return held_states == other.held_states && held_paths == other.held_paths;
}

bool Arc::goes_on(const Arc& before) const {
  bool same = controls == before.controls && holds_same(before);
  for (int i = 0; same && i < std::ssize(controls); ++i) same = piece(i) == before.piece(i);
  return same;
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
        const int at = static_cast<int>(i);
        sum += phase[a].controls[i] != phase[a - 1].controls[i] || phase[a].piece(at) != phase[a - 1].piece(at);
      }
      sum += !phase[a].holds_same(phase[a - 1]);
    }
  }
  return sum;
}

bool ArcStructure::operator==(const ArcStructure& other) const {
  const auto same_holds = [](const Arc& a, const Arc& b) { return a.goes_on(b); };
  return std::equal(phases.begin(), phases.end(), other.phases.begin(), other.phases.end(),
                    [&](const std::vector<Arc>& a, const std::vector<Arc>& b) {
                      return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_holds);
                    });
}

ArcStructure merged(ArcStructure arcs) {
  for (std::vector<Arc>& phase : arcs.phases) {
    std::vector<Arc> kept;
    for (Arc& arc : phase) {
      if (!kept.empty() && arc.goes_on(kept.back())) {
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
  const auto place = [](const std::vector<Held>& all, int index) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Held& held) { return held.index == index; });
    return found == all.end() ? Hold::inside : found->at;
  };
  for (std::size_t p = 0; p < arcs.phases.size(); ++p) {
    const std::vector<Arc>& phase = arcs.phases[p];
    const int count = static_cast<int>(phase.size());
    for (int a = 1; a < count; ++a) {
      const Phase& stated = problem.phases()[p];
      const auto add = [&](const std::string& name, Hold from, Hold to) {
        switches.push_back({phase[a].start, arc_name(stated.name, a, count), name, to_string(from), to_string(to)});
      };
      for (int i = 0; i < stated.control_count; ++i) {
        const Hold from = phase[a - 1].controls[i], to = phase[a].controls[i];
        if (from != to || phase[a].piece(i) != phase[a - 1].piece(i)) add(stated.controls[i].name, from, to);
      }
      const auto add_held = [&](const std::string& name, int i, std::vector<Held> Arc::*held) {
        const Hold from = place(phase[a - 1].*held, i), to = place(phase[a].*held, i);
        if (from != to) add(name, from, to);
      };
      for (int i = 0; i < stated.state_count; ++i) add_held(stated.states[i].name, i, &Arc::held_states);
      for (int i = 0; i < std::ssize(stated.path_constraints); ++i) {
        add_held(stated.path_constraints[i].name, i, &Arc::held_paths);
      }
    }
  }
  return switches;
}

}  // namespace tandem
