#include <tandem/ocp/search/continuation/step_control.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::continuation {

double excess(const Correction& correction, double angle, double length, const StepRules& rules) {
  const double effort = 0.5 * (correction.iterations - rules.corrections);
  return std::max({std::sqrt(correction.contraction / rules.contraction),
                   correction.first_step / length / rules.deviation, angle / rules.angle, std::exp2(effort)});
}

double next_length(double length, double excess, const StepRules& rules) {
  return std::clamp(length / std::clamp(excess, 0.5, 2.0), rules.least, rules.greatest);
}

}  // namespace tandem::continuation
