#pragma once

#include <tandem/ocp/answers/path.hpp>
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

/// A path of lightest designs. Of each point it measures "effort", "response", "price" and "multiplier".
struct LimitedPath : Path {
  std::vector<LimitedDesign> lightest;  ///< of each point
};

/// Follows the lightest design while both limits move from those of `from` to `to`, in their logarithms. One point for
/// each of `fractions` of the way, rising to 1; the path goes over the "fraction". Where minima of one kind end (at a
/// fold), or the limits do not hold the design, it is begun anew at the next fraction, from the lightest design near
/// the last point: the design jumps there. Says where it stops, if it does.
LimitedPath follow_limits(const Codesign& problem, const LimitedDesign& from, const codesign::Limits& to,
                          const std::vector<double>& fractions = {1.0},
                          const std::function<bool(const LimitedProgress&)>& progress = {});  // false stops

/// Follows the lightest design while the limit called `over` moves to a value, at points of equal ratios, the first of
/// them the problem's own lightest design. Refuses numbers that are no limits, and a start without a design.
LimitedPath follow_limit(const Codesign& problem, const std::string& over, double to,
                         const std::function<bool(const LimitedProgress&)>& progress = {});

}  // namespace tandem
