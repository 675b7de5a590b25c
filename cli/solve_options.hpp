#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/ocp/search/polish/solve_certified.hpp>

#include <filesystem>
#include <vector>

namespace tandem::cli {

/// The named problem with the numbers of --set.
Problem stated_problem(const Arguments& arguments, const Problems& problems);

/// How the arguments say that it is to be solved, but for what they start from; refuses what is not known.
SolveOptions options_from(const Arguments& arguments);
/// The same with the guess: a saved solution, or "zeros".
SolveOptions options_from(const Arguments& arguments, const Problem& problem);

/// Whether solve is to go on until the answer is certified: no mesh, method or refinement of the caller's own.
bool goes_on(const Arguments& arguments);
CertifiedOptions certified_options_from(const Arguments& arguments, SolveOptions solve);

/// Refuses files that cannot be written before a long solve, not after it.
void check_files(const std::vector<std::filesystem::path>& files);

}  // namespace tandem::cli
