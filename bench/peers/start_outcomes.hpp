#pragma once

#include <string>
#include <vector>

namespace tandem::bench {

/// How one start ended.
struct Outcome {
  bool is_solved = false;
  int iterations = 0;
  double objective = 0.0;
};

/// How many were solved in so many iterations.
int solved_within(const std::vector<Outcome>& outcomes, int iterations);

/// Prints, for one solver, how many starts it solved within how many iterations, and which minima they led to: solved
/// ones whose objectives are the same to 1e-5 count as one.
void print_outcomes(const std::string& who, const std::vector<Outcome>& outcomes, double seconds);

}  // namespace tandem::bench
