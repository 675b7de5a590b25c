#include "start_outcomes.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem::bench {
namespace {

constexpr double kSameMinimum = 1e-5;
constexpr int kMostShown = 8;

struct Minimum {
  double objective;
  int starts;
};

std::vector<Minimum> minima_of(const std::vector<Outcome>& outcomes) {
  std::vector<double> objectives;
  for (const Outcome& one : outcomes) {
    if (one.is_solved) objectives.push_back(one.objective);
  }
  std::sort(objectives.begin(), objectives.end());
  std::vector<Minimum> found;
  for (const double objective : objectives) {
    const bool is_new = found.empty() || objective > found.back().objective + kSameMinimum * std::abs(objective);
    if (is_new) found.push_back({objective, 0});
    ++found.back().starts;
  }
  return found;
}

/// Of the solved ones.
int median_iterations(const std::vector<Outcome>& outcomes) {
  std::vector<int> counts;
  for (const Outcome& one : outcomes) {
    if (one.is_solved) counts.push_back(one.iterations);
  }
  if (counts.empty()) return 0;
  std::nth_element(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2), counts.end());
  return counts[counts.size() / 2];
}

}  // namespace

int solved_within(const std::vector<Outcome>& outcomes, int iterations) {
  return static_cast<int>(std::count_if(outcomes.begin(), outcomes.end(), [&](const Outcome& one) {
    return one.is_solved && one.iterations <= iterations;
  }));
}

void print_outcomes(const std::string& who, const std::vector<Outcome>& outcomes, double seconds) {
  fmt::print("  {:<10} within 150, 300, all iterations: {:>3} {:>3} {:>3}; median {} iterations; {:.1f} s\n", who,
             solved_within(outcomes, 150), solved_within(outcomes, 300),
             solved_within(outcomes, std::numeric_limits<int>::max()), median_iterations(outcomes), seconds);
  const std::vector<Minimum> minima = minima_of(outcomes);
  fmt::print("  {:<10} {} minima:", "", minima.size());
  for (std::size_t i = 0; i < minima.size() && i < kMostShown; ++i) {
    fmt::print(" {} x {:.6g}", minima[i].starts, minima[i].objective);
  }
  fmt::print("{}\n", minima.size() > kMostShown ? " ..." : "");
}

}  // namespace tandem::bench
