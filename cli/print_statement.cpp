#include <tandem/cli/print_statement.hpp>

#include <fmt/core.h>

namespace tandem::cli {

void print_description(const Statement& problem) {
  const Description& about = problem.description();
  fmt::print("{}: {}\n", problem.name(), about.title);
  if (!about.source.empty()) fmt::print("  source     {}\n", about.source);
  if (!about.teaches.empty()) fmt::print("  teaches    {}\n", about.teaches);
  if (about.reference) {
    fmt::print("  reference  {:.12g} within {:.1g} ({})\n", about.reference->objective, about.reference->tolerance,
               about.reference->source);
  }
}

void print_numbers(std::span<const NamedNumber> numbers) {
  if (numbers.empty()) return;
  fmt::print("\nnamed numbers (--set KEY=VALUE)\n");
  for (const NamedNumber& number : numbers) {
    fmt::print("  {:<20} {:>12.6g} {:<8} {}\n", number.name, number.value, number.unit, number.meaning);
  }
}

void print_reference(const std::optional<ReferenceValue>& reference, double objective) {
  if (!reference) return;
  fmt::print("  reference    {:.10g} within {:.1g}: {:+.2e}\n", reference->objective, reference->tolerance,
             objective - reference->objective);
}

}  // namespace tandem::cli
