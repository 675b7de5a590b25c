#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <optional>

namespace tandem {

/// The tandem command: parses arguments, runs the command they ask for, returns the exit code: 0 solved and
/// certified, 1 not solved or not certified, 2 refused before a solver ran.
int run(int argc, char** argv);

/// The same for a program of one's own problem: commands take it where no NAME is given, the registry stays known.
///
///   int main(int argc, char** argv) { return tandem::run(argc, argv, my_problem()); }
int run(int argc, char** argv, const Problem& own_problem);

}  // namespace tandem
