#pragma once

#include <tandem/cli/command.hpp>

#include <optional>

namespace tandem::cli {

/// What was asked for; or, after help, a version or a refusal was printed, an exit code alone.
struct Parsed {
  const Command* command = nullptr;
  std::optional<Given> given;
  int exit_code = kRefused;
};

/// Reads the command line of a program. It knows of commands what their records say.
Parsed parse(int argc, char** argv, const Program& program, bool has_own_problem);

}  // namespace tandem::cli
