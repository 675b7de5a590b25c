#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include "ddp_contestant.hpp"

namespace tandem::bench {

/// The tasks as problems of tandem, with their starts as guesses.
Problem problem_of(const CartPoleTask& task);
Problem problem_of(const ArmTask& task);

}  // namespace tandem::bench
