#pragma once

#include <tandem/ocp/phase.hpp>
#include <tandem/ocp/tableau.hpp>

#include <span>
#include <vector>

namespace tandem {

/// What each state carries: i where x_i' = x_j whatever the rest is (x_j is the velocity of x_i), else -1. Seen from
/// the rates at three places, three evaluations of the dynamics.
std::vector<int> carried_by(const Phase& phase, std::span<const double> numbers);

/// The velocity by which each state advances at the right knot of an interval, -1 where it advances by its rate: all of
/// them but where the tableau has its velocities ahead. There every state must be a velocity or have one; another is
/// refused by name.
std::vector<int> velocities_ahead(const Phase& phase, const Tableau& tableau, std::span<const double> numbers);

}  // namespace tandem
