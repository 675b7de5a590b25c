#pragma once

#include "case.hpp"

namespace tandem::stress {

/// A case as it was solved, and the answer itself where there is one.
struct Tried {
  Outcome outcome;
  std::optional<Solution> solution = {};
};

/// Solves a case and reads its certificate; what is refused or throws is an outcome too. The optimum is not looked at.
Tried run_case(const Case& one);

/// Fills in the optimum: the true one that is known (closed form or list), or that of the minimum that the answer is
/// near to, where it is more than a percent from the former.
void add_optimum(Tried& tried, const std::optional<Optimum>& known, std::vector<Optimum>& found);

}  // namespace tandem::stress
