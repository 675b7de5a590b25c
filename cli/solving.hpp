#pragma once

#include <tandem/cli/commands.hpp>
#include <tandem/ocp/solve.hpp>

#include <filesystem>
#include <string>
#include <vector>

// What the ways of `tandem solve` share: one problem, one problem from many starts, all problems.
namespace tandem::cli {

/// The named problem with the numbers of --set.
Problem stated_problem(const Arguments& arguments, const Problems& problems);

SolveOptions options_from(const Arguments& arguments);

/// Refuses files that cannot be written before a long solve, not after it.
void check_files(const std::vector<std::filesystem::path>& files);

/// Says where a file was saved, unless quiet.
void say_saved(const Arguments& arguments, const char* what, const std::filesystem::path& file);

void print_answer(const Solution& solution, const Problem& problem, const Arguments& arguments);

inline bool is_certified(const Solution& solution) { return solution.is_solved() && solution.certificate.passes(); }

/// --multi-start.
int solve_from_many_starts(const Arguments& arguments, const Problems& problems);

/// --all.
int solve_all(const Arguments& arguments, const Problems& problems);
/// The table of these problems alone.
int solve_each(const std::vector<std::string>& names, const Arguments& arguments, const Problems& problems);

}  // namespace tandem::cli
