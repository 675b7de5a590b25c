#include <tandem/ocp/search/polish/polished_guess.hpp>

#include <tandem/ocp/search/polish/polished_phase.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace tandem {
namespace {

constexpr double kSmearedTimes = 4.0;  ///< control times on each side of a jump

/// Columns of a series from `start` to `end`, with these two.
std::pair<Eigen::VectorXd, Eigen::MatrixXd> cut(const Eigen::VectorXd& time, const Eigen::MatrixXd& series,
                                                double start, double end) {
  std::vector<double> times{start};
  const double margin = 1e-6 * (end - start);
  for (const double t : time) {
    if (t > start + margin && t < end - margin) times.push_back(t);
  }
  times.push_back(end);
  Eigen::MatrixXd columns(series.rows(), std::ssize(times));
  for (int k = 0; k < columns.cols(); ++k) columns.col(k) = interpolate(time, series, times[k]);
  return {Eigen::Map<const Eigen::VectorXd>(times.data(), std::ssize(times)), std::move(columns)};
}

/// A control's guess beside a jump is what a mesh has smeared: there it is kept as it is farther inside the arc.
void sharpen(PhaseGuess& guess, int control, const PhaseGuess& whole, const Arc& arc, bool jumps_in, bool jumps_out) {
  const double spacing = (whole.control_time(whole.control_time.size() - 1) - whole.control_time(0)) /
                         static_cast<double>(whole.control_time.size());
  const double margin = std::min(kSmearedTimes * spacing, 0.4 * arc.length());
  const double first = arc.start + (jumps_in ? margin : 0.0), last = arc.end - (jumps_out ? margin : 0.0);
  for (int k = 0; k < guess.control_time.size(); ++k) {
    const double at = std::clamp(guess.control_time(k), first, last);
    guess.controls(control, k) = interpolate(whole.control_time, whole.controls, at)(control);
  }
}

PhaseGuess guess_on(const Phase& phase, const std::vector<Arc>& arcs, std::size_t a, const PhaseGuess& whole,
                    std::span<const double> numbers) {
  const Arc& arc = arcs[a];
  PhaseGuess guess;
  std::tie(guess.time, guess.states) = cut(whole.time, whole.states, arc.start, arc.end);
  if (phase.control_count == 0) return guess;
  std::tie(guess.control_time, guess.controls) = cut(whole.control_time, whole.controls, arc.start, arc.end);
  for (int i = 0; i < phase.control_count; ++i) {
    const bool jumps_in = a > 0 && arcs[a - 1].piece(i) != arc.piece(i);
    const bool jumps_out = a + 1 < arcs.size() && arcs[a + 1].piece(i) != arc.piece(i);
    if (jumps_in || jumps_out) sharpen(guess, i, whole, arc, jumps_in, jumps_out);
    const Range range = held(phase.controls[i], arc.controls[i]).bounds;
    const double lower = range.lower.at(numbers), upper = range.upper.at(numbers);
    guess.controls.row(i) = guess.controls.row(i).cwiseMax(lower).cwiseMin(upper);
  }
  return guess;
}

/// `more` behind `series`, without times that do not increase: the ends that arcs share, and arcs of no length.
void append(Eigen::VectorXd& time, Eigen::MatrixXd& series, const Eigen::VectorXd& more_time,
            const Eigen::MatrixXd& more) {
  std::vector<double> times(time.begin(), time.end());
  std::vector<int> columns;
  for (int k = 0; k < more_time.size(); ++k) {
    if (!times.empty() && more_time(k) <= times.back()) continue;
    times.push_back(more_time(k));
    columns.push_back(k);
  }
  time = Eigen::Map<const Eigen::VectorXd>(times.data(), std::ssize(times));
  const Eigen::Index old = series.cols();
  series.conservativeResize(more.rows(), old + std::ssize(columns));
  series.rightCols(std::ssize(columns)) = more(Eigen::all, columns);
}

}  // namespace

Guess polished_guess(const Problem& problem, const ArcStructure& arcs, const Guess& whole) {
  const std::vector<double> numbers = problem.number_values();
  Guess guess;
  for (const NamedNumber& number : problem.numbers()) {
    const auto found = whole.numbers.find(number.name);
    if (found != whole.numbers.end()) guess.numbers.insert(*found);
  }
  for (std::size_t p = 0; p < arcs.phases.size(); ++p) {
    for (std::size_t a = 0; a < arcs.phases[p].size(); ++a) {
      guess.phases.push_back(guess_on(problem.phases()[p], arcs.phases[p], a, whole.phases[p], numbers));
    }
  }
  return guess;
}

Guess joined_guess(const ArcStructure& arcs, const Guess& polished) {
  Guess whole;
  whole.numbers = polished.numbers;
  std::size_t next = 0;
  for (const std::vector<Arc>& phase : arcs.phases) {
    PhaseGuess joined;
    for (std::size_t a = 0; a < phase.size(); ++a) {
      const PhaseGuess& arc = polished.phases[next++];
      append(joined.time, joined.states, arc.time, arc.states);
      append(joined.control_time, joined.controls, arc.control_time, arc.controls);
    }
    whole.phases.push_back(std::move(joined));
  }
  return whole;
}

}  // namespace tandem
