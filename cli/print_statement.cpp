#include <tandem/cli/print_statement.hpp>

#include <tandem/cli/output.hpp>

namespace tandem::cli {

void print_description(const Statement& problem) {
  const Description& about = problem.description();
  say("{}: {}\n", problem.name(), about.title);
  if (!about.source.empty()) say("  source     {}\n", about.source);
  if (!about.teaches.empty()) say("  teaches    {}\n", about.teaches);
  if (about.reference) {
    say("  reference  {:.12g} within {:.1g} ({})\n", about.reference->objective, about.reference->tolerance,
        about.reference->source);
  }
}

void print_numbers(std::span<const NamedNumber> numbers) {
  if (numbers.empty()) return;
  say("\nnamed numbers (--set KEY=VALUE)\n");
  for (const NamedNumber& number : numbers) {
    say("  {:<20} {:>12.6g} {:<8} {}\n", number.name, number.value, number.unit, number.meaning);
  }
}

void print_reference(const std::optional<ReferenceValue>& reference, double objective) {
  if (!reference) return;
  say("  reference    {:.10g} within {:.1g}: {:+.2e}\n", reference->objective, reference->tolerance,
      objective - reference->objective);
}

}  // namespace tandem::cli
