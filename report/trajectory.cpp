#include <algorithm>
#include <cmath>

#include <tandem/core/error.hpp>
#include <tandem/ocp/transcription/collocation.hpp>
#include <tandem/report/trajectory.hpp>

namespace tandem {

Trajectory::Trajectory(const Phase& phase, const PhaseSolution& series, const std::vector<double>& numbers)
    : phase_(phase), series_(series), numbers_(numbers) {
  find_control_points();
  left_rates_.resize(series.states.rows(), intervals());
  right_rates_.resize(series.states.rows(), intervals());
  for (int k = 0; k < intervals(); ++k) {
    const double left = series.time(k), right = series.time(k + 1);
    left_rates_.col(k) = rates(series.states.col(k), controls(k, left), left);
    right_rates_.col(k) = rates(series.states.col(k + 1), controls(k, right), right);
  }
}

/// Neighbouring intervals share the point at their common knot, or share none.
void Trajectory::find_control_points() {
  if (series_.controls.rows() == 0) return;
  const int count = static_cast<int>(series_.control_time.size()), n = intervals();
  const bool ends_at_knot = count > 0 && std::abs(series_.control_time(count - 1) - end()) <= 1e-9 * (end() - start());
  if (count > 1 && (count - 1) % n == 0 && ends_at_knot) {
    control_stride_ = (count - 1) / n;
    control_points_ = control_stride_ + 1;
  } else {
    require(count > 0 && count % n == 0, "phase '{}': {} control times do not fit {} intervals", series_.name, count,
            n);
    control_stride_ = control_points_ = count / n;
  }
}

int Trajectory::interval_at(double t) const {
  const double* first = series_.time.data();
  const auto after = std::upper_bound(first, first + series_.time.size(), t) - first;
  return std::clamp(static_cast<int>(after) - 1, 0, intervals() - 1);
}

/// x(s) = (1+2s)(1-s)^2 x_k + s^2(3-2s) x_{k+1} + h s(1-s) ((1-s) f_k - s f_{k+1}),  s = (t - t_k)/h.
Eigen::VectorXd Trajectory::states(int interval, double t) const {
  const double h = length(interval), s = (t - series_.time(interval)) / h, r = 1.0 - s;
  return (1.0 + 2.0 * s) * r * r * series_.states.col(interval) +
         s * s * (3.0 - 2.0 * s) * series_.states.col(interval + 1) +
         h * s * r * (r * left_rates_.col(interval) - s * right_rates_.col(interval));
}

Eigen::VectorXd Trajectory::controls(int interval, double t) const {
  if (control_points_ == 0) return Eigen::VectorXd(0);
  const int first = interval * control_stride_;
  const double origin = series_.time(interval), h = length(interval);
  const Eigen::VectorXd nodes = (series_.control_time.segment(first, control_points_).array() - origin) / h;
  return series_.controls.middleCols(first, control_points_) * lagrange_basis(nodes, (t - origin) / h).transpose();
}

Eigen::VectorXd Trajectory::costates(int interval, double t) const {
  const double s = (t - series_.time(interval)) / length(interval);
  return (1.0 - s) * series_.costates.col(interval) + s * series_.costates_before.col(interval + 1);
}

Eigen::VectorXd Trajectory::rates(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t) const {
  Eigen::VectorXd out(x.size());
  const auto view = [](const Eigen::VectorXd& v) { return std::span<const double>(v.data(), v.size()); };
  phase_.dynamics(KnotView<double>{view(x), view(u), t, numbers_}, std::span<double>(out.data(), out.size()));
  return out;
}

}  // namespace tandem
