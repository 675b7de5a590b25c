#include <tandem/ocp/answers/certificate_checks.hpp>

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/transcription/phase_blocks.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {

double unexplained_push(double push, double value, const Range& range, std::span<const double> numbers, double size) {
  constexpr double kNearBound = 1e-5;
  const double lower = range.lower.at(numbers), upper = range.upper.at(numbers);
  if (lower == upper) return 0.0;
  if (push > 0.0 && value >= upper - kNearBound * size) return 0.0;
  if (push < 0.0 && value <= lower + kNearBound * size) return 0.0;
  return std::isnan(push) ? push : std::abs(push);
}

std::unique_ptr<KnotFunction> knot_function_of(const Played& played, const std::vector<int>& free_numbers) {
  return make_knot_function(
      blocks_along(played.phase(), {played.numbers().begin(), played.numbers().end()}, free_numbers), "tape");
}

double outside(double value, const Range& range, std::span<const double> numbers) {
  if (std::isnan(value)) return value;
  return std::max({0.0, range.lower.at(numbers) - value, value - range.upper.at(numbers)});
}

std::string phase_prefix(const Problem& problem, int phase) {
  if (problem.phases().size() < 2) return "";
  return fmt::format("phase '{}': ", problem.phases()[phase].name);
}

}  // namespace tandem
