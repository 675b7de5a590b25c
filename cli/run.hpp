#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <functional>

namespace tandem {

/// The tandem command: parses arguments, runs the command they ask for, returns the exit code: 0 solved and
/// certified, 1 not solved or not certified, 2 refused before a solver ran.
int run(int argc, char** argv);

/// The same for a program of one's own problem: commands take it where no NAME is given, the registry stays known.
///
///   int main(int argc, char** argv) { return tandem::run(argc, argv, my_problem); }
///
/// Where stating it fails, as for a file that is not there, that is told as a refusal.
int run(int argc, char** argv, const std::function<Problem()>& own_problem);

/// The same for a problem that is stated already.
int run(int argc, char** argv, const Problem& own_problem);

}  // namespace tandem
