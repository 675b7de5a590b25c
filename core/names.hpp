#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

/// The known names nearest to a misspelt one, best first: those within an edit distance of a third of its length
/// (at least 2), and those that contain it. At most three.
std::vector<std::string> nearest_names(std::string_view wanted, std::span<const std::string> known);

/// "; did you mean 'a' or 'b'?" for an error message, or "" if nothing is near.
std::string did_you_mean(std::string_view wanted, std::span<const std::string> known);

/// A name as tandem takes them for files, keys and plots: letters, digits, '_', '-', '.', not empty.
bool is_plain_name(std::string_view name);

/// Text that a terminal shows as it is: control characters but line ends and tabs, and bytes that are not UTF-8, become
/// "\\x1b". O(n).
std::string escaped(std::string_view text);

/// Whether a name, as it came from a file, is UTF-8 on one line without control characters.
bool is_printable(std::string_view name);

}  // namespace tandem
