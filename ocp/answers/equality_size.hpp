#pragma once

#include <tandem/ocp/answers/played.hpp>

namespace tandem {

/// What an equality is measured by, whose own values are nothing but what it misses: the most over some instants of
/// sum |c(z + size_i e_i) - c(z)| over states and controls z_i, each moved by its own size. So no unit enters.
double size_of_terms(const Played& played, const GenericFunction& equality);

}  // namespace tandem
