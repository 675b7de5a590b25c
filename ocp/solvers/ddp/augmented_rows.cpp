#include <tandem/ocp/solvers/ddp/augmented_rows.hpp>

#include <algorithm>
#include <limits>

namespace tandem::ddp {
namespace {

constexpr double kMostWeight = 1e8;
constexpr int kMostVainUpdates = 5;  // that do not halve the violation

}  // namespace

void AugmentedRows::start(double weight) {
  multipliers_.setZero(size());
  pushes_.setZero(size());
  weight_ = weight;
  last_violation_ = std::numeric_limits<double>::infinity();
  vain_updates_ = 0;
}

double AugmentedRows::push_at(int i, double c) const {
  const double m = multipliers_(i);
  const AugmentedRow& row = rows_[i];
  if (row.lower == row.upper) return m + weight_ * (c - row.upper);
  const double above = m + weight_ * (c - row.upper), below = m + weight_ * (c - row.lower);
  return (above <= 0.0 ? 0.0 : above) + (below >= 0.0 ? 0.0 : below);  // NaN where c is, unlike max and min
}

double AugmentedRows::cost(const Eigen::VectorXd& z, const Eigen::VectorXd& g) const {
  double sum = 0.0;
  for (int i = 0; i < size(); ++i) {
    const double t = push_at(i, value(i, z, g)), m = multipliers_(i);
    sum += (t * t - m * m) / (2.0 * weight_);
  }
  return sum;
}

void AugmentedRows::look(const Eigen::VectorXd& z, const Eigen::VectorXd& g) {
  for (int i = 0; i < size(); ++i) pushes_(i) = push_at(i, value(i, z, g));
}

double AugmentedRows::violation() const {
  return rows_.empty() ? 0.0 : (pushes_ - multipliers_).cwiseAbs().maxCoeff() / weight_;
}

int AugmentedRows::worst() const {
  Eigen::Index at = -1;
  if (!rows_.empty()) (pushes_ - multipliers_).cwiseAbs().maxCoeff(&at);
  return static_cast<int>(at);
}

bool AugmentedRows::update() {
  const double now = violation();
  const bool is_vain = weight_ >= kMostWeight && now > 0.5 * last_violation_;
  vain_updates_ = is_vain ? vain_updates_ + 1 : 0;
  if (vain_updates_ >= kMostVainUpdates) return false;
  multipliers_ = pushes_;
  if (now > 0.1 * last_violation_) weight_ = std::min(10.0 * weight_, kMostWeight);
  last_violation_ = now;
  return true;
}

}  // namespace tandem::ddp
