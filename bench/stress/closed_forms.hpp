#pragma once

#include "case.hpp"

namespace tandem::stress {

/// The optimum of a problem for any values of its numbers, where it has a closed form (the problems' own pages give
/// them); none where it has not, or not for these values.
std::optional<Optimum> closed_form(const Problem& problem);

}  // namespace tandem::stress
