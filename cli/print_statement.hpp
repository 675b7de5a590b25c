#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <span>
#include <string>

namespace tandem::cli {

/// Name and title, source, what it teaches, and the reference: of problems of every kind.
void print_description(const std::string& name, const Description& about);

/// A table of the numbers that --set takes; nothing where there are none.
void print_numbers(std::span<const NamedNumber> numbers);

}  // namespace tandem::cli
