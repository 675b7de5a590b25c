#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <cmath>
#include <numbers>

namespace tandem {

/// A solution made by hand, of the right shape for `problem`: half sine waves for states, cosines for controls;
/// each phase takes `final_time` seconds and follows on the one before.
inline Solution sample_solution(const Problem& problem, int intervals = 20, double final_time = 2.0) {
  Solution solution;
  solution.problem = problem.name();
  for (const NamedNumber& number : problem.numbers()) solution.numbers[number.name] = number.value;
  solution.status = Status::solved;
  solution.objective = 58.80766747;
  solution.final_time = final_time;
  solution.iterations = 23;
  solution.transcription = "hermite-simpson";
  for (const Phase& phase : problem.phases()) {
    const auto states = static_cast<int>(phase.states.size()), controls = static_cast<int>(phase.controls.size());
    PhaseSolution series;
    series.name = phase.name;
    for (int k = 0; k <= intervals; ++k) series.interval_ends.push_back(static_cast<double>(k) / intervals);
    for (const State& state : phase.states) series.state_names.push_back(state.name);
    for (const Control& control : phase.controls) series.control_names.push_back(control.name);
    const double start = final_time * static_cast<double>(solution.phases.size()), end = start + final_time;
    series.time = Eigen::VectorXd::LinSpaced(intervals + 1, start, end);
    series.control_time = Eigen::VectorXd::LinSpaced(2 * intervals + 1, start, end);
    series.states.resize(states, intervals + 1);
    for (int i = 0; i < states; ++i) {
      series.states.row(i) = ((i + 1) * std::numbers::pi / 2.0 / final_time * series.time.array()).sin();
    }
    series.costates = 0.5 * series.states;
    series.costates_before = series.costates;
    series.controls.resize(controls, 2 * intervals + 1);
    for (int i = 0; i < controls; ++i) {
      series.controls.row(i) = 8.0 * (std::numbers::pi / final_time * series.control_time.array() + i).cos();
    }
    solution.phases.push_back(std::move(series));
  }
  solution.certificate.lines = {{"objective_error", 7.5e-7, 1e-5, true, true, "state 'rate' in interval 31"},
                                {"curvature", 0.0, 0.0, true, true, ""},
                                {"hamiltonian_drift", 2e-2, 1e-3, false, false, "0.4 s"}};
  for (int i = 0; i <= 23; ++i) {
    solution.history.push_back({i, 60.0 + 1.0 / (i + 1), std::pow(10.0, -0.5 * i), std::pow(10.0, 1.0 - 0.5 * i),
                                std::pow(10.0, -1.0 - i / 3), 1.0});
  }
  solution.seconds = {0.021, 0.084, 0.062, 0.171, 0.032, 0.224};
  return solution;
}

}  // namespace tandem
