#include <tandem/ocp/answers/series/series_names.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

namespace tandem {

SeriesNames::SeriesNames(const Phase& phase) {
  for (const State& state : phase.states) {
    states.push_back(state.name);
    costates.push_back("costate_" + state.name);
  }
  for (const Control& control : phase.controls) controls.push_back(control.name);
}

int phase_called(const Problem& problem, const std::string& name, const std::string& source) {
  std::vector<std::string> known;
  for (const Phase& phase : problem.phases()) known.push_back(phase.name);
  if (name.empty()) {
    require(known.size() == 1, "{}: problem '{}' has {} phases: each row must name its own", source, problem.name(),
            known.size());
    return 0;
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i] == name) return static_cast<int>(i);
  }
  refuse("{}: problem '{}' has no phase called '{}'{}", source, problem.name(), name, did_you_mean(name, known));
}

}  // namespace tandem
