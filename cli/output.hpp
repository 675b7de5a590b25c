#pragma once

#include <fmt/core.h>

#include <string_view>

// What the command says. A stream that is full, closed or a broken pipe neither throws nor ends the program, so that
// files are saved all the same; that something was lost is remembered.
namespace tandem::cli::output {

/// Begins a command: nothing was lost yet. Text for people goes to standard output, or to standard error where a file
/// named "-" takes the former.
void begin(bool is_file_on_stdout);

/// Control characters but line ends and tabs, and bytes that are not UTF-8, are shown as "\\x1b".
void write(std::string_view text);
void write_error(std::string_view text);

/// Ends a command: writes out what is left. False where something was lost; standard error has said so, but for a
/// reader that went away.
bool end();

/// A file could not be written, for this reason: said on standard error and remembered.
void lose(std::string_view reason);

}  // namespace tandem::cli::output

namespace tandem::cli {

/// On standard output, as fmt::print.
template <class... Args>
void say(fmt::format_string<Args...> text, Args&&... args) {
  output::write(fmt::vformat(text, fmt::make_format_args(args...)));
}

/// On standard error.
template <class... Args>
void warn(fmt::format_string<Args...> text, Args&&... args) {
  output::write_error(fmt::vformat(text, fmt::make_format_args(args...)));
}

}  // namespace tandem::cli
