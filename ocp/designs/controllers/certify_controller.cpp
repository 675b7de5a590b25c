#include <tandem/ocp/designs/controllers/certify_controller.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/named_number.hpp>
#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/designs/codesign/slope_check.hpp>
#include <tandem/ocp/designs/controllers/first_order.hpp>
#include <tandem/ocp/designs/controllers/peak_gain.hpp>
#include <tandem/ocp/lq/eigenvalues.hpp>
#include <tandem/ocp/lq/growth.hpp>
#include <tandem/ocp/lq/lyapunov.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tandem::controllers {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr int kGridPerDecade = 32, kDecades = 4;  // on either side of the peak that is claimed

/// "loop 2: " where there are several.
std::string prefix(const Objective& objective, std::size_t loop) {
  return objective.conditions().size() > 1 ? fmt::format("loop {}: ", loop + 1) : "";
}

Worst growth_of(const Objective& objective, const std::vector<Loop>& loops) {
  Worst worst{-kInfinity, ""};
  for (std::size_t k = 0; k < loops.size(); ++k) {
    const lq::Growth growth = lq::growth(loops[k].a);
    worst.see({growth.relative, growth.mode}, prefix(objective, k));
  }
  return worst;
}

/// tr(c X c') against tr(b'P b) of a X + X a' + b b' = 0 and a'P + P a + c'c = 0.
Worst two_ways(const Objective& objective, const std::vector<Loop>& loops) {
  Worst worst;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    const auto& [a, b, c] = loops[k];
    const lq::Lyapunov equations(a);
    const double one = (c * equations.solve(b * b.transpose()) * c.transpose()).trace(),
                 other = (b.transpose() * equations.solve_transposed(c.transpose() * c) * b).trace();
    worst.see({std::abs(one - other) / std::abs(one), "mean square"}, prefix(objective, k));
  }
  return worst;
}

/// Frequencies at which a gain may be high: a grid about the claimed peak and the loop's own.
std::vector<double> frequencies_about(const Loop& loop, double peak) {
  std::vector<double> all{0.0};
  const double centre = peak > 0.0 ? peak : 1.0;
  for (int k = -kDecades * kGridPerDecade; k <= kDecades * kGridPerDecade; ++k) {
    all.push_back(centre * std::pow(10.0, static_cast<double>(k) / kGridPerDecade));
  }
  for (const auto& mode : lq::eigenvalues(loop.a)) all.push_back(std::abs(mode.imag()));
  return all;
}

/// By how much any of them surpasses the highest gain; nothing to see where peaks do not count.
Worst surpassed_peaks(const Objective& objective, const std::vector<Loop>& loops,
                      const std::vector<ConditionValue>& claimed) {
  Worst worst;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    if (objective.conditions()[k].peak == 0.0) continue;
    for (const double frequency : frequencies_about(loops[k], claimed[k].peak_frequency)) {
      worst.see(gain_squared(loops[k], frequency).value / claimed[k].peak - 1.0,
                [&] { return prefix(objective, k) + fmt::format("at {:.6g} rad/s", frequency); });
    }
  }
  return worst;
}

/// Steps are measured by the numbers' sizes, or by what changes the cost as much as it is, if that is less.
VectorXd units_of(const VectorXd& p, const Value& at) {
  VectorXd unit = p.cwiseAbs();
  for (Index i = 0; i < unit.size(); ++i) {
    const double turning = std::sqrt(at.value / std::max(std::abs(at.hessian(i, i)), 1e-300));
    unit(i) = unit(i) > 0.0 ? std::min(unit(i), turning) : turning;
  }
  return unit;
}

Worst slope_errors(const Objective& objective, const VectorXd& p, const FirstOrder& first) {
  Worst worst;
  const auto see = [&](const Value& at, const auto& value, const std::string& what) {
    const auto number = [&](const VectorXd& there) {
      const std::optional<Value> found = value(there);
      require(found.has_value(), "a loop is not stable");
      return NumberWithDerivatives{found->value, found->gradient, found->hessian};
    };
    worst.see({codesign::slope_error(number, p, units_of(p, at)), what});
  };
  const Value squares = *objective.mean_squares(p, true);
  if (squares.value > 0.0) {
    see(
        squares, [&](const VectorXd& there) { return objective.mean_squares(there, true); }, "mean squares");
  }
  for (const LocalPeak& peak : first.active) {
    see(
        peak.squared,
        [&](const VectorXd& there) {
          return std::optional(objective.gain_at(there, peak.condition, peak.frequency, true));
        },
        fmt::format("gain squared at {:.4g} rad/s", peak.frequency));
  }
  return worst;
}

Worst objective_error(const FirstOrder& first, double claimed) {
  const double off = std::abs(claimed - first.value) / std::abs(first.value);
  const bool is_claim_worst = !(off <= first.newton_gain);
  return {first.newton_gain + off,
          is_claim_worst ? "the cost is not what is claimed" : "what Newton's method would still gain"};
}

Worst wrong_multipliers(const FirstOrder& first) {
  Worst worst;
  for (std::size_t k = 0; k < first.active.size(); ++k) {
    worst.see(-first.multipliers(static_cast<Index>(k)),
              [&] { return fmt::format("the peak at {:.6g} rad/s pulls", first.active[k].frequency); });
  }
  return worst;
}

}  // namespace

Certificate certify(const Objective& objective, const VectorXd& numbers, double value, const ControllerLimits& limits) {
  Certificate certificate;
  certificate.kind = "controller";
  const std::vector<Loop> loops = objective.loops(numbers);
  if (const auto first = first_order(objective, numbers)) {
    const auto add = [&](const char* name, const Worst& worst, double limit) {
      add_line(certificate, name, worst, limit, true);
    };
    add("objective_error", objective_error(*first, value), limits.objective_error);
    add("stationarity", {first->stationarity, first->steepest}, limits.stationarity);
    if (objective.has_peaks()) add("multipliers", wrong_multipliers(*first), limits.multipliers);
    if (std::isfinite(first->least_curvature)) {
      add("downward_curvature", {-first->least_curvature, ""}, limits.downward_curvature);
    } else {
      certificate.notes.emplace_back("no direction is left: equal peaks alone hold the numbers");
    }
    add("two_ways", two_ways(objective, loops), limits.two_ways);
    if (objective.has_peaks()) {
      add("peaks", surpassed_peaks(objective, loops, *objective.look(numbers)), limits.peaks);
    }
    add("derivatives", slope_errors(objective, numbers, *first), limits.derivatives);
  }
  add_line(certificate, "growth", growth_of(objective, loops), limits.growth, true);
  add_reasons(certificate);
  return certificate;
}

}  // namespace tandem::controllers
