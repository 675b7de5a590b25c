#include <tandem/ocp/statement/random_guess.hpp>

#include <tandem/core/dice.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/statement/carriers.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tandem {
namespace {

constexpr int kWaves = 4;           // sines of a state's curve
constexpr int kColumns = 65;        // of the guess, enough to draw them
constexpr int kControlPoints = 9;   // through which controls go
constexpr double kShortest = 1e-3;  // duration, relative to that of the guess

struct Bounds {
  double lower, upper;
  Bounds(const Range& range, std::span<const double> numbers)
      : lower(range.lower.at(numbers)), upper(range.upper.at(numbers)) {}
  bool is_finite() const { return std::isfinite(lower) && std::isfinite(upper); }
  bool is_fixed() const { return lower == upper; }
  double clamp(double value) const { return std::min(std::max(value, lower), upper); }
};

/// The largest finite magnitude that a range names.
double named_size(const std::optional<Range>& range, std::span<const double> numbers) {
  if (!range) return 0.0;
  const Bounds bounds(*range, numbers);
  double size = 0.0;
  for (const double value : {bounds.lower, bounds.upper}) {
    if (std::isfinite(value)) size = std::max(size, std::abs(value));
  }
  return size;
}

/// A curve over the fractions of a phase, and its slope.
struct Curve {
  double start = 0.0, end = 0.0;
  std::array<double, kWaves> waves{};

  double at(double s) const {
    double sum = (1.0 - s) * start + s * end;
    for (int m = 1; m <= kWaves; ++m) sum += waves[m - 1] / m * std::sin(m * std::numbers::pi * s);
    return sum;
  }
  double slope(double s) const {
    double sum = end - start;
    for (int m = 1; m <= kWaves; ++m) sum += waves[m - 1] * std::numbers::pi * std::cos(m * std::numbers::pi * s);
    return sum;
  }
};

/// Bends one phase of a guess.
class PhaseBender {
 public:
  PhaseBender(const Phase& phase, const PhaseGuess& around, std::span<const double> numbers, double reach, Dice& dice)
      : phase_(phase), around_(around), numbers_(numbers), reach_(reach), dice_(dice) {}

  /// The phase from `start` to `end`.
  PhaseGuess bent(double start, double end) {
    PhaseGuess guess;
    bend_states(guess, start, end);
    bend_controls(guess, start, end);
    return guess;
  }

 private:
  double length() const { return around_.time(around_.time.size() - 1) - around_.time(0); }
  double time_at(double s) const { return around_.time(0) + s * length(); }

  /// The size of a state, 0 where nothing tells.
  double size_of(int i) const {
    const State& state = phase_.states[i];
    const auto row = around_.states.row(i);
    double extent = std::max(row.maxCoeff() - row.minCoeff(), row.cwiseAbs().maxCoeff());
    extent = std::max({extent, named_size(state.start, numbers_), named_size(state.end, numbers_)});
    const Bounds bounds(state.bounds, numbers_);
    if (!bounds.is_finite()) return extent;
    const double half = 0.5 * (bounds.upper - bounds.lower);
    return extent > 0.0 ? std::min(half, extent) : half;
  }

  /// How far an end moves: within the range that the statement gives, or by the state's size where it says nothing.
  double moved_end(const State& state, const std::optional<Range>& condition, double guessed, double size) {
    const Bounds bounds(condition ? *condition : state.bounds, numbers_);
    if (bounds.is_fixed()) return 0.0;
    const double target = bounds.is_finite() ? dice_.within(bounds.lower, bounds.upper)
                                             : bounds.clamp(guessed + size * dice_.sign_and_size());
    return reach_ * std::clamp(target - guessed, -size, size);
  }

  std::vector<Curve> random_curves() {
    std::vector<double> sizes(phase_.state_count);
    for (int i = 0; i < phase_.state_count; ++i) sizes[i] = size_of(i);
    const double largest = sizes.empty() ? 0.0 : *std::max_element(sizes.begin(), sizes.end());
    std::vector<Curve> curves(phase_.state_count);
    for (int i = 0; i < phase_.state_count; ++i) {
      const State& state = phase_.states[i];
      const double size = sizes[i] > 0.0 ? sizes[i] : (largest > 0.0 ? largest / length() : 1.0);
      Curve& curve = curves[i];
      curve.start = moved_end(state, state.start, around_.states(i, 0), size);
      curve.end = moved_end(state, state.end, around_.states(i, around_.states.cols() - 1), size);
      for (double& wave : curve.waves) wave = reach_ * size * dice_.sign_and_size();
    }
    return curves;
  }

  void bend_states(PhaseGuess& guess, double start, double end) {
    const std::vector<Curve> curves = random_curves();
    const std::vector<int> carriers = carried_by(phase_, numbers_);
    guess.time = Eigen::VectorXd::LinSpaced(kColumns, start, end);
    guess.states.resize(phase_.state_count, kColumns);
    for (int k = 0; k < kColumns; ++k) {
      const double s = static_cast<double>(k) / (kColumns - 1);
      const Eigen::VectorXd own = interpolate(around_.time, around_.states, time_at(s));
      for (int i = 0; i < phase_.state_count; ++i) {
        const double bend = carriers[i] < 0 ? curves[i].at(s) : curves[carriers[i]].slope(s) / (end - start);
        guess.states(i, k) = Bounds(phase_.states[i].bounds, numbers_).clamp(own(i) + bend);
      }
    }
  }

  void bend_controls(PhaseGuess& guess, double start, double end) {
    guess.control_time = Eigen::VectorXd::LinSpaced(kControlPoints, start, end);
    guess.controls.resize(phase_.control_count, kControlPoints);
    for (int k = 0; k < kControlPoints && phase_.control_count > 0; ++k) {
      const double s = static_cast<double>(k) / (kControlPoints - 1);
      const Eigen::VectorXd own = interpolate(around_.control_time, around_.controls, time_at(s));
      for (int i = 0; i < phase_.control_count; ++i) guess.controls(i, k) = random_control(i, own(i));
    }
  }

  double random_control(int i, double own) {
    const Bounds bounds(phase_.controls[i].bounds, numbers_);
    if (bounds.is_finite()) return bounds.clamp(own + reach_ * (dice_.within(bounds.lower, bounds.upper) - own));
    const double extent = around_.controls.row(i).cwiseAbs().maxCoeff();
    return bounds.clamp(own + reach_ * (extent > 0.0 ? extent : 1.0) * dice_.sign_and_size());
  }

  const Phase& phase_;
  const PhaseGuess& around_;
  std::span<const double> numbers_;
  double reach_;
  Dice& dice_;
};

/// When each phase ends: fixed, or with a random duration.
double random_end(const Phase& phase, double start, double length, std::span<const double> numbers, double reach,
                  Dice& dice) {
  const Bounds ends(phase.time.end, numbers);
  if (ends.is_fixed()) return ends.lower;
  double duration = length * std::exp2(reach * dice.sign_and_size());
  if (phase.time.duration) duration = Bounds(*phase.time.duration, numbers).clamp(duration);
  return ends.clamp(start + duration);
}

double random_start_time(const Phase& phase, double guessed, double length, std::span<const double> numbers,
                         double reach, Dice& dice) {
  const Bounds starts(phase.time.start, numbers);
  return starts.is_fixed() ? starts.lower : starts.clamp(guessed + 0.5 * reach * length * dice.sign_and_size());
}

void vary_design_numbers(const Problem& problem, double reach, Dice& dice, Guess& guess) {
  for (const int index : problem.design_numbers()) {
    const NamedNumber& number = problem.numbers()[index];
    const auto found = guess.numbers.find(number.name);
    const double own = found == guess.numbers.end() ? number.value : found->second;
    const bool is_bounded = std::isfinite(number.lower) && std::isfinite(number.upper);
    const double scaled = own * std::exp2(2.0 * reach * dice.sign_and_size());
    const double other = is_bounded ? own + reach * (dice.within(number.lower, number.upper) - own) : own;
    guess.numbers[number.name] = std::clamp(own != 0.0 ? scaled : other, number.lower, number.upper);
  }
}

}  // namespace

Guess random_guess(const Problem& problem, const Guess& around, unsigned seed, int start) {
  require(start >= 0, "start {} of a multi-start: they are numbered from 0", start);
  check_guess(around, problem);
  if (start == 0) return around;
  Dice dice(seed, start);
  const double reach = dice.within(0.0, 1.0);
  const std::vector<double> numbers = problem.number_values();
  Guess guess;
  guess.numbers = around.numbers;
  vary_design_numbers(problem, reach, dice, guess);
  double before = 0.0;  // when the phase before ends
  for (std::size_t i = 0; i < problem.phases().size(); ++i) {
    const Phase& phase = problem.phases()[i];
    const PhaseGuess& own = around.phases[i];
    const double length = own.time(own.time.size() - 1) - own.time(0);
    const double from =
        phase.time.continues ? before : random_start_time(phase, own.time(0), length, numbers, reach, dice);
    const double to = std::max(random_end(phase, from, length, numbers, reach, dice), from + kShortest * length);
    guess.phases.push_back(PhaseBender(phase, own, numbers, reach, dice).bent(from, to));
    before = to;
  }
  return guess;
}

}  // namespace tandem
