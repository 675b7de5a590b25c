#pragma once

#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/given.hpp>
#include <tandem/cli/option.hpp>
#include <tandem/cli/problems.hpp>

#include <span>
#include <string_view>

namespace tandem::cli {

/// What a command does for a kind; the exit code.
struct Way {
  Kind kind;
  int (*run)(const Given& given, const Problems& problems);
};

/// A command as a record: `tandem NAME` with its options, and what it does for each kind that it takes.
struct Command {
  std::string_view name, about;
  std::string_view argument = {};  ///< what its NAME is; empty where it takes none
  bool needs_name = false;         ///< unless the program has a problem of its own
  std::span<const Option> options;
  /// What was asked for; refuses what is nothing.
  Kind (*kind_of)(const Given& given, const Problems& problems);
  std::span<const Way> ways;
  std::string_view footer = {};  ///< of its help; the program's where there is none
};

/// The kind of the problem that NAME means: of commands that take nothing else.
inline Kind kind_of_problem(const Given& given, const Problems& problems) { return problems.kind_of(given.name()); }

/// A program of commands: what its help begins with, ends with, and lists.
struct Program {
  std::string_view name, version, about, footer;
  std::span<const Command* const> commands;
};

}  // namespace tandem::cli
