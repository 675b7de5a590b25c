#pragma once

#include <tandem/core/sine_cosine.hpp>
#include <tandem/derivatives/bytecode/lanes.hpp>

#include <array>
#include <cfloat>
#include <cmath>

/// Elementary functions of a vector of doubles, each within 2 units in the last place over its whole range, infinities
/// and NaN as the standard library has them. What a polynomial does not reach is taken lane by lane.
namespace tandem::bytecode {

/// Adding it leaves no room for a fraction: the sum is rounded to the nearest integer, which its lowest bits are.
inline constexpr double kRound = 6755399441055744.0;  // 1.5 2^52

/// c[0] + c[1] x + c[2] x^2 + ... (Horner).
template <std::size_t kCount>
[[gnu::always_inline]] inline Lanes polynomial(Lanes x, const std::array<double, kCount>& c) {
  Lanes sum = all_lanes(c[kCount - 1]);
  for (std::size_t i = kCount - 1; i-- > 0;) sum = fused(sum, x, c[i]);
  return sum;
}

// ---- sine and cosine ------------------------------------------------------------------------------------------------

/// What sine_cosine_kernel (core/sine_cosine.hpp) asks of a scalar.
struct LaneSineCosine {
  struct Number {
    Lanes lanes;
    explicit Number(double x) : lanes(all_lanes(x)) {}
    explicit Number(Lanes x) : lanes(x) {}
    Number() = default;
    [[gnu::always_inline]] friend Number operator*(Number a, Number b) { return Number(a.lanes * b.lanes); }
  };
  [[gnu::always_inline]] static Number fused(Number a, Number b, Number c) {
    return Number(bytecode::fused(a.lanes, b.lanes, c.lanes));
  }
  [[gnu::always_inline]] static Number nearest(Number x) { return Number((x.lanes + kRound) - kRound); }
  [[gnu::always_inline]] static void turn(Number k, Number sine, Number cosine, Number& s, Number& c) {
    const Bits quarter = bits_of(k.lanes + kRound);
    const Bits swapped = (quarter & 1) != 0;
    const Lanes first = swapped ? cosine.lanes : sine.lanes, second = swapped ? sine.lanes : cosine.lanes;
    s.lanes = number_of(bits_of(first) ^ ((quarter & 2) << 62));
    c.lanes = number_of(bits_of(second) ^ (((quarter + 1) & 2) << 62));
  }
};

[[gnu::always_inline]] inline void sine_cosine(Lanes x, Lanes& s, Lanes& c) {
  LaneSineCosine::Number sine, cosine;
  sine_cosine_kernel<LaneSineCosine>(LaneSineCosine::Number(x), sine, cosine);
  s = sine.lanes, c = cosine.lanes;
  const Bits odd = ~(magnitude(x) <= kSineCosineReach);
  if (__builtin_expect(!any(odd), 1)) return;
  s = mended(s, odd, [x](int i) { return std::sin(x[i]); });
  c = mended(c, odd, [x](int i) { return std::cos(x[i]); });
}

// ---- exponentials ---------------------------------------------------------------------------------------------------

inline constexpr double kLog2E = 0x1.71547652b82fep+0;
inline constexpr double kLn2 = 0x1.62e42fefa39efp-1, kLn2Rest = 0x1.abc9e3b39803fp-56;
/// ln 2 with eleven zeros at its end, so that products with exponents are exact.
inline constexpr double kShortLn2 = 0x1.62e42fefa3800p-1, kShortLn2Rest = 0x1.ef35793c76730p-45;

/// 1/2!, 1/3!, ... 1/13!: e^r = 1 + r + r^2 (1/2 + r/6 + ...), right to 5e-18 for |r| <= ln(2)/2.
inline constexpr std::array<double, 12> kExponential{1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                                     1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                                                     1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};

/// x 2^k for whole k from -2000 to 2000 that stand in the lowest bits of `shifted` = k + kRound; in two steps, so that
/// only the last may leave the range of normal numbers.
[[gnu::always_inline]] inline Lanes times_power_of_two(Lanes x, Lanes shifted) {
  const Count k = count_of(shifted) - count_of(all_lanes(kRound)) + 2048;
  const Count half = k >> 1, other = k - half;
  return x * number_of((half - 1) << 52) * number_of((other - 1) << 52);
}

/// e^(x + rest) for |x| <= 746: r = x - k ln 2 is exact but for the second part of ln 2.
[[gnu::always_inline]] inline Lanes exponential(Lanes x, Lanes rest) {
  const Lanes shifted = fused(x, kLog2E, all_lanes(kRound)), k = shifted - kRound;
  const Lanes r = fused(k, -kLn2, x) + fused(k, -kLn2Rest, rest);
  const Lanes power = 1.0 + fused(r * r, polynomial(r, kExponential), r);
  return times_power_of_two(power, shifted);
}

/// Beyond these ends the result is infinity or zero; a NaN goes through.
[[gnu::always_inline]] inline Lanes exponential(Lanes x) {
  x = x > 710.0 ? all_lanes(710.0) : x;
  x = x < -746.0 ? all_lanes(-746.0) : x;
  return exponential(x, Lanes{});
}

/// tanh x = x + x^3 N(x^2) / D(x^2), the eighth convergent of its continued fraction x/(1 + x^2/(3 + x^2/(5 + ...))),
/// right to 1e-18 up to 0.55; 1 - 2 / (e^(2|x|) + 1) beyond.
[[gnu::always_inline]] inline Lanes hyperbolic_tangent(Lanes x) {
  const Lanes size = magnitude(x), z = x * x;
  const Bits small = size < 0.55;
  const Lanes top = z * polynomial(z, std::array{-675675.0, -45045.0, -594.0, -1.0});
  const Lanes bottom = polynomial(z, std::array{2027025.0, 945945.0, 51975.0, 630.0, 1.0});
  const Lanes bounded = size > 30.0 ? all_lanes(30.0) : size;  // a NaN stays
  const Lanes quotient = (small ? top : all_lanes(-2.0)) / (small ? bottom : exponential(2.0 * bounded, Lanes{}) + 1.0);
  return signed_as(fused(small ? size : all_lanes(1.0), quotient, small ? size : all_lanes(1.0)), x);
}

// ---- logarithms -----------------------------------------------------------------------------------------------------

/// x = 2^k m with m from sqrt(1/2) to sqrt(2), for normal numbers above zero.
struct Split {
  Lanes k, m;
};
[[gnu::always_inline]] inline Split split(Lanes x) {
  const Count root = count_of(all_lanes(0x1.6a09e667f3bcdp-1)), bias = count_of(all_lanes(0x1p52));
  const Count k = (count_of(x) - root + ((Count{} + 1024) << 52)) >> 52;  // + 1024
  return {number_of(k | bias) - (0x1p52 + 1024.0), number_of(count_of(x) - ((k - 1024) << 52))};
}

/// 2 atanh(s) - 2 s = s R(s^2), R = 2 (z/3 + z^2/5 + ...): the series, right to 1e-18 for s <= (sqrt 2 - 1)/(sqrt 2 +
/// 1).
inline constexpr std::array<double, 10> kAtanh{2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
                                               2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21};

/// ln x = k ln 2 + 2 atanh(s), s = f / (2 + f), f = m - 1; with h = f^2/2 it is 2 s = f - h + s h, whose leading term
/// is exact.
[[gnu::always_inline]] inline Lanes logarithm(Lanes x) {
  const auto [k, m] = split(x);
  const Lanes f = m - 1.0, s = f / (2.0 + f), z = s * s, h = 0.5 * f * f;
  const Lanes rest = fused(s, fused(z, polynomial(z, kAtanh), h), k * kLn2Rest);
  const Lanes result = fused(k, kLn2, f - (h - rest));
  const Bits odd = ~((x >= DBL_MIN) & (x <= DBL_MAX));
  if (__builtin_expect(!any(odd), 1)) return result;
  return mended(result, odd, [x](int i) { return std::log(x[i]); });
}

/// A number as the sum of two, the second of which is below the first's last place.
struct Sum {
  Lanes high, low;
};
/// a + b where |a| >= |b| or a = 0.
[[gnu::always_inline]] inline Sum exact_sum(Lanes a, Lanes b) {
  const Lanes sum = a + b;
  return {sum, b - (sum - a)};
}
/// (a + a') (b + b') to twice the digits.
[[gnu::always_inline]] inline Sum exact_product(Sum a, Sum b) {
  const Lanes product = a.high * b.high;
  return {product, fused(a.high, b.high, -product) + fused(a.high, b.low, a.low * b.high)};
}

/// ln x to 2^-64 of itself, for normal x > 0: the series above with its first terms to twice the digits,
/// 2 atanh(s) = 2 s (1 + z (1/3 + z (1/5 + ...))), z = s^2.
[[gnu::always_inline]] inline Sum exact_logarithm(Lanes x) {
  const auto [k, m] = split(x);
  const Lanes f = m - 1.0, d = m + 1.0, d_rest = m - (d - 1.0);
  const Lanes quotient = f / d;
  const Sum s{quotient, fused(-quotient, d_rest, fused(-quotient, d, f)) / d};
  const Sum z = exact_product(s, s);
  static constexpr std::array<double, 9> kSeries{1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13,
                                                 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21};
  Sum third = exact_sum(all_lanes(0x1.5555555555555p-2), z.high * polynomial(z.high, kSeries));
  third.low += 0x1.5555555555555p-56;
  const Sum twice{2.0 * s.high, 2.0 * s.low};
  const Sum more = exact_product(twice, exact_product(z, third));
  const Sum first = exact_sum(k * kShortLn2, twice.high), second = exact_sum(first.high, more.high);
  const Lanes low = fused(k, kShortLn2Rest, twice.low + more.low) + (first.low + second.low);
  return exact_sum(second.high, low);
}

/// x^y = e^(y ln x) for normal x > 0 where the result is normal; the rest lane by lane.
[[gnu::always_inline]] inline Lanes power(Lanes x, Lanes y) {
  const Sum logarithm = exact_logarithm(x);
  const Lanes exponent = y * logarithm.high, rest = fused(y, logarithm.low, fused(y, logarithm.high, -exponent));
  const Bits odd = ~((x >= DBL_MIN) & (x <= DBL_MAX) & (magnitude(exponent) <= 700.0));
  const Lanes result = exponential(exponent, rest);
  if (__builtin_expect(!any(odd), 1)) return result;
  return mended(result, odd, [x, y](int i) { return std::pow(x[i], y[i]); });
}

// ---- inverse trigonometric functions --------------------------------------------------------------------------------

/// (atan(q)/q - 1) / q^2 as a polynomial of q^2 <= tan(pi/8)^2, interpolated at Chebyshev's points: right to 7e-18 of
/// atan(q).
inline constexpr std::array<double, 11> kArcTangent{-0.3333333333333333,  0.1999999999999552,   -0.14285714284666542,
                                                    0.11111111015256361,  -0.09090904578123903, 0.07692183190826087,
                                                    -0.06664511447381948, 0.0585814891280221,   -0.0508544973794026,
                                                    0.03923165829558719,  -0.01917688711906226};

inline constexpr double kPi = 0x1.921fb54442d18p+1, kPiRest = 0x1.1a62633145c07p-53;

/// atan(low / high) of the smaller over the larger magnitude, from pi/8 on as pi/4 + atan((low - high)/(low + high));
/// then by octants.
[[gnu::always_inline]] inline Lanes arc_tangent(Lanes y, Lanes x) {
  const Lanes ay = magnitude(y), ax = magnitude(x);
  const Bits steep = ay > ax;
  const Lanes high = steep ? ay : ax, low = steep ? ax : ay;
  const Bits wide = low > 0.41421356237309503 * high;
  const Lanes q = (wide ? low - high : low) / (wide ? low + high : high), z = q * q;
  const Lanes rest = (wide ? all_lanes(kPiRest / 4) : Lanes{}) + q * z * polynomial(z, kArcTangent);
  Lanes angle = (wide ? all_lanes(kPi / 4) : Lanes{}) + (q + rest);
  angle = steep ? kPi / 2 - (angle - kPiRest / 2) : angle;
  angle = x < 0.0 ? kPi - (angle - kPiRest) : angle;
  const Bits odd = ~((high <= 1e300) & (high >= 1e-290));
  const Lanes result = signed_as(angle, y);
  if (__builtin_expect(!any(odd), 1)) return result;
  return mended(result, odd, [x, y](int i) { return std::atan2(y[i], x[i]); });
}

/// (asin(q)/q - 1) / q^2 as a polynomial of q^2 <= 1/4, found likewise: right to 6e-18 of asin(q).
inline constexpr std::array<double, 13> kArcSine{
    0.16666666666666669,  0.07499999999998433,   0.04464285714635543,  0.030381944138531247, 0.02237217294214989,
    0.017352392720869973, 0.013971212973552933,  0.011479177415184906, 0.01032281435018578,  0.005457506718640358,
    0.01740087944269402,  -0.014851887071247204, 0.028757851367421566};

/// What arc sine and arc cosine share: q with asin(q) = q + q z R(z), where q is |x| up to 1/2 and beyond it the root
/// of z = (1 - |x|)/2, since acos(|x|) = 2 asin(q); what rounding the root left out; and q z R(z).
struct ArcSine {
  Bits near;  ///< |x| <= 1/2
  Lanes q, q_rest, more;
};
[[gnu::always_inline]] inline ArcSine arc_sine_parts(Lanes x) {
  const Lanes size = magnitude(x);
  const Bits near = size <= 0.5;
  const Lanes z = near ? x * x : 0.5 - 0.5 * size, q = near ? size : square_root(z);
  const Lanes q_rest = near ? Lanes{} : fused(-q, q, z) / (2.0 * q + DBL_MIN);
  return {near, q, q_rest, q * z * polynomial(z, kArcSine)};
}

[[gnu::always_inline]] inline Lanes arc_sine(Lanes x) {
  const auto [near, q, q_rest, more] = arc_sine_parts(x);
  const Lanes far = (kPi / 2 - 2.0 * q) - (2.0 * (more + q_rest) - kPiRest / 2);
  return signed_as(near ? q + more : far, x);
}

[[gnu::always_inline]] inline Lanes arc_cosine(Lanes x) {
  const auto [near, q, q_rest, more] = arc_sine_parts(x);
  const Lanes signed_more = signed_as(more, x), signed_q = signed_as(q, x);
  const Lanes middle = kPi / 2 - (signed_q + (signed_more - kPiRest / 2));
  const Lanes twice = 2.0 * (q + (more + q_rest));
  return near ? middle : (x < 0.0 ? kPi - (twice - kPiRest) : twice);
}

}  // namespace tandem::bytecode
