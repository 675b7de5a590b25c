#include <tandem/ocp/transcription/collocation.hpp>

#include <cmath>
#include <numbers>
#include <utility>

namespace tandem {
namespace {

/// P_n and P_{n-1} at x, by the three-term recursion, and their slopes.
struct Legendre {
  double value, before, slope, slope_before;
};

Legendre legendre(int n, double x) {
  Legendre p{1.0, 0.0, 0.0, 0.0};
  for (int k = 1; k <= n; ++k) {
    const double next = ((2 * k - 1) * x * p.value - (k - 1) * p.before) / k;
    const double slope = p.slope_before + (2 * k - 1) * p.value;  // P'_k = P'_{k-2} + (2k - 1) P_{k-1}
    p = {next, p.value, slope, p.slope};
  }
  return p;
}

constexpr int kNewtonSteps = 100;

/// The zero of f near x; `f` returns value and slope. Quadratic convergence ends where steps no longer shrink.
template <class Function>
double zero_near(double x, const Function& f) {
  double last = 1.0;
  for (int i = 0; i < kNewtonSteps; ++i) {
    const auto [value, slope] = f(x);
    const double step = value / slope;
    x -= step;
    if (std::abs(step) < 1e-15 || (i > 8 && std::abs(step) >= last)) break;
    last = std::abs(step);
  }
  return x;
}

}  // namespace

QuadratureRule gauss_rule(int count) {
  QuadratureRule rule{Eigen::VectorXd(count), Eigen::VectorXd(count)};
  for (int i = 0; i < count; ++i) {
    const double guess = -std::cos(std::numbers::pi * (i + 0.75) / (count + 0.5));
    const double x = zero_near(guess, [count](double at) {
      const Legendre p = legendre(count, at);
      return std::pair{p.value, p.slope};
    });
    const double slope = legendre(count, x).slope;
    rule.points(i) = 0.5 * (1.0 + x);
    rule.weights(i) = 1.0 / ((1.0 - x * x) * slope * slope);
  }
  return rule;
}

QuadratureRule radau_rule(int count) {
  QuadratureRule rule{Eigen::VectorXd(count), Eigen::VectorXd(count)};
  for (int i = 0; i < count; ++i) {
    double x = std::cos(2.0 * std::numbers::pi * (count - 1 - i) / (2 * count - 1));
    if (i + 1 < count) {
      x = zero_near(x, [count](double at) {
        const Legendre p = legendre(count, at);
        return std::pair{p.before - p.value, p.slope_before - p.slope};
      });
    }
    const double before = legendre(count, x).before;
    rule.points(i) = 0.5 * (1.0 + x);
    rule.weights(i) = (1.0 + x) / (2.0 * count * count * before * before);
  }
  rule.points(count - 1) = 1.0;
  return rule;
}

Eigen::RowVectorXd lagrange_basis(const Eigen::VectorXd& nodes, double at) {
  const int n = static_cast<int>(nodes.size());
  Eigen::RowVectorXd basis = Eigen::RowVectorXd::Ones(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (j != i) basis(i) *= (at - nodes(j)) / (nodes(i) - nodes(j));
    }
  }
  return basis;
}

Eigen::RowVectorXd lagrange_slopes(const Eigen::VectorXd& nodes, double at) {
  const int n = static_cast<int>(nodes.size());
  Eigen::RowVectorXd slopes = Eigen::RowVectorXd::Zero(n);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      if (k == i) continue;
      double product = 1.0 / (nodes(i) - nodes(k));
      for (int j = 0; j < n; ++j) {
        if (j != i && j != k) product *= (at - nodes(j)) / (nodes(i) - nodes(j));
      }
      slopes(i) += product;
    }
  }
  return slopes;
}

}  // namespace tandem
