#pragma once

#include <filesystem>
#include <string>

namespace tandem {

/// The name that is no file but the standard output ("./-" is a file).
inline constexpr const char* kStandardOutput = "-";

/// All of a file; refuses what cannot be read: "cannot read 'x.json'".
std::string read_text(const std::filesystem::path& file);

/// Writes a file whole or not at all: to a file beside it, flushed and renamed, so that neither a kill nor a full disk
/// leaves half of one or loses what was there. A link's target is what is replaced, and it keeps its mode; what is no
/// regular file (a pipe, a device), or stands in a folder where none can be made, is written in place. Refuses, with
/// the system's reason, what cannot be written. "-" is the standard output.
void write_text(const std::string& text, const std::filesystem::path& file);

/// Refuses a file that write_text could not write, before the work whose result it is to take; makes none.
void check_writable(const std::filesystem::path& file);

}  // namespace tandem
