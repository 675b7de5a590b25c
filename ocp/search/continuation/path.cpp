#include <tandem/ocp/search/continuation/path.hpp>

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

std::string to_string(PathEnd end) {
  switch (end) {
    case PathEnd::open:
      return "open";
    case PathEnd::reached:
      return "reached";
    case PathEnd::bound:
      return "bound";
    case PathEnd::fold:
      return "fold";
    case PathEnd::event:
      return "event";
    case PathEnd::step_limit:
      return "step_limit";
    case PathEnd::corrector_failure:
      return "corrector_failure";
    case PathEnd::closed:
      return "closed";
    case PathEnd::stopped:
      return "stopped";
  }
  return "open";
}

int Path::count(Special kind) const {
  return static_cast<int>(
      std::count_if(specials.begin(), specials.end(), [&](const SpecialPoint& one) { return one.kind == kind; }));
}

}  // namespace tandem::continuation
