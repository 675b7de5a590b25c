#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/ocp/solve.hpp>

namespace tandem::cli {

/// The problem that was named, with the numbers that were set.
Problem problem_from(const Arguments& arguments, const Problems& problems);

/// How the arguments say that it is to be solved; refuses what is not known.
SolveOptions options_from(const Arguments& arguments);

/// Refuses files that cannot be written before a long solve, not after it.
void check_files(const Arguments& arguments);

}  // namespace tandem::cli
