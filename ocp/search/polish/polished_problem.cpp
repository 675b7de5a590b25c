#include <tandem/ocp/search/polish/polished_problem.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/search/polish/polished_phase.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace tandem {
namespace {

/// x_after - x_before of one state, for phases whose sizes are known at run time only.
UserFunction gap(int states, int state) {
  UserFunction function;
  function.outputs = 1;
  function.linear = true;
  const int before = state, after = states + 1 + state;  // of [x_before; t_before; x_after; t_after]
  function.values = [=](const KnotView<double>& k, std::span<double> values) { values[0] = k.x[after] - k.x[before]; };
  function.jacobian = [=](const KnotView<double>&, Eigen::Ref<Eigen::MatrixXd> jacobian) {
    jacobian(0, after) = 1.0;
    jacobian(0, before) = -1.0;
  };
  return function;
}

/// Links states that go on without a jump; those that an arc holds are where it holds them.
void continue_states(std::vector<Linkage>& linkages, const Phase& before, const Phase& after, int index,
                     const std::map<int, Affine>& held) {
  const int states = before.state_count;
  for (int i = 0; i < states; ++i) {
    if (held.contains(i)) continue;
    linkages.push_back({before.name + "-to-" + after.name + "." + before.states[i].name, index, index + 1, 0.0,
                        GenericFunction::of(gap(states, i))});
  }
}

/// t_before - t_after.
UserFunction duration(int states) {
  UserFunction function;
  function.outputs = 1;
  function.linear = true;
  const int before = states, after = 2 * states + 1;  // of [x_before; t_before; x_after; t_after]
  function.values = [=](const KnotView<double>& k, std::span<double> values) { values[0] = k.x[before] - k.x[after]; };
  function.jacobian = [=](const KnotView<double>&, Eigen::Ref<Eigen::MatrixXd> jacobian) {
    jacobian(0, before) = 1.0;
    jacobian(0, after) = -1.0;
  };
  return function;
}

/// Whether states or path constraints are held along some arc: then the ends of an interval must hold them too.
bool holds_more_than_controls(const Problem& problem, const ArcStructure& arcs) {
  const auto has_paths = [](const Phase& phase) { return !phase.path_constraints.empty(); };
  const auto binds = [](const Arc& arc) { return !arc.bounded_states.empty() || !arc.held_states.empty(); };
  return std::any_of(problem.phases().begin(), problem.phases().end(), has_paths) ||
         std::any_of(arcs.phases.begin(), arcs.phases.end(),
                     [&](const std::vector<Arc>& phase) { return std::any_of(phase.begin(), phase.end(), binds); });
}

/// The first arc of every phase, counted through all phases, and one past the last.
std::vector<int> first_arcs(const ArcStructure& arcs) {
  std::vector<int> first{0};
  for (const std::vector<Arc>& phase : arcs.phases) first.push_back(first.back() + static_cast<int>(phase.size()));
  return first;
}

}  // namespace

Problem polished_problem(const Problem& problem, const ArcStructure& arcs, const PolishMesh& mesh) {
  require(arcs.phases.size() == problem.phases().size(), "arcs: there are those of {} phases, problem '{}' has {}",
          arcs.phases.size(), problem.name(), problem.phases().size());
  const std::vector<int> first = first_arcs(arcs);
  std::vector<Phase> phases;
  std::vector<Linkage> linkages;
  Shares shares(problem);
  const std::vector<double> numbers = problem.number_values();
  for (int p = 0; p < std::ssize(arcs.phases); ++p) {
    for (int a = 0; a < std::ssize(arcs.phases[p]); ++a) {
      phases.push_back(phase_on(problem, p, arcs.phases[p], a, mesh, shares));
      if (a == 0) continue;
      std::map<int, Affine> held = held_values(problem.phases()[p], arcs.phases[p][a], numbers);
      held.merge(held_values(problem.phases()[p], arcs.phases[p][a - 1], numbers));
      continue_states(linkages, *(phases.end() - 2), phases.back(), first[p] + a - 1, held);
    }
    const Phase& stated = problem.phases()[p];
    if (arcs.phases[p].size() < 2 || !stated.time.duration) continue;
    linkages.push_back({stated.name + "-duration", first[p + 1] - 1, first[p], *stated.time.duration,
                        GenericFunction::of(duration(stated.state_count))});
  }
  for (Linkage linkage : problem.linkages()) {
    linkage.before = first[linkage.before + 1] - 1;
    linkage.after = first[linkage.after];
    linkages.push_back(std::move(linkage));
  }
  Problem polished = problem.restated(std::move(phases), std::move(linkages));
  for (const NamedNumber& share : shares.numbers()) polished.number(share);
  polished.mesh() = {holds_more_than_controls(problem, arcs) ? "radau" : "gauss", mesh.intervals, mesh.degree};
  return polished;
}

}  // namespace tandem
