#pragma once

#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tandem {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What a solver may do with a named number: keep it, choose it, or follow it along a path.
enum class Role { constant, design, path };

/// Anything with a name, a value, bounds and a unit that a user may set, design or continue.
struct NamedNumber {
  std::string name = {};
  double value = 0.0;
  std::string unit = {};
  std::string meaning = {};
  Role role = Role::constant;
  double lower = -kInfinity;
  double upper = kInfinity;
};

/// Handle of a named number: its place in the list of the problem (or model) that made it.
struct Number {
  int index = -1;
};

/// The values of a problem's named numbers, read by their handles: k[modulus]. They must outlive this.
class NumberValues {
 public:
  NumberValues(std::span<const double> values) : values_(values) {}     // NOLINT(google-explicit-constructor)
  NumberValues(const std::vector<double>& values) : values_(values) {}  // NOLINT(google-explicit-constructor)
  double operator[](Number number) const { return values_[number.index]; }

 private:
  std::span<const double> values_;
};

/// A value that may depend on named numbers: constant + sum of coefficient * number. Bounds and end conditions are
/// given as such, so that setting or continuing a number moves them too.
class Affine {
 public:
  Affine(double constant = 0.0) : constant_(constant) {}  // NOLINT(google-explicit-constructor): reads as a value
  Affine(Number number) : terms_{{number.index, 1.0}} {}  // NOLINT(google-explicit-constructor)

  double at(std::span<const double> numbers) const {
    double sum = constant_;
    for (const auto& [index, coefficient] : terms_) sum += coefficient * numbers[index];
    return sum;
  }

  /// The same in any scalar.
  template <class S>
  S evaluate(std::span<const S> numbers) const {
    S sum(constant_);
    for (const auto& [index, coefficient] : terms_) sum += S(coefficient) * numbers[index];
    return sum;
  }

  /// Indices and coefficients of the named numbers in it.
  std::span<const std::pair<int, double>> terms() const { return terms_; }

  bool depends_on(int number) const {
    for (const auto& [index, coefficient] : terms_) {
      if (index == number && coefficient != 0.0) return true;
    }
    return false;
  }

  Affine& operator+=(const Affine& other) {
    constant_ += other.constant_;
    terms_.insert(terms_.end(), other.terms_.begin(), other.terms_.end());
    return *this;
  }
  Affine& operator*=(double factor) {
    constant_ *= factor;
    for (auto& term : terms_) term.second *= factor;
    return *this;
  }

  friend Affine operator+(Affine a, const Affine& b) { return a += b; }
  friend Affine operator-(Affine a, Affine b) { return a += (b *= -1.0); }
  friend Affine operator-(Affine a) { return a *= -1.0; }
  friend Affine operator*(Affine a, double factor) { return a *= factor; }
  friend Affine operator*(double factor, Affine a) { return a *= factor; }
  friend Affine operator/(Affine a, double divisor) { return a *= 1.0 / divisor; }

 private:
  double constant_ = 0.0;
  std::vector<std::pair<int, double>> terms_;
};

inline Affine operator-(Number number) { return -Affine(number); }
inline Affine operator*(double factor, Number number) { return factor * Affine(number); }
inline Affine operator*(Number number, double factor) { return factor * Affine(number); }
inline Affine operator/(Number number, double divisor) { return Affine(number) / divisor; }
inline Affine operator+(double a, Number b) { return Affine(a) + b; }
inline Affine operator-(double a, Number b) { return Affine(a) - b; }
inline Affine operator+(Number a, const Affine& b) { return Affine(a) + b; }
inline Affine operator-(Number a, const Affine& b) { return Affine(a) - b; }

/// An interval of values; a single value is an interval of no length.
struct Range {
  Affine lower = -kInfinity;
  Affine upper = kInfinity;

  Range() = default;
  Range(double value) : lower(value), upper(value) {}         // NOLINT(google-explicit-constructor)
  Range(Number value) : lower(value), upper(value) {}         // NOLINT(google-explicit-constructor)
  Range(const Affine& value) : lower(value), upper(value) {}  // NOLINT(google-explicit-constructor)
  Range(Affine low, Affine high) : lower(std::move(low)), upper(std::move(high)) {}
};

}  // namespace tandem
