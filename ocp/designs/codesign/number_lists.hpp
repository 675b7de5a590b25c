#pragma once

#include <tandem/core/named_number.hpp>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

// The named numbers of a problem, in one list or several: what a new one must be, and how one is found and set.
namespace tandem::codesign {

/// Refuses a number whose name is not plain or taken by another, and a value that is not finite or out of its bounds.
void check_new(const std::string& problem, const NamedNumber& number,
               std::initializer_list<std::span<const NamedNumber>> lists);

/// The value of the number called `name`. Refuses names that are none, and says which one may be meant.
double value_of(const std::string& problem, std::string_view name,
                std::initializer_list<std::span<const NamedNumber>> lists);

/// Sets it; whether that changes anything. Refuses values not finite or out of bounds too.
bool set_value(const std::string& problem, std::string_view name, double value,
               std::initializer_list<std::span<NamedNumber>> lists);

}  // namespace tandem::codesign
