#pragma once

#include <tandem/cli/given.hpp>
#include <tandem/cli/problems.hpp>

#include <string>
#include <vector>

// What `tandem solve` does of motions besides one solve.
namespace tandem::cli {

/// --multi-start.
int solve_from_many_starts(const Given& given, const Problems& problems);

/// --all.
int solve_all(const Given& given, const Problems& problems);
/// The table of these problems alone.
int solve_each(const std::vector<std::string>& names, const Given& given, const Problems& problems);

}  // namespace tandem::cli
