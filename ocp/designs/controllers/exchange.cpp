#include <tandem/ocp/designs/controllers/exchange.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/designs/controllers/trust_region.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace tandem::controllers {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kFirstSharpness = 3e-3, kSharpening = 0.3;  // of mu by the highest gain, and from one to the next
constexpr double kNoticed = 0.5;                             // share of the highest peak from which a peak is watched
constexpr double kNegligible = 1e-10;  // share of a frequency in the rounded maximum that has no curvature to speak of
constexpr double kSameFrequency = 1e-9;  // frequencies nearer than this, relative, are one
constexpr int kExchangesEach = 3;        // at one mu
constexpr int kExchangeGridPerDecade = 8;

class Exchange {
 public:
  Exchange(const Objective& objective, const VectorXd& start, int max_iterations)
      : objective_(objective), max_iterations_(max_iterations), p_(start) {
    frequencies_.resize(objective.conditions().size());
    for (const LocalPeak& peak : objective.peaks_at(start, 0.0)) {
      std::vector<double>& all = frequencies_[peak.condition];
      if (all.empty()) add_grid(all, peak.frequency);
    }
  }

  Minimised run() {
    found_.is_converged = true;
    for (double mu = kFirstSharpness; mu >= kSharpest; mu *= kSharpening) {
      for (int k = 0; k < kExchangesEach; ++k) {
        if (!add_peaks() && k > 0) break;
        settle(mu);
      }
    }
    found_.numbers = p_;
    return std::move(found_);
  }

 private:
  void add_grid(std::vector<double>& all, double peak) {
    all.push_back(0.0);
    const double centre = peak > 0.0 ? peak : 1.0;
    for (int k = -4 * kExchangeGridPerDecade; k <= 4 * kExchangeGridPerDecade; ++k)
      all.push_back(centre * std::pow(10.0, static_cast<double>(k) / kExchangeGridPerDecade));
  }

  /// Adds the peaks at p_; whether any is new.
  bool add_peaks() {
    bool is_new = false;
    levels_ = VectorXd::Zero(std::ssize(frequencies_));
    for (const LocalPeak& peak : objective_.peaks_at(p_, kNoticed)) {
      double& level = levels_(static_cast<Index>(peak.condition));
      level = std::max(level, peak.squared.value);
      std::vector<double>& all = frequencies_[peak.condition];
      const bool is_known = std::any_of(all.begin(), all.end(), [&](double known) {
        return std::abs(known - peak.frequency) <= kSameFrequency * peak.frequency;
      });
      if (is_known) continue;
      all.push_back(peak.frequency);
      is_new = true;
    }
    return is_new;
  }

  void settle(double mu) {
    const Function rounded = [&](const VectorXd& p, bool with_hessian) { return at(p, mu, with_hessian); };
    const TrustResult result =
        minimise(rounded, p_, {.tolerance = 1e-3 * mu * kSharpest, .max_iterations = max_iterations_});
    p_ = result.numbers;
    found_.is_converged = result.is_converged;
    found_.iterations += result.iterations;
    found_.evaluations += result.evaluations;
    ++found_.exchanges;
  }

  std::optional<Value> at(const VectorXd& p, double mu, bool with_hessian) const {
    auto sum = objective_.mean_squares(p, with_hessian);
    for (std::size_t k = 0; sum && k < frequencies_.size(); ++k) {
      if (!frequencies_[k].empty()) add_rounded(p, k, mu * levels_(static_cast<Index>(k)), with_hessian, *sum);
    }
    return sum;
  }

  /// mu ln(sum e^(f_j / mu)): gradient sum pi_j g_j, Hessian sum pi_j (H_j + g_j g_j'/mu) - g g'/mu.
  void add_rounded(const VectorXd& p, std::size_t condition, double mu, bool with_hessian, Value& sum) const {
    const double weight = objective_.conditions()[condition].peak;
    std::vector<double> values;
    for (const double omega : frequencies_[condition]) values.push_back(objective_.gain_value(p, condition, omega));
    const double highest = *std::max_element(values.begin(), values.end());
    double total = 0.0;
    for (double& value : values) total += value = std::exp((value - highest) / mu);
    VectorXd gradient = VectorXd::Zero(p.size());
    MatrixXd hessian = MatrixXd::Zero(sum.hessian.rows(), sum.hessian.cols());
    for (std::size_t j = 0; j < values.size(); ++j) {
      const double share = values[j] / total;
      if (share < kNegligible) continue;
      const Value gain = objective_.gain_at(p, condition, frequencies_[condition][j], with_hessian);
      gradient += share * gain.gradient;
      if (with_hessian) hessian += share * (gain.hessian + gain.gradient * gain.gradient.transpose() / mu);
    }
    sum.value += weight * (highest + mu * std::log(total));
    sum.gradient += weight * gradient;
    if (with_hessian) sum.hessian += weight * (hessian - gradient * gradient.transpose() / mu);
  }

  const Objective& objective_;
  int max_iterations_;
  VectorXd p_, levels_;
  std::vector<std::vector<double>> frequencies_;  ///< of each condition whose peaks count
  Minimised found_;
};

}  // namespace

Minimised minimise_squares(const Objective& objective, const VectorXd& start, int max_iterations) {
  const Function squares = [&](const VectorXd& p, bool with_hessian) {
    return objective.mean_squares(p, with_hessian);
  };
  const TrustResult result = minimise(squares, start, {.max_iterations = max_iterations});
  return {result.numbers, result.is_converged, result.iterations, result.evaluations};
}

Minimised minimise_peaks(const Objective& objective, const VectorXd& start, int max_iterations) {
  return Exchange(objective, start, max_iterations).run();
}

}  // namespace tandem::controllers
