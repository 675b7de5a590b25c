#pragma once

#include <tandem/ocp/search/solve.hpp>

#include <string>
#include <vector>

namespace tandem {

/// Puts polished ones (polish.hpp) in the place of a problem and its solution, where the solution was solved, there is
/// something to polish, and what comes of it improves the answer; else leaves them as they are. Takes 50 times as long
/// as the solve at most, and at least a second. Returns what was done or why nothing was, in sentences; none for an
/// answer that was not solved.
std::vector<std::string> polish_answer(Problem& problem, Solution& solution, const SolveOptions& options = {});

}  // namespace tandem
