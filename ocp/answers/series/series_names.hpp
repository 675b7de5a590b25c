#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <string>
#include <vector>

namespace tandem {

/// What the columns of a phase's series are called.
struct SeriesNames {
  explicit SeriesNames(const Phase& phase);

  std::vector<std::string> states, controls, costates;  ///< costates: "costate_" and the state's
};

/// The phase of that name; refuses others with the nearest known ones. An empty name is that of the only phase.
int phase_called(const Problem& problem, const std::string& name, const std::string& source);

}  // namespace tandem
