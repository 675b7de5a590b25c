#pragma once

#include <tandem/ocp/statement/phase.hpp>
#include <tandem/ocp/transcription/tableau.hpp>

#include <span>
#include <vector>

namespace tandem {

/// The velocity by which each state advances at the right knot of an interval, -1 where it advances by its rate: all of
/// them but where the tableau has its velocities ahead. There every state must be a velocity or have one; another is
/// refused by name.
std::vector<int> velocities_ahead(const Phase& phase, const Tableau& tableau, std::span<const double> numbers);

}  // namespace tandem
