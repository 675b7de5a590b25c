#include <tandem/ocp/answers/jacobi_fields.hpp>

#include <tandem/core/find_zero.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

using Eigen::MatrixXd;

MatrixXd bracket(const MatrixXd& a, const MatrixXd& b) { return a * b - b * a; }

}  // namespace

JacobiFields::JacobiFields(const AccessoryProblem& problem) : problem_(problem) {
  balance();
  make_steps();
}

/// Scales states so that the Jacobi system has small entries (Osborne's iteration, with lambda_i scaled by one over the
/// scale of y_i): then a step turns the plane little. Entries below a tenth of one over the duration are too small to
/// matter.
void JacobiFields::balance() {
  const int n = problem_.size;
  double duration = 0.0;
  MatrixXd squares = MatrixXd::Zero(2 * n, 2 * n);
  for (const AccessoryPanel& panel : problem_.panels) {
    duration += panel.length;
    squares += panel.length * (panel.drift[0] + panel.gain[0]).cwiseAbs2();
  }
  squares /= duration;
  const double least = 0.01 / (duration * duration);
  Eigen::VectorXd logarithm = Eigen::VectorXd::Zero(n);  // of the scales
  const auto entry = [&](int a, int b) {
    const double left = a < n ? logarithm(a) : -logarithm(a - n), right = b < n ? logarithm(b) : -logarithm(b - n);
    return squares(a, b) * std::exp(2.0 * (right - left));
  };
  for (int sweep = 0; sweep < 6; ++sweep) {
    for (int i = 0; i < n; ++i) {
      double grows = least, falls = least;  // with the scale of y_i
      for (int j = 0; j < 2 * n; ++j) {
        if (j == i) continue;
        const double weight = j == n + i ? 2.0 : 1.0;
        grows += weight * (entry(j, i) + (j == n + i ? 0.0 : entry(n + i, j)));
        falls += weight * (entry(i, j) + (j == n + i ? 0.0 : entry(j, n + i)));
      }
      logarithm(i) += 0.125 * std::log(falls / grows);
    }
  }
  scale_.resize(2 * n);
  scale_ << logarithm.array().exp(), (-logarithm.array()).exp();
}

MatrixXd JacobiFields::scaled(const MatrixXd& matrix) const {
  return scale_.cwiseInverse().asDiagonal() * matrix * scale_.asDiagonal();
}

/// With H linear in time on a panel, H = H1 at its first Gauss point and H2 at its second, the exponent is
/// h (H1 + H2) / 2 + h^2 sqrt(3) / 12 [H2, H1].
void JacobiFields::make_steps() {
  for (const AccessoryPanel& panel : problem_.panels) {
    const MatrixXd drift1 = scaled(panel.drift[0]), drift2 = scaled(panel.drift[1]);
    const MatrixXd gain1 = scaled(panel.gain[0]), gain2 = scaled(panel.gain[1]);
    const double h = -panel.length, c = -h * h * std::sqrt(3.0) / 12.0;
    steps_.push_back({0.5 * h * (drift1 + drift2) + c * bracket(drift2, drift1),
                      0.5 * h * (gain1 + gain2) + c * (bracket(drift2, gain1) + bracket(gain2, drift1)),
                      c * bracket(gain2, gain1)});
  }
}

const MatrixXd& JacobiFields::exponent(const Step& step, double nu) {
  exponent_ = step.constant + nu * step.linear + (nu * nu) * step.square;
  return exponent_;
}

/// The last `fraction` of a panel, for the form as it is.
MatrixXd JacobiFields::partial_exponent(const AccessoryPanel& panel, double fraction) const {
  const MatrixXd first = scaled(panel.drift[0] + panel.gain[0]), second = scaled(panel.drift[1] + panel.gain[1]);
  const MatrixXd change = std::sqrt(3.0) * (second - first);  // over the panel
  const MatrixXd middle = 0.5 * (first + second) + 0.5 * (1.0 - fraction) * change;
  const double h = fraction * panel.length;
  return -h * middle - (h * h * fraction / 12.0) * bracket(change, middle);
}

LagrangianPlane JacobiFields::end_plane() const {
  const auto scale = scale_.head(problem_.size).asDiagonal();
  return LagrangianPlane(problem_.end_rows * scale, scale * problem_.end_curvature * scale);
}

double JacobiFields::turning() const {
  double sum = 0.0;
  for (const Step& step : steps_) sum += (step.constant + step.linear + step.square).norm();
  return sum;
}

StartOfFields JacobiFields::at_start(double ratio) {
  const double nu = 1.0 / (1.0 - ratio);
  LagrangianPlane plane = end_plane();
  for (std::size_t k = steps_.size(); k-- > 0;) plane.move(exponent(steps_[k], nu));
  return {plane.crossings(problem_.free_at_start), plane.margin(problem_.free_at_start)};
}

std::optional<double> JacobiFields::conjugate_time() {
  LagrangianPlane plane = end_plane();
  for (std::size_t k = steps_.size(); k-- > 0;) {
    const LagrangianPlane before = plane;
    plane.move(exponent(steps_[k], 1.0));
    if (plane.crossings() < 1) continue;
    const AccessoryPanel& panel = problem_.panels[k];
    const auto margin_at = [&](double fraction) {
      LagrangianPlane moved = before;
      moved.move(partial_exponent(panel, fraction));
      return moved.margin();
    };
    const double fraction = find_zero(margin_at, 0.0, before.margin(), 1.0, plane.margin(), 1e-10);
    return panel.start + (1.0 - fraction) * panel.length;
  }
  return std::nullopt;
}

double JacobiFields::least_ratio(const StartOfFields& as_it_is, double most) {
  const auto margin_at = [&](double ratio) { return at_start(ratio).margin; };
  std::pair<double, double> low{0.0, as_it_is.margin}, high = low;
  if (low.second > 0.0) {
    high = {most, margin_at(most)};
    if (high.second > 0.0) return most;
  }
  for (double distance = 1.0; low.second <= 0.0; distance *= 4.0) {
    if (distance > 1e6) return -kInfinity;
    high = low;
    low = {-distance, margin_at(-distance)};
  }
  return find_zero(margin_at, low.first, low.second, high.first, high.second,
                   1e-9 * std::max(1.0, std::abs(low.first)));
}

}  // namespace tandem
