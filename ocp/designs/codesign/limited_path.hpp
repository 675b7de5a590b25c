#pragma once

#include <tandem/ocp/designs/codesign/limited.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tandem {

/// One line of a path's progress: a step that was tried.
struct LimitedProgress {
  int step = 0;
  codesign::Limits limits;
  int iterations = 0;
  bool was_accepted = false;
};

/// Follows the lightest design while both limits move from those of `from` to `to`, in their logarithms. One point for
/// each of `fractions` of the way, rising to 1. Where minima of one kind end (at a fold),
/// or the limits do not hold the design, it is begun anew at the next fraction, from the lightest design near the last
/// point. Says where it stops, if it does.
struct LimitedPath {
  std::vector<LimitedDesign> points;
  bool is_complete = false;
  std::string reason;  ///< a sentence
  int restarts = 0;    ///< times that it was begun anew: the design jumps there
  int rejected_steps = 0, iterations = 0, evaluations = 0;
};
LimitedPath follow_limits(const Codesign& problem, const LimitedDesign& from, const codesign::Limits& to,
                          const std::vector<double>& fractions = {1.0},
                          const std::function<bool(const LimitedProgress&)>& progress = {});  // false stops

}  // namespace tandem
