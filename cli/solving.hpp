#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/ocp/answers/solution.hpp>

#include <string>
#include <vector>

// What the ways of `tandem solve` share: one problem, one problem from many starts, all problems.
namespace tandem::cli {

inline bool is_certified(const Solution& solution) { return solution.is_solved() && solution.certificate.passes(); }

/// --multi-start.
int solve_from_many_starts(const Arguments& arguments, const Problems& problems);

/// --all.
int solve_all(const Arguments& arguments, const Problems& problems);
/// The table of these problems alone.
int solve_each(const std::vector<std::string>& names, const Arguments& arguments, const Problems& problems);

}  // namespace tandem::cli
