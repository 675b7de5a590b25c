#include <tandem/ocp/search/polish/detect_jumps.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr double kLeastJump = 0.1;  ///< of the control's range over the answer
constexpr double kSteeper = 4.0;    ///< than on both sides together
constexpr int kSmeared = 2;         ///< intervals on each side of the one with the jump
constexpr double kConvex = 1e-6;    ///< of H's terms: farther below the line H is convex
constexpr double kProbe = 1e-3;     ///< of a control's size
constexpr double kSameTime = 1.5;   ///< intervals: jumps closer than this are one

/// How far the means go over the intervals around k, and how far on both sides of these.
struct Rise {
  double inside = 0.0, beside = 0.0;
};

Rise rise_at(std::span<const double> means, int k) {
  const int left = k - kSmeared, right = k + kSmeared;
  return {means[right] - means[left],
          std::abs(means[left] - means[left - 1]) + std::abs(means[right + 1] - means[right])};
}

/// The time at which a jump between the values on both sides has the integral that the means have.
double time_of_jump(std::span<const double> edges, std::span<const double> means, int k) {
  const int left = k - kSmeared, right = k + kSmeared;
  double integral = 0.0;
  for (int j = left; j <= right; ++j) integral += means[j] * (edges[j + 1] - edges[j]);
  const double before = means[left], after = means[right];
  const double time = edges[left] + (integral - after * (edges[right + 1] - edges[left])) / (before - after);
  return std::clamp(time, edges[k - 1], edges[k + 2]);
}

/// Jumps of several controls at about the same time get the same time.
void join(std::vector<std::vector<double>>& jumps, const Eigen::VectorXd& edges) {
  std::vector<double*> all;
  for (std::vector<double>& one : jumps) {
    for (double& time : one) all.push_back(&time);
  }
  std::sort(all.begin(), all.end(), [](const double* a, const double* b) { return *a < *b; });
  const double near = kSameTime * (edges(edges.size() - 1) - edges(0)) / static_cast<double>(edges.size() - 1);
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (*all[i] - *all[i - 1] < near) *all[i] = *all[i - 1];
  }
}

}  // namespace

std::vector<Jump> jumps_of(std::span<const double> edges, std::span<const double> means) {
  const auto [least, most] = std::minmax_element(means.begin(), means.end());
  std::vector<Jump> jumps;
  double last_rise = 0.0;
  for (int k = kSmeared + 1; k + kSmeared + 1 < std::ssize(means); ++k) {
    const Rise rise = rise_at(means, k);
    const double size = std::abs(rise.inside);
    if (size <= kLeastJump * (*most - *least) || size <= kSteeper * rise.beside) continue;
    const double step = std::abs(means[k + 1] - means[k - 1]);  // the largest where the jump is
    if (!jumps.empty() && k - jumps.back().interval <= 2 * kSmeared) {
      if (step > last_rise) jumps.back() = {time_of_jump(edges, means, k), k}, last_rise = step;
    } else {
      jumps.push_back({time_of_jump(edges, means, k), k});
      last_rise = step;
    }
  }
  return jumps;
}

bool allows_jump(PhaseHamiltonian& hamiltonian, int interval, const Eigen::VectorXd& before,
                 const Eigen::VectorXd& after) {
  const PhaseSolution& series = hamiltonian.series();
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(hamiltonian.paths());
  const auto at = [&](double share) {
    return hamiltonian.at(series.states.col(interval), before + share * (after - before), series.time(interval),
                          series.costates.col(interval), none);
  };
  const Hamiltonian first = at(0.0), middle = at(0.5), last = at(1.0);
  const double size = std::max({first.largest_term, middle.largest_term, last.largest_term});
  return middle.value >= 0.5 * (first.value + last.value) - kConvex * size;
}

std::vector<std::vector<double>> detect_jumps(PhaseHamiltonian& hamiltonian, const Eigen::MatrixXd& means,
                                              const std::vector<bool>& held) {
  const Eigen::VectorXd& edges = hamiltonian.series().time;
  std::vector<std::vector<double>> jumps(means.rows());
  for (int i = 0; i < means.rows(); ++i) {
    if (held[i]) continue;
    const Eigen::VectorXd own = means.row(i).transpose();
    for (const Jump& jump : jumps_of({edges.data(), static_cast<std::size_t>(edges.size())},
                                     {own.data(), static_cast<std::size_t>(own.size())})) {
      const Eigen::VectorXd before = means.col(jump.interval - kSmeared), after = means.col(jump.interval + kSmeared);
      if (allows_jump(hamiltonian, jump.interval, before, after)) jumps[i].push_back(jump.time);
    }
  }
  join(jumps, edges);
  return jumps;
}

Eigen::MatrixXd interval_means(const Played& replay) {
  Eigen::MatrixXd means(replay.phase().control_count, replay.intervals());
  const Eigen::VectorXd& nodes = replay.tableau().control_times;
  for (int k = 0; k < replay.intervals(); ++k) {
    means.col(k).setZero();
    for (const double at : nodes) means.col(k) += replay.control(k, at) / static_cast<double>(nodes.size());
  }
  return means;
}

}  // namespace tandem
