#pragma once

#include <tandem/ocp/search/solve.hpp>

namespace tandem::test {

inline SolveOptions by_ddp(int intervals, int degree = 0) {
  SolveOptions options{.transcription = "shooting-rk4", .intervals = intervals, .degree = degree};
  options.method = "ddp";
  return options;
}

/// The same with interior points, for comparison.
inline SolveOptions by_ipopt(int intervals, int degree = 0) {
  SolveOptions options = by_ddp(intervals, degree);
  options.method = "ipopt";
  return options;
}

}  // namespace tandem::test
