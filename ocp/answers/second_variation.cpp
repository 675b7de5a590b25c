#include <tandem/ocp/answers/second_variation.hpp>

#include <tandem/ocp/answers/jacobi_fields.hpp>

#include <fmt/core.h>

namespace tandem {
namespace {

constexpr double kMostTurning = 2e4;  // a sweep of some ten milliseconds

}  // namespace

SecondVariation second_variation(const Problem& problem, const Solution& solution, int phase) {
  SecondVariation found;
  const AccessoryProblem accessory = accessory_problem(problem, solution, phase);
  found.why_not = accessory.why_not;
  if (!found.why_not.empty()) return found;
  JacobiFields fields(accessory);
  if (!(fields.turning() < kMostTurning)) {
    found.why_not =
        fmt::format("the fields along the motion turn too fast to be followed: by {:.2g}", fields.turning());
    return found;
  }
  const StartOfFields start = fields.at_start(0.0);
  found.applies = true;
  found.negative_directions = start.negative_directions;
  if (start.negative_directions > 0) found.conjugate_time = fields.conjugate_time();
  found.least_ratio = fields.least_ratio(start, SecondVariation::kMostRatio);
  return found;
}

}  // namespace tandem
