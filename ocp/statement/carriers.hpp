#pragma once

#include <tandem/ocp/statement/phase.hpp>

#include <span>
#include <vector>

namespace tandem {

/// What each state carries: i where x_i' = x_j whatever the rest is (x_j is the velocity of x_i), else -1. Seen from
/// the rates at three places, three evaluations of the dynamics.
std::vector<int> carried_by(const Phase& phase, std::span<const double> numbers);

}  // namespace tandem
