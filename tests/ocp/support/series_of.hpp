#pragma once

#include <tandem/ocp/answers/series/series.hpp>
#include <tandem/ocp/answers/solution.hpp>

namespace tandem::test {

/// What another tool would tell of an answer: the motion, and what it costs.
inline Series series_of(const Solution& solution) {
  Series series;
  for (const PhaseSolution& phase : solution.phases) {
    series.phases.push_back({phase.time, phase.states, phase.control_time, phase.controls});
  }
  series.numbers = solution.numbers;
  series.objective = solution.objective;
  return series;
}

}  // namespace tandem::test
