#include <tandem/ocp/answers/accessory_problem.hpp>

#include <tandem/core/find_zero.hpp>
#include <tandem/ocp/answers/accessory_ends.hpp>
#include <tandem/ocp/answers/accessory_motion.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tandem {
namespace {

using Instant = Played::Instant;

const double kFirstGauss = 0.5 - std::sqrt(3.0) / 6.0, kSecondGauss = 0.5 + std::sqrt(3.0) / 6.0;

/// Cuts the motion into panels on which the same controls are free, and puts the Jacobi system on each.
class PanelMaker {
 public:
  PanelMaker(const Played& played, AccessoryMotion& motion)
      : played_(played), motion_(motion), controls_(played.phase().control_count) {}

  /// The sentence why not, or empty.
  std::string make(std::vector<AccessoryPanel>& panels) {
    for (int k = 0; k < played_.intervals(); ++k) cuts_.push_back({0.0, 1.0});
    look_at(gauss_instants());
    if (!motion_.is_finite()) return "a function along the motion has no finite derivatives";
    if (std::string why = why_linear(); !why.empty()) return why;
    if (cut_where_bounds_begin()) look_at(gauss_instants());
    if (std::string why = why_nothing_is_free(); !why.empty()) return why;
    return put_systems(panels);
  }

 private:
  using Sides = std::vector<int>;  ///< of each control: -1 held by the lower bound, 1 by the upper one, 0 free, 2 fixed

  std::vector<Instant> gauss_instants() const {
    std::vector<Instant> instants;
    for (int k = 0; k < played_.intervals(); ++k) {
      for (std::size_t j = 0; j + 1 < cuts_[k].size(); ++j) {
        const double start = cuts_[k][j], length = cuts_[k][j + 1] - start;
        instants.insert(instants.end(), {{k, start + kFirstGauss * length}, {k, start + kSecondGauss * length}});
      }
    }
    return instants;
  }

  void look_at(std::vector<Instant> instants) {
    instants_ = std::move(instants);
    motion_.look_at(instants_);
    sides_.assign(instants_.size(), Sides(controls_, 2));
    for (int i = 0; i < std::ssize(instants_); ++i) {
      for (int j = 0; j < controls_; ++j) {
        if (lower(j) == upper(j)) continue;
        const double wish = motion_.wish(i, j);
        const int side = wish <= lower(j) ? -1 : wish >= upper(j) ? 1 : 0;
        sides_[i][j] = std::isfinite(wish) || is_at(instants_[i], j, side) ? side : 0;
      }
    }
  }

  double lower(int control) const { return played_.control_lower()(control); }
  double upper(int control) const { return played_.control_upper()(control); }
  double time(const Instant& at) const { return played_.time(at.interval, at.fraction); }

  /// A control in which H is linear may only stay at one bound from the start to the end.
  std::string why_linear() const {
    for (int j = 0; j < controls_; ++j) {
      if (sides_.front()[j] == 2) continue;
      double largest = 0.0, least = kInfinity;
      bool same = true;
      for (int i = 0; i < std::ssize(instants_); ++i) {
        largest = std::max(largest, std::abs(motion_.curvature(i, j)));
        if (sides_[i][j] == 0) least = std::min(least, motion_.curvature(i, j));
        same = same && sides_[i][j] == sides_.front()[j];
      }
      if (!motion_.is_linear_in(j) && std::abs(least) > 1e-10 * largest) continue;
      if (same && sides_.front()[j] != 0) continue;
      return fmt::format(
          "the Hamiltonian is linear in control '{}': its arcs are at bounds or singular, and what may vary is when it "
          "switches",
          played_.phase().controls[j].name);
    }
    return {};
  }

  bool is_at(const Instant& at, int control, int side) const {
    const double bound = side < 0 ? lower(control) : upper(control);
    const double value = played_.control_within(at.interval, at.fraction)(control);
    return std::abs(value - bound) <= 1e-5 * std::max(1.0, std::abs(value));
  }

  /// Where a control is free at one instant and held at the next, the interval ends in between at the root of
  /// wish - bound. Says whether there was any.
  bool cut_where_bounds_begin() {
    std::vector<std::pair<Instant, Instant>> pairs;
    std::vector<std::pair<int, double>> roots;  // control, bound
    for (std::size_t i = 0; i + 1 < instants_.size(); ++i) {
      for (int j = 0; j < controls_; ++j) {
        const int before = sides_[i][j], after = sides_[i + 1][j];
        if (before == after) continue;
        pairs.emplace_back(instants_[i], instants_[i + 1]);
        roots.emplace_back(j, (before == 0 ? after : before) < 0 ? lower(j) : upper(j));
      }
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) cut_between(pairs[i].first, pairs[i].second, roots[i]);
    return !pairs.empty();
  }

  void cut_between(const Instant& left, const Instant& right, const std::pair<int, double>& root) {
    const double from = time(left), to = time(right), knot = played_.time(right.interval, 0.0);
    const auto instant_at = [&](double t) {
      const int k = t < knot ? left.interval : right.interval;
      return Instant{k, std::clamp((t - played_.time(k, 0.0)) / played_.step(k), 0.0, 1.0)};
    };
    const auto past = [&](double t) {
      motion_.look_at({instant_at(t)});
      return motion_.wish(0, root.first) - root.second;
    };
    const double first = past(from), last = past(to);
    if (!(first * last < 0.0)) return;
    const Instant at = instant_at(find_zero(past, from, first, to, last, 1e-9 * (to - from)));
    std::vector<double>& cuts = cuts_[at.interval];
    const auto place = std::lower_bound(cuts.begin(), cuts.end(), at.fraction);
    const double below = place == cuts.begin() ? 0.0 : *(place - 1), above = place == cuts.end() ? 1.0 : *place;
    constexpr double kShortest = 1e-6;  // of an interval
    if (at.fraction - below > kShortest && above - at.fraction > kShortest) cuts.insert(place, at.fraction);
  }

  std::string why_nothing_is_free() const {
    for (const Sides& sides : sides_) {
      if (std::count(sides.begin(), sides.end(), 0) > 0) return {};
    }
    return "bounds hold every control all along: nothing is free to vary";
  }

  std::string put_systems(std::vector<AccessoryPanel>& panels) {
    int i = 0;
    for (int k = 0; k < played_.intervals(); ++k) {
      for (std::size_t j = 0; j + 1 < cuts_[k].size(); ++j) {
        AccessoryPanel panel;
        panel.start = played_.time(k, cuts_[k][j]);
        panel.length = (cuts_[k][j + 1] - cuts_[k][j]) * played_.step(k);
        for (int point = 0; point < 2; ++point, ++i) {
          JacobiSystem system = motion_.system(i, free_controls(i));
          if (!system.is_convex) {
            return fmt::format(
                "the Hamiltonian is not convex in the free controls at {:.4g}: Legendre's condition fails",
                time(instants_[i]));
          }
          panel.drift[point] = std::move(system.drift);
          panel.gain[point] = std::move(system.gain);
        }
        panels.push_back(std::move(panel));
      }
    }
    return {};
  }

  std::vector<int> free_controls(int i) const {
    std::vector<int> free;
    for (int j = 0; j < controls_; ++j) {
      if (sides_[i][j] == 0) free.push_back(j);
    }
    return free;
  }

  const Played& played_;
  AccessoryMotion& motion_;
  int controls_;
  std::vector<std::vector<double>> cuts_;  ///< of each interval: fractions, its ends among them
  std::vector<Instant> instants_;
  std::vector<Sides> sides_;
};

}  // namespace

AccessoryProblem accessory_problem(const Problem& problem, const Solution& solution, int phase) {
  AccessoryProblem accessory;
  const Played played(problem, solution, phase);
  const AccessoryStates states = accessory_states(problem, solution, phase);
  accessory.why_not = why_no_accessory_problem(problem, solution, played, states);
  if (!accessory.why_not.empty()) return accessory;
  accessory.size = states.size();
  try {
    AccessoryMotion motion(problem, solution, played, states);
    accessory.why_not = PanelMaker(played, motion).make(accessory.panels);
    if (accessory.why_not.empty()) fill_ends(problem, solution, played, states, accessory);
  } catch (const InvalidInput& missing) {  // a user's function without a Hessian
    accessory.why_not = missing.what();
  }
  return accessory;
}

}  // namespace tandem
