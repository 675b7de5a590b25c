#pragma once

#include <tandem/ocp/search/continuation/corrector.hpp>

namespace tandem::continuation {

/// What a step is wished to be like.
struct StepRules {
  double first = 0.1;   ///< length of the first step
  double least = 1e-8;  ///< a curve that needs shorter ones has failed
  double greatest = 1.0;
  double contraction = 0.3;  ///< of the second Newton step by the first
  double deviation = 0.2;    ///< first Newton step by the length of the step: how far the predictor was off
  double angle = 0.25;       ///< between tangents, radians
  int corrections = 4;       ///< Newton steps
};

/// By what to divide the step's length to have everything as wished: the largest of what contraction, deviation, angle
/// and effort ask for. A step with more than kTooMuch is not taken. Deviation and angle are proportional to the length
/// of the step, the contraction to its square (Allgower and Georg, Numerical Continuation Methods, section 6.1).
inline constexpr double kTooMuch = 4.0;
double excess(const Correction& correction, double angle, double length, const StepRules& rules);

/// The length of the next step: never more than doubled or less than halved.
double next_length(double length, double excess, const StepRules& rules);

}  // namespace tandem::continuation
