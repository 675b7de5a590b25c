#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/ocp/solve.hpp>

#include <filesystem>
#include <vector>

namespace tandem::cli {

/// The named problem with the numbers of --set.
Problem stated_problem(const Arguments& arguments, const Problems& problems);

/// How the arguments say that it is to be solved, but for what they start from; refuses what is not known.
SolveOptions options_from(const Arguments& arguments);
/// The same with the guess: a saved solution, or "zeros".
SolveOptions options_from(const Arguments& arguments, const Problem& problem);

/// Refuses files that cannot be written before a long solve, not after it.
void check_files(const std::vector<std::filesystem::path>& files);

}  // namespace tandem::cli
