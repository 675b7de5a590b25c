#include <tandem/ocp/designs/controllers/design.hpp>

#include <tandem/core/dice.hpp>
#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/named_number.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/designs/codesign/dense_nlp.hpp>
#include <tandem/ocp/designs/controllers/certify_controller.hpp>
#include <tandem/ocp/designs/controllers/exchange.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace tandem::controllers {

using codesign::DenseNlp;
using codesign::DensePoint;
using codesign::DenseSolution;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kBox = 1e8;           // no number is further from 0: a box to search in
constexpr double kSlowest = 1e-3;      // growth that the first horizon waits for
constexpr double kSameMinimum = 1e-7;  // of J, relative

/// The search from one start.
class Search {
 public:
  Search(const Objective& objective, const VectorXd& start, const DesignOptions& options)
      : objective_(objective), options_(options), p_(start) {
    objective.form().gain(start);  // refuses what is not finite or does not fit
    require(options.first_horizon >= 0.0 && options.growth > 1.0 && options.most_horizons >= 1,
            "controller: {} horizons from {}, growing by {}, make no sense", options.most_horizons,
            options.first_horizon, options.growth);
  }

  ControllerDesign run() {
    const Stopwatch watch;
    found_.start_abscissa = objective_.abscissa(p_);
    if (!objective_.is_stable(p_)) stabilise();
    settle();
    if (!found_.is_solved && (found_.horizons.empty() || objective_.is_stable(p_))) {
      stabilise();
      settle();
    }
    found_.seconds = watch.seconds();
    return std::move(found_);
  }

 private:
  /// At least one horizon, and more until the loops are stable.
  void stabilise() {
    double horizon = options_.first_horizon;
    if (horizon == 0.0) horizon = std::numbers::ln10 / std::max(objective_.abscissa(p_), kSlowest);
    for (int k = 0; k < options_.most_horizons; ++k, horizon *= options_.growth) {
      const DenseSolution solved = solve_dense(nlp(horizon), p_, {.tolerance = 1e-4, .max_iterations = 100});
      if (solved.unknowns.allFinite()) p_ = solved.unknowns;
      found_.iterations += solved.iterations;
      const auto at = objective_.at_horizon(p_, horizon);
      found_.horizons.push_back({horizon, at ? at->value : kInfinity, objective_.abscissa(p_), solved.iterations});
      if (objective_.is_stable(p_)) return;
    }
  }

  DenseNlp nlp(double horizon) {
    DenseNlp nlp;
    nlp.lower = VectorXd::Constant(p_.size(), -kBox);
    nlp.upper = VectorXd::Constant(p_.size(), kBox);
    nlp.evaluate = [this, horizon](const VectorXd& p) -> std::optional<DensePoint> {
      ++found_.evaluations;
      const auto at = objective_.at_horizon(p, horizon);
      if (!at || !(at->value > 0.0)) return std::nullopt;
      return DensePoint{std::log(at->value), at->gradient / at->value, VectorXd(0), MatrixXd(0, p.size())};
    };
    return nlp;
  }

  void settle() {
    if (objective_.is_stable(p_)) {
      const Minimised minimised =
          (objective_.has_peaks() ? minimise_peaks : minimise_squares)(objective_, p_, options_.max_iterations);
      p_ = minimised.numbers;
      found_.iterations += minimised.iterations + sharpen(objective_, p_);
      found_.evaluations += minimised.evaluations;
    }
    look_at();
    found_.message = "solved";
    if (found_.is_solved) return;
    found_.message = "no minimum: the search ended at the edge of stability, or too early";
    if (objective_.is_stable(p_) || found_.horizons.empty()) return;
    found_.message = fmt::format(
        "no controller was found that stabilises: after a horizon of {:.3g} a loop still has a "
        "mode with the real part {:.3g}",
        found_.horizons.back().horizon, objective_.abscissa(p_));
  }

  void look_at() {
    found_.numbers = p_;
    found_.controller = objective_.form().controller(p_);
    auto at = first_order(objective_, p_);
    const auto conditions = objective_.look(p_);
    if (at && conditions) {
      found_.first_order = std::move(*at);
      found_.conditions = *conditions;
      found_.value = objective_.value_of(*conditions);
    }
    found_.certificate = certify(objective_, p_, found_.value);
    found_.is_solved = found_.certificate.passes();
  }

  const Objective& objective_;
  const DesignOptions& options_;
  VectorXd p_;
  ControllerDesign found_;
};

VectorXd random_start(const VectorXd& around, Dice& dice) {
  // A number that is 0 has no size: it gets that of the largest, or 1.
  const double largest = around.cwiseAbs().maxCoeff(), size = largest > 0.0 ? largest : 1.0;
  VectorXd p = around;
  for (double& one : p) {
    if (one == 0.0) one = size;
    one *= std::pow(10.0, dice.sign_and_size());
    if (dice.coin()) one = -one;
  }
  return p;
}

}  // namespace

ControllerDesign design_controller(const Objective& objective, const VectorXd& start, const DesignOptions& options) {
  return Search(objective, start, options).run();
}

std::vector<ControllerDesign> design_controllers(const Objective& objective, const VectorXd& start, int count,
                                                 unsigned seed, const DesignOptions& options) {
  require(count >= 1, "controller: {} starts, it should be at least one", count);
  Dice dice(seed);
  std::vector<ControllerDesign> minima;
  for (int k = 0; k < count; ++k) {
    ControllerDesign one = design_controller(objective, k == 0 ? start : random_start(start, dice), options);
    const bool is_known = std::any_of(minima.begin(), minima.end(), [&](const ControllerDesign& known) {
      return std::abs(known.value - one.value) <= kSameMinimum * known.value;
    });
    if (one.is_solved && !is_known) minima.push_back(std::move(one));
    if (ending::is_due()) break;
  }
  std::sort(minima.begin(), minima.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  return minima;
}

}  // namespace tandem::controllers
