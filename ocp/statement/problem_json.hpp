#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <string>

namespace tandem {

/// Everything of a statement but its functions, which export_problem() saves: with both a problem can be stated again
/// elsewhere. Bounds and guesses are numbers, null where there is none, or {"constant": c, "numbers": {name: factor}}
/// where they follow named numbers; a guess is a list of [fraction, value].
std::string to_json(const Problem& problem);

}  // namespace tandem
