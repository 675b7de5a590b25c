#pragma once

#include <tandem/ocp/designs/codesign/codesign.hpp>

#include <docs/design_page.hpp>

#include <string>

namespace tandem::docs {

/// Solves a co-design problem and says how: its lightest design within its limits, or, where it has none, its front,
/// whose value is that of equal weights, lambda = 0.5. Refuses an answer that is not a minimum everywhere or is off its
/// reference, and a problem that has neither limits nor weights.
DocumentedDesign documented_codesign(const Codesign& problem, std::string comment);

}  // namespace tandem::docs
