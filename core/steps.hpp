#pragma once

#include <tandem/core/pack.hpp>
#include <tandem/core/scalar.hpp>

#include <array>
#include <complex>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace tandem {

/// Numbers that are constant between breaks: `width` numbers a cell, cell c is breaks[c - 1] <= x < breaks[c], the
/// first and the last reach to infinity. Without breaks x is the number of the cell itself. What tables are made of:
/// their derivative is zero in every scalar, so that the polynomial around them brings the derivatives of a table.
class Steps {
 public:
  static constexpr int kMostWidth = 16;

  Steps(std::vector<double> breaks, int width, std::vector<double> numbers);

  int width() const { return width_; }
  int cells() const { return static_cast<int>(numbers_.size()) / width_; }
  const std::vector<double>& breaks() const { return breaks_; }
  const std::vector<double>& numbers() const { return numbers_; }
  /// Whether x is the number of the cell.
  bool counts() const { return breaks_.empty(); }

  /// The number of the cell of x; that of NaN is NaN. Cost: log2 of the breaks.
  double find(double x) const;
  /// Number k of a cell; NaN of the cell NaN.
  double take(double cell, int k) const;

  /// Equal to the last bit.
  friend bool operator==(const Steps& a, const Steps& b);

 private:
  std::vector<double> breaks_, numbers_;
  int width_;
};

/// Keeps steps as long as the program runs, equal ones once: recordings name them by their number. Threads may call.
std::size_t keep(Steps steps);
/// Those of that number.
const Steps& kept_steps(std::size_t number);

/// out = the numbers of the cell of x, for each scalar: those that carry derivatives get constants. CppAD's and
/// CasADi's stand in derivatives/.
template <class S>
struct StepsOf;

template <class S>
void look_up(std::size_t steps, const S& x, std::span<S> out) {
  StepsOf<S>::look_up(steps, x, out);
}

template <>
struct StepsOf<double> {
  static void look_up(std::size_t number, double x, std::span<double> out) {
    const Steps& steps = kept_steps(number);
    const double cell = steps.find(x);
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = steps.take(cell, static_cast<int>(k));
  }
};

template <>
struct StepsOf<std::complex<double>> {
  static void look_up(std::size_t number, const std::complex<double>& x, std::span<std::complex<double>> out) {
    const Steps& steps = kept_steps(number);
    const double cell = steps.find(x.real());
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = steps.take(cell, static_cast<int>(k));
  }
};

template <int W>
struct StepsOf<Pack<double, W>> {
  static void look_up(std::size_t number, const Pack<double, W>& x, std::span<Pack<double, W>> out) {
    const Steps& steps = kept_steps(number);
    for (int lane = 0; lane < W; ++lane) {
      const double cell = steps.find(x[lane]);
      for (std::size_t k = 0; k < out.size(); ++k) out[k].set(lane, steps.take(cell, static_cast<int>(k)));
    }
  }
};

/// Jets and duals: by their value.
template <class S>
requires requires(const S& x) { x.value; }
struct StepsOf<S> {
  using Value = std::remove_cvref_t<decltype(S::value)>;

  static void look_up(std::size_t steps, const S& x, std::span<S> out) {
    std::array<Value, Steps::kMostWidth> numbers;
    StepsOf<Value>::look_up(steps, x.value, std::span(numbers).first(out.size()));
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = S(numbers[k]);
  }
};

}  // namespace tandem
