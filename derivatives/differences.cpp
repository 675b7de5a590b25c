#include <tandem/derivatives/differences.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace tandem {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// The middle of the three points of a grid over [from, to] with the largest second difference, and the grid's step.
struct Bend {
  double at, step;
};
Bend sharpest_bend(const std::function<double(double)>& f, double from, double to, int intervals) {
  const double step = (to - from) / intervals;
  std::vector<double> values(intervals + 1);
  for (int i = 0; i <= intervals; ++i) values[i] = f(from + i * step);
  int sharpest = 1;
  double largest = -1;
  for (int i = 1; i < intervals; ++i) {
    const double bend = std::abs(values[i + 1] - 2 * values[i] + values[i - 1]);
    if (bend > largest) largest = bend, sharpest = i;
  }
  return {from + sharpest * step, step};
}

}  // namespace

Difference ridders(const std::function<Eigen::VectorXd(double)>& f, double first_step) {
  constexpr int kRows = 8;
  constexpr double kSafety = 10;  // two neighbours may agree by chance
  std::array<std::array<Eigen::VectorXd, kRows>, kRows> table;
  Difference best;
  double step = first_step;
  for (int i = 0; i < kRows; ++i, step *= 0.5) {
    const Eigen::VectorXd ahead = f(step), behind = f(-step);
    table[i][0] = (ahead - behind) / (2.0 * step);
    const Eigen::VectorXd rounding = 4 * kEpsilon / step * ahead.cwiseAbs().cwiseMax(behind.cwiseAbs());
    if (i == 0) {
      best.derivative = table[0][0];
      best.error = Eigen::VectorXd::Constant(ahead.size(), std::numeric_limits<double>::max());
    }
    double factor = 1.0;
    for (int j = 1; j <= i; ++j) {
      factor *= 4.0;
      table[i][j] = (factor * table[i][j - 1] - table[i - 1][j - 1]) / (factor - 1.0);
      const Eigen::VectorXd spread =
          (table[i][j] - table[i][j - 1]).cwiseAbs().cwiseMax((table[i][j] - table[i - 1][j - 1]).cwiseAbs());
      for (int e = 0; e < spread.size(); ++e) {
        const double error = kSafety * spread(e) + rounding(e);
        if (!(error < best.error(e))) continue;
        best.error(e) = error;
        best.derivative(e) = table[i][j](e);
      }
    }
  }
  return best;
}

Difference central_difference(const std::function<Eigen::VectorXd(double)>& f, double step,
                              const Eigen::VectorXd& noise) {
  constexpr std::array kOrder8{4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
  constexpr std::array kOrder6{3.0 / 4.0, -3.0 / 20.0, 1.0 / 60.0, 0.0};
  Eigen::VectorXd by_eight = Eigen::VectorXd::Zero(noise.size()), by_six = by_eight, size = by_eight;
  for (int k = 0; k < 4; ++k) {
    const Eigen::VectorXd ahead = f((k + 1) * step), behind = f(-(k + 1) * step), slope = (ahead - behind) / step;
    by_eight += kOrder8[k] * slope;
    by_six += kOrder6[k] * slope;
    size = size.cwiseMax(ahead.cwiseAbs()).cwiseMax(behind.cwiseAbs());
  }
  return {by_eight, (by_eight - by_six).cwiseAbs() + (2.0 * noise + 4.0 * kEpsilon * size) / step};
}

std::optional<Kink> find_kink(const std::function<double(double)>& f, double reach) {
  Bend bend = sharpest_bend(f, -reach, reach, 80);
  for (int zoom = 0; zoom < 20; ++zoom) bend = sharpest_bend(f, bend.at - bend.step, bend.at + bend.step, 8);
  const double at = std::abs(bend.at) < 1e-9 * reach ? 0.0 : bend.at;
  const auto slope = [&](double from, double step) { return (f(from + step) - f(from)) / step; };
  // A little away from the kink, which is known to a few digits less than the reach.
  const double coarse = 1e-4 * reach, fine = 0.1 * coarse, gap = 1e-8 * reach;
  const double before = slope(at - gap, -fine), after = slope(at + gap, fine);
  const double jump = std::abs(after - before);
  const double coarse_jump = std::abs(slope(at + gap, coarse) - slope(at - gap, -coarse));
  const double across = std::abs(f(at + gap) - f(at - gap));
  const double size = std::max({std::abs(before), std::abs(after), 1e-12});
  const bool has_kink = jump > 1e-3 * size && jump > 0.5 * coarse_jump;
  const bool has_jump = across > 1e3 * gap * size && across > 1e-6 * std::abs(f(at));
  if (!has_kink && !has_jump) return std::nullopt;
  return Kink{at, before, after};
}

}  // namespace tandem
