#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace tandem {

/// Of this process, in memory; 0 where the system does not say (/proc/self/statm). Cost: 5 us.
std::size_t resident_bytes() noexcept;

/// What the program may take: the least of what its control groups allow it (memory.max, memory.limit_in_bytes) and of
/// what the system has left for programs (MemAvailable) with what this one has. None where neither says.
std::optional<std::size_t> available_bytes();

/// The bytes in the text of a control group's file; none for "max" and what is no number.
std::optional<std::size_t> bytes_in(std::string_view text);
/// MemAvailable of the text of /proc/meminfo.
std::optional<std::size_t> available_in(std::string_view meminfo);

}  // namespace tandem
