#include <tandem/ocp/answers/control_breaks.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr int kBisections = 60;
constexpr double kNegligibleRange = 1e-7;  // of a control's range
constexpr double kLeastPanel = 1e-7;       // of an interval
constexpr int kMostBreaks = 24;

double value_of(const std::vector<double>& coefficients, double s) {
  double sum = 0.0;
  for (std::size_t i = coefficients.size(); i-- > 0;) sum = sum * s + coefficients[i];
  return sum;
}

double bisect(const std::vector<double>& coefficients, double left, double right) {
  const bool rises = value_of(coefficients, right) > 0.0;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (left + right);
    ((value_of(coefficients, middle) > 0.0) == rises ? right : left) = middle;
  }
  return 0.5 * (left + right);
}

/// Monomial coefficients of the polynomial through the interval's nodes: V c = u.
Eigen::MatrixXd coefficients_of(const Played& played, int interval) {
  const Eigen::VectorXd& nodes = played.tableau().control_times;
  Eigen::MatrixXd powers(nodes.size(), nodes.size());
  for (int i = 0; i < nodes.size(); ++i) {
    powers(i, 0) = 1.0;
    for (int j = 1; j < nodes.size(); ++j) powers(i, j) = powers(i, j - 1) * nodes(i);
  }
  return powers.partialPivLu().solve(Eigen::MatrixXd(played.control_nodes(interval).transpose()));
}

/// Bounds of a polynomial on [0, 1]: its values are means of its Bernstein coefficients
/// b_j = sum_{i <= j} (j choose i) / (n choose i) c_i.
std::pair<double, double> enclosure(const std::vector<double>& c) {
  const int n = static_cast<int>(c.size()) - 1;
  double least = c[0], most = c[0];
  for (int j = 1; j <= n; ++j) {
    double ratio = 1.0, b = 0.0;
    for (int i = 0; i <= j; ++i) {
      b += ratio * c[i];
      ratio *= static_cast<double>(j - i) / (n - i > 0 ? n - i : 1);
    }
    least = std::min(least, b);
    most = std::max(most, b);
  }
  return {least, most};
}

void add_crossings(std::vector<double> c, double bound, double negligible, std::vector<double>& breaks) {
  if (!std::isfinite(bound)) return;
  c[0] -= bound;
  const auto [least, most] = enclosure(c);
  if (least >= -negligible || most <= negligible) return;
  for (const double root : roots_inside(c)) breaks.push_back(root);
}

}  // namespace

std::vector<double> roots_inside(const std::vector<double>& coefficients) {
  std::vector<double> slopes;
  for (std::size_t i = 1; i < coefficients.size(); ++i) slopes.push_back(static_cast<double>(i) * coefficients[i]);
  std::vector<double> turns{0.0};
  if (slopes.size() > 1) {
    for (const double turn : roots_inside(slopes)) turns.push_back(turn);
  }
  turns.push_back(1.0);
  std::vector<double> roots;
  for (std::size_t i = 1; i < turns.size(); ++i) {
    const double left = value_of(coefficients, turns[i - 1]), right = value_of(coefficients, turns[i]);
    if ((left < 0.0 && right > 0.0) || (left > 0.0 && right < 0.0)) {
      roots.push_back(bisect(coefficients, turns[i - 1], turns[i]));
    } else if (right == 0.0 && turns[i] < 1.0) {
      roots.push_back(turns[i]);
    }
  }
  return roots;
}

std::vector<double> control_breaks(const Played& played, int interval) {
  std::vector<double> breaks;
  const Eigen::VectorXd &lower = played.control_lower(), &upper = played.control_upper();
  const auto nodes = played.control_nodes(interval);
  Eigen::MatrixXd coefficients;
  for (int i = 0; i < nodes.rows() && nodes.cols() > 1; ++i) {
    if (!std::isfinite(lower(i)) && !std::isfinite(upper(i))) continue;
    if (coefficients.size() == 0) coefficients = coefficients_of(played, interval);
    if (!coefficients.allFinite()) continue;
    const double range = std::isfinite(upper(i) - lower(i)) ? upper(i) - lower(i) : nodes.row(i).cwiseAbs().maxCoeff();
    const std::vector<double> c(coefficients.col(i).data(), coefficients.col(i).data() + coefficients.rows());
    add_crossings(c, lower(i), kNegligibleRange * range, breaks);
    add_crossings(c, upper(i), kNegligibleRange * range, breaks);
  }
  std::sort(breaks.begin(), breaks.end());
  std::vector<double> ends{0.0};
  for (const double at : breaks) {
    if (at > ends.back() + kLeastPanel && at < 1.0 - kLeastPanel && ends.size() < kMostBreaks) ends.push_back(at);
  }
  ends.push_back(1.0);
  return ends;
}

}  // namespace tandem
