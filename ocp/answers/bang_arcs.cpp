#include <tandem/ocp/answers/bang_arcs.hpp>

#include <tandem/core/find_zero.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

using Instant = Played::Instant;

constexpr double kFirstSample = 0.21, kSecondSample = 0.79;  // of an interval, about the Gauss points
constexpr int kIntervalsAtOnce = 32;                         // intervals that are looked at together
constexpr double kInsideRange = 0.02;                        // of a control's range
constexpr double kFlatSlope = 1e-3;  // of dH/du over the phase: how fast it is to leave its zero, times the phase
constexpr double kTogether = 1e-6;   // of the phase

bool ties_controls(const PhaseFlow& flow) {
  if (flow.is_implicit() || flow.has_mixed_paths()) return true;
  const BoolMatrix& pattern = flow.function().hessian_pattern();
  const int first = flow.states(), count = flow.controls();
  return pattern.block(first, first, count, count).any();
}

class BangArcFinder {
 public:
  BangArcFinder(const Played& played, AccessoryMotion& motion)
      : played_(played), motion_(motion), controls_(played.phase().control_count) {}

  BangArcs find() {
    sample();
    place_switches();
    found_.why_not = why_together();
    if (found_.why_not.empty()) found_.why_not = why_flat();
    if (found_.why_not.empty()) found_.why_not = why_inside();
    put_arcs();
    return std::move(found_);
  }

 private:
  double lower(int control) const { return played_.control_lower()(control); }
  double upper(int control) const { return played_.control_upper()(control); }
  bool is_fixed(int control) const { return lower(control) == upper(control); }
  double time(const Instant& at) const { return played_.time(at.interval, at.fraction); }
  double duration() const { return played_.end() - played_.start(); }
  const std::string& name(int control) const { return played_.phase().controls[control].name; }

  /// dH/du of all controls at two instants an interval.
  void sample() {
    const int n = played_.intervals();
    samples_.resize(controls_, 2 * n);
    for (int first = 0; first < n; first += kIntervalsAtOnce) {
      std::vector<Instant> pack;
      for (int k = first; k < std::min(n, first + kIntervalsAtOnce); ++k) {
        pack.insert(pack.end(), {{k, kFirstSample}, {k, kSecondSample}});
      }
      motion_.look_at(pack);
      for (int i = 0; i < std::ssize(pack); ++i) {
        for (int j = 0; j < controls_; ++j) samples_(j, 2 * first + i) = motion_.slope_by_control(i, j);
      }
    }
  }

  static Instant sampled(int sample) { return {sample / 2, sample % 2 == 0 ? kFirstSample : kSecondSample}; }

  double slope_at(int control, const Instant& at) {
    motion_.look_at({at});
    return motion_.slope_by_control(0, control);
  }

  void place_switches() {
    for (int j = 0; j < controls_; ++j) {
      for (int i = 1; i < samples_.cols() && !is_fixed(j); ++i) {
        if ((samples_(j, i - 1) > 0.0) != (samples_(j, i) > 0.0)) found_.switches.push_back({j, root(j, i)});
      }
    }
    std::sort(found_.switches.begin(), found_.switches.end(),
              [&](const BangSwitch& a, const BangSwitch& b) { return time(a.at) < time(b.at); });
  }

  /// Between samples i - 1 and i.
  Instant root(int control, int i) {
    const double from = time(sampled(i - 1)), to = time(sampled(i));
    const auto slope = [&](double t) { return slope_at(control, played_.at(t)); };
    return played_.at(find_zero(slope, from, samples_(control, i - 1), to, samples_(control, i), 1e-10 * (to - from)));
  }

  std::string why_together() const {
    for (std::size_t i = 1; i < found_.switches.size(); ++i) {
      const BangSwitch &one = found_.switches[i - 1], &other = found_.switches[i];
      if (time(other.at) - time(one.at) > kTogether * duration()) continue;
      return fmt::format("controls '{}' and '{}' switch together at {:.4g}", name(one.control), name(other.control),
                         time(one.at));
    }
    return {};
  }

  /// The slope of dH/du at a switch, by the samples beside it.
  std::string why_flat() const {
    for (const BangSwitch& one : found_.switches) {
      const double t = time(one.at), size = samples_.row(one.control).cwiseAbs().maxCoeff();
      int i = 1;
      while (i + 1 < samples_.cols() && time(sampled(i)) < t) ++i;
      const double rise = std::abs(samples_(one.control, i) - samples_(one.control, i - 1));
      if (rise * duration() > kFlatSlope * size * (time(sampled(i)) - time(sampled(i - 1)))) continue;
      return fmt::format("the switching function of '{}' hardly leaves its zero at {:.4g}", name(one.control), t);
    }
    return {};
  }

  /// A switch spoils the control of its own interval and, by the knot between them, of its neighbours.
  std::string why_inside() const {
    std::vector<std::vector<bool>> spoilt(controls_, std::vector<bool>(played_.intervals(), false));
    for (const BangSwitch& one : found_.switches) {
      const int k = one.at.interval;
      for (int i = std::max(0, k - 1); i < std::min(played_.intervals(), k + 2); ++i) spoilt[one.control][i] = true;
    }
    for (int j = 0; j < controls_; ++j) {
      const double margin = kInsideRange * (upper(j) - lower(j));
      for (int k = 0; k < played_.intervals(); ++k) {
        const double u = spoilt[j][k] || is_fixed(j) ? upper(j) : played_.control_within(k, kFirstSample)(j);
        if (u < lower(j) + margin || u > upper(j) - margin) continue;
        return fmt::format("control '{}' is between its bounds at {:.4g}", name(j), played_.time(k, kFirstSample));
      }
    }
    return {};
  }

  void put_arcs() {
    Eigen::VectorXd u(controls_);
    for (int j = 0; j < controls_; ++j) u(j) = samples_(j, 0) > 0.0 ? lower(j) : upper(j);
    found_.arcs.push_back(u);
    for (const BangSwitch& one : found_.switches) {
      u(one.control) = u(one.control) == lower(one.control) ? upper(one.control) : lower(one.control);
      found_.arcs.push_back(u);
    }
  }

  const Played& played_;
  AccessoryMotion& motion_;
  int controls_;
  Eigen::MatrixXd samples_;  ///< controls x samples: dH/du
  BangArcs found_;
};

}  // namespace

bool is_bang_type(const PhaseFlow& flow) {
  const Eigen::VectorXd &lower = flow.played().control_lower(), &upper = flow.played().control_upper();
  return flow.controls() > 0 && !ties_controls(flow) && lower.allFinite() && upper.allFinite();
}

BangArcs find_bang_arcs(const Played& played, AccessoryMotion& motion) { return BangArcFinder(played, motion).find(); }

}  // namespace tandem
