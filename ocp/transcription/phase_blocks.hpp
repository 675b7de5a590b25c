#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/statement/phase.hpp>

#include <vector>

namespace tandem {

/// A phase's functions as the blocks of a knot function: [dynamics; running cost; path constraints; integrands] along
/// the phase, [end cost; end constraints] at its end; costs where there are some. `numbers` are the values of all named
/// numbers, `free_numbers` the indices of those that are inputs.
KnotBlocks blocks_along(const Phase& phase, std::vector<double> numbers, std::vector<int> free_numbers);
KnotBlocks blocks_at_end(const Phase& phase, std::vector<double> numbers, std::vector<int> free_numbers);

/// Which rows of the outputs along a phase are what.
struct PhaseOutputs {
  explicit PhaseOutputs(const Phase& phase)
      : states(phase.state_count),
        costs(phase.running_cost ? 1 : 0),
        paths(static_cast<int>(phase.path_constraints.size())),
        integrals(static_cast<int>(phase.integral_constraints.size())) {}

  int states, costs /* 0 or 1 */, paths, integrals;
  int cost_row() const { return states; }
  int path_row() const { return states + costs; }
  int integral_row() const { return states + costs + paths; }
};

}  // namespace tandem
