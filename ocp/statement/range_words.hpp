#pragma once

#include <tandem/core/named_number.hpp>

#include <optional>
#include <span>
#include <string>

namespace tandem {

/// A range as people write it: "= 1", "in [-2, 2]", "<= 3", ">= 0", or "free", with these values of the named numbers.
std::string words_for(const Range& range, std::span<const double> numbers);
/// "free" where there is none.
std::string words_for(const std::optional<Range>& range, std::span<const double> numbers);

}  // namespace tandem
