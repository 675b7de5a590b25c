#include <tandem/core/slopes.hpp>

#include <cmath>

namespace tandem {
namespace {

struct Secants {
  Eigen::VectorXd h, slope;
};

Secants secants_of(std::span<const double> x, const Eigen::VectorXd& y) {
  const Eigen::Map<const Eigen::VectorXd> at(x.data(), std::ssize(x));
  const Eigen::Index n = at.size() - 1;
  const Eigen::VectorXd h = at.tail(n) - at.head(n);
  return {h, (y.tail(n) - y.head(n)).cwiseQuotient(h)};
}

Eigen::VectorXd parabola_slopes(const Secants& s) {
  const double bend = (s.slope(1) - s.slope(0)) / (s.h(0) + s.h(1));
  return Eigen::Vector3d{s.slope(0) - s.h(0) * bend, s.slope(0) + s.h(0) * bend, s.slope(1) + s.h(1) * bend};
}

/// What stands right where the third derivative is continuous one point from an end: h and d of the end's secant, g and
/// e of the next one's.
double end_condition(double h, double d, double g, double e) {
  return ((h + 2.0 * (h + g)) * g * d + h * h * e) / (h + g);
}

/// At the end of a monotone curve: the parabola's slope through three points, without a wrong sign or an overshoot.
double monotone_end(double h, double d, double g, double e) {
  const double slope = ((2.0 * h + g) * d - h * e) / (h + g);
  if (slope * d <= 0.0) return 0.0;
  return d * e <= 0.0 && std::abs(slope) > 3.0 * std::abs(d) ? 3.0 * d : slope;
}

}  // namespace

/// h_i m_{i-1} + 2 (h_{i-1} + h_i) m_i + h_{i-1} m_{i+1} = 3 (h_i d_{i-1} + h_{i-1} d_i), eliminated downwards: pivots
/// stay positive.
Eigen::VectorXd spline_slopes(std::span<const double> x, const Eigen::VectorXd& y) {
  const Secants s = secants_of(x, y);
  const Eigen::VectorXd &h = s.h, &d = s.slope;
  const Eigen::Index n = h.size();
  if (n == 1) return Eigen::VectorXd::Constant(2, d(0));
  if (n == 2) return parabola_slopes(s);
  Eigen::VectorXd pivot(n + 1), above(n + 1), m(n + 1);
  pivot(0) = h(1), above(0) = h(0) + h(1), m(0) = end_condition(h(0), d(0), h(1), d(1));
  const auto eliminate = [&](Eigen::Index i, double below) {
    const double factor = below / pivot(i - 1);
    pivot(i) -= factor * above(i - 1), m(i) -= factor * m(i - 1);
  };
  for (Eigen::Index i = 1; i < n; ++i) {
    pivot(i) = 2.0 * (h(i - 1) + h(i)), above(i) = h(i - 1);
    m(i) = 3.0 * (h(i) * d(i - 1) + h(i - 1) * d(i));
    eliminate(i, h(i));
  }
  pivot(n) = h(n - 2), m(n) = end_condition(h(n - 1), d(n - 1), h(n - 2), d(n - 2));
  eliminate(n, h(n - 2) + h(n - 1));
  m(n) /= pivot(n);
  for (Eigen::Index i = n - 1; i >= 0; --i) m(i) = (m(i) - above(i) * m(i + 1)) / pivot(i);
  return m;
}

Eigen::VectorXd monotone_slopes(std::span<const double> x, const Eigen::VectorXd& y) {
  const Secants s = secants_of(x, y);
  const Eigen::VectorXd &h = s.h, &d = s.slope;
  const Eigen::Index n = h.size();
  if (n == 1) return Eigen::VectorXd::Constant(2, d(0));
  Eigen::VectorXd m = Eigen::VectorXd::Zero(n + 1);
  m(0) = monotone_end(h(0), d(0), h(1), d(1));
  m(n) = monotone_end(h(n - 1), d(n - 1), h(n - 2), d(n - 2));
  for (Eigen::Index i = 1; i < n; ++i) {
    if (d(i - 1) * d(i) <= 0.0) continue;
    const double w = 2.0 * h(i) + h(i - 1), v = h(i) + 2.0 * h(i - 1);
    m(i) = (w + v) / (w / d(i - 1) + v / d(i));
  }
  return m;
}

}  // namespace tandem
