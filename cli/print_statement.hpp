#pragma once

#include <tandem/ocp/statement/statement.hpp>

#include <optional>
#include <span>

namespace tandem::cli {

/// Name and title, source, what it teaches, and the reference: of problems of every kind.
void print_description(const Statement& problem);

/// A table of the numbers that --set takes; nothing where there are none.
void print_numbers(std::span<const NamedNumber> numbers);

/// An objective beside the reference, if there is one.
void print_reference(const std::optional<ReferenceValue>& reference, double objective);

}  // namespace tandem::cli
