#include <tandem/derivatives/bytecode/lane_functions.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace tandem::lane_functions_test {

using bytecode::Bits;
using bytecode::kLanes;
using bytecode::Lanes;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// One of the functions, of two operands; those of one leave the second.
struct Case {
  std::string name;
  std::function<Lanes(Lanes, Lanes)> lanes;
  std::function<double(double, double)> doubles;
  std::function<long double(long double, long double)> exact;
  double from, to;  ///< of the first operand
};

Lanes sine(Lanes x) {
  Lanes s, c;
  bytecode::sine_cosine(x, s, c);
  return s;
}
Lanes cosine(Lanes x) {
  Lanes s, c;
  bytecode::sine_cosine(x, s, c);
  return c;
}

#define TANDEM_OF_ONE(lane_function, f, from, to)                                                                     \
  Case {                                                                                                              \
#f, [](Lanes x,                                                                                                   \
           Lanes) { return lane_function(x); },                                                                       \
                                             [](double x,                                                             \
                                                double) { return std::f(x); },                                        \
                                                                            [](long double x,                         \
                                                                               long double) { return std::f(x); },    \
                                                                                                                from, \
                                                                                                                to    \
  }
#define TANDEM_OF_TWO(lane_function, f, from, to)                                                                       \
  Case {                                                                                                                \
#f, [](Lanes x,                                                                                                     \
           Lanes                                                                                                        \
               y) { return lane_function(x, y); },                                                                      \
                                                [](double x,                                                            \
                                                   double                                                               \
                                                       y) { return std::f(x, y); },                                     \
                                                                                 [](long double x,                      \
                                                                                    long double                         \
                                                                                        y) { return std::f(x, y); },    \
                                                                                                                  from, \
                                                                                                                  to    \
  }

std::vector<Case> cases() {
  return {TANDEM_OF_ONE(sine, sin, -1.1e5, 1.1e5),
          TANDEM_OF_ONE(cosine, cos, -1.1e5, 1.1e5),
          TANDEM_OF_ONE(bytecode::exponential, exp, -750.0, 715.0),
          TANDEM_OF_ONE(bytecode::hyperbolic_tangent, tanh, -22.0, 22.0),
          TANDEM_OF_ONE(bytecode::logarithm, log, 0.0, 10.0),
          TANDEM_OF_TWO(bytecode::power, pow, 0.0, 10.0),
          TANDEM_OF_TWO(bytecode::arc_tangent, atan2, -10.0, 10.0),
          TANDEM_OF_ONE(bytecode::square_root, sqrt, 0.0, 10.0),
          TANDEM_OF_ONE(bytecode::arc_sine, asin, -1.0, 1.0),
          TANDEM_OF_ONE(bytecode::arc_cosine, acos, -1.0, 1.0)};
}

class LaneFunction : public testing::TestWithParam<Case> {
 protected:
  /// Evaluates f at all of these, as many at a time as a vector holds.
  std::vector<double> at(const std::vector<double>& x, const std::vector<double>& y) const {
    std::vector<double> results(x.size());
    for (std::size_t i = 0; i < x.size(); i += kLanes) {
      Lanes a, b;
      std::memcpy(&a, &x[i], sizeof a), std::memcpy(&b, &y[i], sizeof b);
      a = GetParam().lanes(a, b);
      std::memcpy(&results[i], &a, sizeof a);
    }
    return results;
  }

  double units_off(double found, double x, double y) const {
    const long double exact = GetParam().exact(x, y);
    if (std::isnan(exact)) return std::isnan(found) ? 0.0 : kInfinity;
    const double nearest = static_cast<double>(exact);
    if (!std::isfinite(found) || !std::isfinite(nearest)) return found == nearest ? 0.0 : kInfinity;
    const double unit = std::max(std::nextafter(std::abs(nearest), kInfinity) - std::abs(nearest),
                                 std::numeric_limits<double>::denorm_min());
    return static_cast<double>(std::abs(found - exact) / unit);
  }

  /// Within two units, except that a result at the end of the range may be the next one over it.
  void expect_exact(const std::vector<double>& x, const std::vector<double>& y) const {
    const std::vector<double> found = at(x, y);
    double worst = 0.0, worst_x = 0.0, worst_y = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double off = units_off(found[i], x[i], y[i]);
      if (off > worst) worst = off, worst_x = x[i], worst_y = y[i];
    }
    EXPECT_LE(worst, 2.0) << GetParam().name << " at " << worst_x << ", " << worst_y;
  }
};

constexpr int kPoints = 40000;

TEST_P(LaneFunction, IsWithinTwoUnitsInItsUsualRange) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> number(GetParam().from, GetParam().to), other(-20.0, 20.0);
  std::vector<double> x(kPoints), y(kPoints);
  for (double& each : x) each = number(engine);
  for (double& each : y) each = other(engine);
  expect_exact(x, y);
}

TEST_P(LaneFunction, IsWithinTwoUnitsAtNumbersOfAnySize) {
  std::mt19937_64 engine(2);
  std::vector<double> x(kPoints), y(kPoints);
  for (double& each : x) each = std::bit_cast<double>(engine());
  for (double& each : y) each = std::bit_cast<double>(engine());
  expect_exact(x, y);
  for (double& each : y) each = std::ldexp(static_cast<double>(engine() % 2000), -8);  // powers that stay in range
  for (double& each : x) each = std::exp2(static_cast<double>(engine() % 4000) / 1000.0 - 2.0);
  expect_exact(x, y);
}

TEST_P(LaneFunction, IsWithinTwoUnitsNearItsSeams) {
  std::mt19937_64 engine(3);
  std::vector<double> seams{0.0, 0.5, 1.0, std::sqrt(0.5), std::sqrt(2.0), 0.55, std::sqrt(2.0) - 1.0, 709.78, -745.0};
  for (int k = 1; k < 64000; k += 37) seams.push_back(k * 1.5707963267948966);
  std::vector<double> x, y;
  for (const double seam : seams) {
    for (int i = 0; i < 16; ++i) {
      const double near = seam * (1.0 + (static_cast<int>(engine() % 9) - 4) * 0x1p-53) + (i == 0 ? 1e-9 : 0.0);
      x.push_back(i % 2 == 0 ? near : -near);
      y.push_back(i % 3 == 0 ? 1.0 : 1e-5 * static_cast<double>(engine() % 1000000));
    }
  }
  expect_exact(x, y);
}

TEST_P(LaneFunction, HasInfinitiesAndNanAsTheStandardLibrary) {
  const std::vector<double> special{0.0,  -0.0,   1.0,    -1.0,    2.0,   -3.0,   0.5,   kInfinity, -kInfinity,
                                    kNan, 5e-324, 1e-310, -1e-310, 1e308, -1e308, 1e300, 3.0,       -0.5};
  std::vector<double> x, y;
  for (const double a : special) {
    for (const double b : special) x.push_back(a), y.push_back(b);
  }
  while (x.size() % kLanes != 0) x.push_back(1.0), y.push_back(1.0);
  const std::vector<double> found = at(x, y);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double expected = GetParam().doubles(x[i], y[i]);
    if (std::isnan(expected) || std::isinf(expected)) {
      EXPECT_TRUE(std::isnan(expected) ? std::isnan(found[i]) : found[i] == expected)
          << GetParam().name << " of " << x[i] << ", " << y[i] << " is " << found[i];
    } else {
      EXPECT_LE(units_off(found[i], x[i], y[i]), 2.0) << GetParam().name << " of " << x[i] << ", " << y[i];
    }
  }
}

TEST_P(LaneFunction, KeepsWhatIsOddInItsLane) {
  std::vector<double> x(kLanes, 0.3), y(kLanes, 0.7);
  const std::vector<double> alone = at(x, y);
  for (const double odd : {kNan, kInfinity, -kInfinity, 1e200, -1e-310}) {
    x[1] = odd, y[2] = odd;
    const std::vector<double> found = at(x, y);
    for (int lane = 0; lane < kLanes; ++lane) {
      if (lane != 1 && lane != 2) {
        EXPECT_EQ(found[lane], alone[lane]) << GetParam().name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, LaneFunction, testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

#undef TANDEM_OF_ONE
#undef TANDEM_OF_TWO

}  // namespace tandem::lane_functions_test
