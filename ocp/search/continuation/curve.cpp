#include <tandem/ocp/search/continuation/curve.hpp>

#include <algorithm>

namespace tandem::continuation {

std::string to_string(Special kind) {
  switch (kind) {
    case Special::fold:
      return "fold";
    case Special::branch_point:
      return "branch_point";
    case Special::event:
      return "event";
    case Special::target:
      return "target";
  }
  return "event";
}

std::string to_string(CurveEnd end) {
  switch (end) {
    case CurveEnd::open:
      return "open";
    case CurveEnd::reached:
      return "reached";
    case CurveEnd::bound:
      return "bound";
    case CurveEnd::fold:
      return "fold";
    case CurveEnd::event:
      return "event";
    case CurveEnd::step_limit:
      return "step_limit";
    case CurveEnd::corrector_failure:
      return "corrector_failure";
    case CurveEnd::closed:
      return "closed";
    case CurveEnd::stopped:
      return "stopped";
  }
  return "open";
}

PathStatus path_status(CurveEnd end) {
  switch (end) {
    case CurveEnd::reached:
      return PathStatus::reached;
    case CurveEnd::step_limit:
      return PathStatus::step_limit;
    case CurveEnd::stopped:
      return PathStatus::stopped;
    default:
      return PathStatus::failed;
  }
}

int Curve::count(Special kind) const {
  return static_cast<int>(
      std::count_if(specials.begin(), specials.end(), [&](const SpecialPoint& one) { return one.kind == kind; }));
}

}  // namespace tandem::continuation
