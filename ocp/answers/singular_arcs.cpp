#include <tandem/ocp/answers/singular_arcs.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kInside = 0.02;     // of a control's range
constexpr int kShortest = 3;         // intervals
constexpr int kSamplesOfAMean = 16;  // of a control's mean over an interval

Eigen::VectorXd mean_control(const Played& played, int interval) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(played.phase().control_count);
  for (int s = 0; s < kSamplesOfAMean; ++s) sum += played.control_within(interval, (s + 0.5) / kSamplesOfAMean);
  return sum / kSamplesOfAMean;
}

}  // namespace

SingularArcs::SingularArcs(const PhaseFlow& flow, const LeastHamiltonian& least) : flow_(flow), least_(least) {
  const int nu = flow.true_controls(), n = flow.played().intervals();
  singular_.assign(nu, std::vector<bool>(n, false));
  if (!least.any_affine()) return;
  means_.resize(nu, n);
  for (int k = 0; k < n; ++k) means_.col(k) = mean_control(flow.played(), k).head(nu);
  for (int i = 0; i < nu; ++i) {
    if (least.is_affine(i) && least.upper(i) > least.lower(i)) find(i);
  }
}

void SingularArcs::find(int control) {
  const double lower = least_.lower(control), upper = least_.upper(control), margin = kInside * (upper - lower);
  const auto is_inside = [&](int k) {
    return !least_.is_bounded(control) || (means_(control, k) > lower + margin && means_(control, k) < upper - margin);
  };
  const int n = static_cast<int>(means_.cols());
  int first = -1;
  for (int k = 0; k <= n; ++k) {
    const bool inside = k < n && is_inside(k);
    if (inside && first < 0) first = k;
    if (inside || first < 0) continue;
    if (k - first >= kShortest) add(control, first, k);
    first = -1;
  }
}

void SingularArcs::add(int control, int first, int end) {
  const int n = static_cast<int>(means_.cols());
  for (int k = std::max(0, first - 1); k < std::min(n, end + 1); ++k) singular_[control][k] = true;
  notes_.push_back(fmt::format("control '{}' is singular from {:.4g} to {:.4g}{}", flow_.phase().controls[control].name,
                               flow_.played().time(first, 0.0), flow_.played().time(end - 1, 1.0),
                               chatters(control, first, end) ? ", and chatters there" : ""));
}

/// Whether the mean control turns at most of the intervals.
bool SingularArcs::chatters(int control, int first, int end) const {
  const auto rise = [&](int k) { return means_(control, k) - means_(control, k - 1); };
  int turns = 0;
  for (int k = first + 2; k < end; ++k) {
    if (rise(k) * rise(k - 1) < 0.0) ++turns;
  }
  return end - first > 4 && turns * 2 > end - first;
}

bool SingularArcs::is_singular(int interval) const {
  return std::any_of(singular_.begin(), singular_.end(), [=](const auto& arcs) { return arcs[interval]; });
}

double SingularArcs::averaged_excess(int control, int interval, double switching) const {
  const double end = switching > 0.0 ? least_.lower(control) : least_.upper(control);
  return std::abs(switching * (means_(control, interval) - end));
}

}  // namespace tandem
