#include <tandem/cli/run.hpp>

#include <tandem/cli/commands.hpp>
#include <tandem/cli/common_options.hpp>
#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/parse.hpp>
#include <tandem/cli/signals.hpp>
#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>
#include <vector>

namespace tandem {
namespace cli {
namespace {

const Way* way_of(const Command& command, Kind kind) {
  const auto found = std::find_if(command.ways.begin(), command.ways.end(), [=](Way way) { return way.kind == kind; });
  return found == command.ways.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_kind(const Command& command, const std::string& name, Kind kind) {
  std::vector<std::string_view> others;
  for (const Command* other : kTandem.commands) {
    if (way_of(*other, kind) != nullptr) others.push_back(other->name);
  }
  refuse("'{}' is {}, which {} take, not {}", name, words_for(kind), listed(others, "and"), command.name);
}

/// Of the whole command.
void set_time_limit(const Command& command, const Given& given) {
  const auto is_it = [](const Option& option) { return option.name == kTimeLimit.name; };
  if (std::none_of(command.options.begin(), command.options.end(), is_it)) return;
  const auto seconds = given.number(kTimeLimit);
  require(!seconds || *seconds > 0.0, "the time limit {} must be positive", seconds.value_or(0.0));
  if (seconds) ending::ask_in(*seconds);
}

/// What is refused on the way because the program is to end, as a path whose first answer was not found, is no mistake
/// of the user's.
int code_of(const Way& way, const Given& given, const Problems& problems) {
  try {
    return way.run(given, problems);
  } catch (const InvalidInput&) {
    if (!ending::is_due()) throw;
    return kNotCertified;
  }
}

/// Everything that can be refused by the command's record is refused before it runs.
int run_command(const Command& command, const Given& given, const Problems& problems) {
  given.check_values();
  const Kind kind = command.kind_of(given, problems);
  const Way* const way = way_of(command, kind);
  if (way == nullptr) refuse_kind(command, given.name(), kind);
  given.refuse_what_is_not_of(kind);
  given.check_files();
  const Signals signals;
  set_time_limit(command, given);
  output::begin(given.writes_to_stdout());
  const int code = code_of(*way, given, problems);
  if (code != kCertified && ending::is_due()) warn("tandem: {}\n", ending::words());
  return output::end() ? code : kNotCertified;
}

int run_with(int argc, char** argv, const Problems& problems) {
  try {
    const Parsed parsed = parse(argc, argv, kTandem, problems.has_own());
    return parsed.given ? run_command(*parsed.command, *parsed.given, problems) : parsed.exit_code;
  } catch (const InvalidInput& error) {
    warn("tandem: {}\n", error.what());
    return kRefused;
  } catch (const std::exception& error) {
    warn("tandem: {}\n", error.what());
    return kNotCertified;
  }
}

}  // namespace
}  // namespace cli

int run(int argc, char** argv) { return cli::run_with(argc, argv, cli::Problems()); }

int run(int argc, char** argv, const std::function<Problem()>& own_problem) {
  std::optional<Problem> stated;
  try {
    stated = own_problem();
  } catch (const std::exception& error) {
    cli::warn("tandem: the problem could not be stated: {}\n", error.what());
    return cli::kRefused;
  }
  return run(argc, argv, *stated);
}

int run(int argc, char** argv, const Problem& own_problem) {
  return cli::run_with(argc, argv, cli::Problems(own_problem));
}

}  // namespace tandem
