#include <tandem/ocp/designs/controllers/objective.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/named_number.hpp>
#include <tandem/ocp/designs/controllers/finite_horizon.hpp>
#include <tandem/ocp/designs/controllers/peak_gain.hpp>
#include <tandem/ocp/lq/eigenvalues.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem::controllers {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kDifference = 1e-5;       // step of a number, relative to it
constexpr double kLeastNumberSize = 1e-2;  // or to this
constexpr double kFixed = 1e-10;           // change of an eigenvalue that counts for none, relative

}  // namespace

Objective::Objective(Form form, std::vector<Condition> conditions, double decay)
    : form_(std::move(form)), conditions_(std::move(conditions)) {
  require(form_.size() > 0, "controller: its form has no free number");
  require(!conditions_.empty(), "controller: there is no plant to serve");
  require(std::isfinite(decay) && decay >= 0.0, "controller: the decay rate {} should be at least 0", decay);
  double total = 0.0;
  for (const Condition& one : conditions_) {
    for (const double weight : {one.mean_square, one.peak})
      require(std::isfinite(weight) && weight >= 0.0, "controller: the weight {} of a norm should be at least 0",
              weight);
    total += one.mean_square + one.peak;
    check(one.plant);
    require(!one.plant.watched.isZero(0.0),
            "controller: no state of the plant is watched ('watched' is 0): the least effort is none");
    require(one.plant.controls() == form_.controls() && one.plant.measured() == form_.measured(),
            "controller: the plant has {} controls and {} sensors, the controller's form has {} and {}",
            one.plant.controls(), one.plant.measured(), form_.controls(), form_.measured());
    plants_.push_back(augmented(one.plant, form_.order(), decay));
    check_noise(plants_.back());
    check_fixed_modes(plants_.back(), decay);
  }
  require(total > 0.0, "controller: all weights of norms are 0");
}

/// z = ... + effort gain sensor_noise w has no mean square.
void Objective::check_noise(const Plant& plant) const {
  for (int i = 0; i < form_.size(); ++i) {
    require((plant.effort * form_.direction(i) * plant.sensor_noise).isZero(),
            "controller: '{}' leads white noise of a sensor straight to the effort, whose mean square is infinite then",
            form_.numbers()[i].name);
  }
  require((plant.effort * form_.gain(VectorXd::Zero(form_.size())) * plant.sensor_noise).isZero(),
          "controller: a fixed entry leads white noise of a sensor straight to the effort, whose mean square is "
          "infinite then");
}

/// Modes that are the same with two arbitrary controllers are so with all (fixed modes: Wang and Davison 1973). Each
/// number is as large as makes its part of the loop as large as the plant, whatever the units.
void Objective::check_fixed_modes(const Plant& plant, double decay) const {
  VectorXd p(form_.size()), q(form_.size());
  for (int i = 0; i < form_.size(); ++i) {
    const double effect = (plant.b * form_.direction(i) * plant.sensors).norm();
    const double large = effect > 0.0 ? std::max(plant.a.norm(), 1e-3) / effect : 0.0;
    p(i) = large * std::sin(1.0 + i), q(i) = 1.3 * large * std::cos(2.0 + 3.0 * i);
  }
  const auto modes = [&](const VectorXd& numbers) -> Eigen::VectorXcd {
    return lq::eigenvalues(closed(plant, form_.gain(numbers)).a);
  };
  const Eigen::VectorXcd first = modes(p), second = modes(q);
  const double size = std::max(plant.a.norm(), first.cwiseAbs().maxCoeff());
  for (const auto& mode : first) {
    const bool is_fixed = (second.array() - mode).abs().minCoeff() <= kFixed * size;
    require(!is_fixed || mode.real() < -kFixed * size,
            "controller: no controller of this form moves the plant's mode {:.6g}{:+.6g}i, which {}",
            mode.real() - decay, mode.imag(),
            decay > 0.0 ? fmt::format("does not decay faster than e^(-{:.6g} t)", decay) : "is not stable");
  }
}

bool Objective::has_peaks() const {
  return std::any_of(conditions_.begin(), conditions_.end(), [](const Condition& one) { return one.peak > 0.0; });
}

std::vector<Loop> Objective::loops(const VectorXd& p) const {
  const MatrixXd gain = form_.gain(p);
  std::vector<Loop> all;
  for (const Plant& plant : plants_) all.push_back(closed(plant, gain));
  return all;
}

double Objective::abscissa(const VectorXd& p) const {
  const MatrixXd gain = form_.gain(p);
  double most = -kInfinity;
  for (const Plant& plant : plants_) most = std::max(most, controllers::abscissa(closed(plant, gain).a));
  return most;
}

bool Objective::is_stable(const VectorXd& p) const {
  const MatrixXd gain = form_.gain(p);
  return std::all_of(plants_.begin(), plants_.end(),
                     [&](const Plant& plant) { return controllers::is_stable(lq::Lyapunov(closed(plant, gain).a)); });
}

std::optional<std::vector<ConditionValue>> Objective::look(const VectorXd& p) const {
  const MatrixXd gain = form_.gain(p);
  std::vector<ConditionValue> all;
  for (const Plant& plant : plants_) {
    const auto square = MeanSquare::of(plant, gain);
    if (!square) return std::nullopt;
    const Peak highest = peaks(square->loop()).front();
    all.push_back({square->value(), highest.value, highest.frequency, square->abscissa()});
  }
  return all;
}

double Objective::value_of(const std::vector<ConditionValue>& conditions) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < conditions.size(); ++k)
    sum += conditions_[k].mean_square * conditions[k].mean_square + conditions_[k].peak * conditions[k].peak;
  return sum;
}

Value value_of(const MeanSquare& square, const Plant& plant, const Form& form, bool with_hessian) {
  const int n = with_hessian ? form.size() : 0;
  Value value{square.value(), form.by_numbers(square.by_gain()), MatrixXd(n, n)};
  for (int i = 0; i < n; ++i) value.hessian.col(i) = form.by_numbers(square.along_gain(plant, form.direction(i)));
  value.hessian = 0.5 * (value.hessian + value.hessian.transpose()).eval();
  return value;
}

std::optional<Value> Objective::mean_squares(const VectorXd& p, bool with_hessian) const {
  const MatrixXd gain = form_.gain(p);
  const auto n = p.size(), m = with_hessian ? n : 0;
  Value sum{0.0, VectorXd::Zero(n), MatrixXd::Zero(m, m)};
  for (std::size_t k = 0; k < plants_.size(); ++k) {
    const auto found = MeanSquare::of(plants_[k], gain);
    if (!found) return std::nullopt;
    const double weight = conditions_[k].mean_square;
    if (weight == 0.0) continue;
    const Value one = controllers::value_of(*found, plants_[k], form_, with_hessian);
    sum.value += weight * one.value;
    sum.gradient += weight * one.gradient;
    sum.hessian += weight * one.hessian;
  }
  if (!std::isfinite(sum.value)) return std::nullopt;
  return sum;
}

std::optional<Value> Objective::at_horizon(const VectorXd& p, double horizon) const {
  const MatrixXd gain = form_.gain(p);
  Value sum{0.0, VectorXd::Zero(p.size()), {}};
  const bool is_peak_only =
      std::all_of(conditions_.begin(), conditions_.end(), [](const Condition& one) { return one.mean_square == 0.0; });
  for (std::size_t k = 0; k < plants_.size(); ++k) {
    const auto found = finite_square(closed(plants_[k], gain), horizon);
    if (!found) return std::nullopt;
    const double weight = is_peak_only ? 1.0 : conditions_[k].mean_square;
    sum.value += weight * found->value;
    sum.gradient += weight * form_.by_numbers(by_gain(plants_[k], found->slopes));
  }
  return sum;
}

VectorXd Objective::gain_gradient(const VectorXd& p, std::size_t condition, double frequency) const {
  const Plant& plant = plants_[condition];
  return form_.by_numbers(by_gain(plant, gain_squared(closed(plant, form_.gain(p)), frequency).slopes));
}

/// Central differences: kDifference^2 of the third derivative, rounding over kDifference.
MatrixXd Objective::by_differences(const VectorXd& p, const std::function<VectorXd(const VectorXd&)>& gradient) const {
  const auto n = p.size();
  MatrixXd hessian(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const VectorXd step = kDifference * std::max(kLeastNumberSize, std::abs(p(i))) * VectorXd::Unit(n, i);
    hessian.col(i) = (gradient(p + step) - gradient(p - step)) / (2.0 * step(i));
  }
  return 0.5 * (hessian + hessian.transpose());
}

double Objective::gain_value(const VectorXd& p, std::size_t condition, double frequency) const {
  return gain_squared(closed(plants_[condition], form_.gain(p)), frequency).value;
}

Value Objective::gain_at(const VectorXd& p, std::size_t condition, double frequency, bool with_hessian) const {
  const Plant& plant = plants_[condition];
  const GainSquared found = gain_squared(closed(plant, form_.gain(p)), frequency);
  Value value{found.value, form_.by_numbers(by_gain(plant, found.slopes)), {}};
  if (with_hessian) {
    value.hessian = by_differences(p, [&](const VectorXd& at) { return gain_gradient(at, condition, frequency); });
  }
  return value;
}

std::vector<LocalPeak> Objective::peaks_at(const VectorXd& p, double share, bool with_hessian) const {
  std::vector<LocalPeak> all;
  for (std::size_t k = 0; k < plants_.size(); ++k) {
    if (conditions_[k].peak == 0.0) continue;
    const auto found = peaks(closed(plants_[k], form_.gain(p)));
    for (const Peak& peak : found) {
      if (peak.value < share * found.front().value) continue;
      LocalPeak one{k, peak.frequency, gain_at(p, k, peak.frequency)};
      if (with_hessian) {
        one.squared.hessian = by_differences(p, [&](const VectorXd& at) {
          const double moved =
              peak.frequency > 0.0 ? climbed(closed(plants_[k], form_.gain(at)), peak.frequency).frequency : 0.0;
          return gain_gradient(at, k, moved);
        });
      }
      all.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace tandem::controllers
