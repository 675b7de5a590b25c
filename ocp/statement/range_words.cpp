#include <tandem/ocp/statement/range_words.hpp>

#include <fmt/core.h>

#include <cmath>

namespace tandem {

std::string words_for(const Range& range, std::span<const double> numbers) {
  const double lower = range.lower.at(numbers), upper = range.upper.at(numbers);
  if (lower == upper) return fmt::format("= {:.6g}", lower);
  if (std::isinf(lower) && std::isinf(upper)) return "free";
  if (std::isinf(lower)) return fmt::format("<= {:.6g}", upper);
  if (std::isinf(upper)) return fmt::format(">= {:.6g}", lower);
  return fmt::format("in [{:.6g}, {:.6g}]", lower, upper);
}

std::string words_for(const std::optional<Range>& range, std::span<const double> numbers) {
  return range ? words_for(*range, numbers) : "free";
}

}  // namespace tandem
