#pragma once

namespace tandem::cli {

/// Exit codes of every command.
inline constexpr int kCertified = 0;
inline constexpr int kNotCertified = 1;
inline constexpr int kRefused = 2;

}  // namespace tandem::cli
