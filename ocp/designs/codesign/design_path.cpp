#include <tandem/ocp/designs/codesign/design_path.hpp>

namespace tandem::codesign {

using continuation::CurveEnd;
using continuation::FollowOptions;

FollowOptions design_path_options(double first_step, double greatest_step, double tolerance) {
  FollowOptions options;
  options.corrector = {.tolerance = tolerance, .error_tolerance = tolerance, .most_corrections = 12};
  options.steps = {.first = first_step,
                   .least = 1e-9,
                   .greatest = greatest_step,
                   .contraction = 100.0,
                   .deviation = 0.7,
                   .angle = 1.0,
                   .corrections = 5};
  options.stops_at_fold = true;
  return options;
}

std::string why_it_ended(const continuation::Curve& path) {
  if (path.end == CurveEnd::corrector_failure) return "Newton's method fails however short the step";
  if (path.end == CurveEnd::fold) return "minima of this kind end there";
  return path.reason;
}

}  // namespace tandem::codesign
