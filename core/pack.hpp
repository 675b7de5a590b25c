#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#ifdef __AVX__
#include <immintrin.h>
#endif

#include <Eigen/Core>

#include <tandem/core/num_traits.hpp>
#include <tandem/core/scalar.hpp>

namespace tandem {

/// W numbers that go through the same arithmetic together, one state a lane: a scalar for generic code. Arithmetic is
/// the compiler's vector arithmetic (256 bits for Pack<double, 4>). Functions take packs by reference.
template <class T, int W>
struct Pack {
  static_assert(W > 0 && (W & (W - 1)) == 0, "the width of a pack is a power of two");
  using Lanes [[gnu::vector_size(W * sizeof(T))]] = T;
  using Mask [[gnu::vector_size(W * sizeof(T))]] = std::int64_t;
  static_assert(sizeof(T) == sizeof(std::int64_t));
  static constexpr int kWidth = W;

  Lanes lanes;

  Pack() = default;
  Pack(T value) : lanes(value - Lanes{}) {}  // NOLINT(google-explicit-constructor): a number is a pack of equals
  explicit Pack(const Lanes& value) : lanes(value) {}

  T operator[](int lane) const { return lanes[lane]; }
  void set(int lane, T value) { lanes[lane] = value; }

  Pack& operator+=(const Pack& b) { return lanes += b.lanes, *this; }
  Pack& operator-=(const Pack& b) { return lanes -= b.lanes, *this; }
  Pack& operator*=(const Pack& b) { return lanes *= b.lanes, *this; }
  Pack& operator/=(const Pack& b) { return lanes /= b.lanes, *this; }

  friend Pack operator+(const Pack& a, const Pack& b) { return Pack(Lanes(a.lanes + b.lanes)); }
  friend Pack operator-(const Pack& a, const Pack& b) { return Pack(Lanes(a.lanes - b.lanes)); }
  friend Pack operator*(const Pack& a, const Pack& b) { return Pack(Lanes(a.lanes * b.lanes)); }
  friend Pack operator/(const Pack& a, const Pack& b) { return Pack(Lanes(a.lanes / b.lanes)); }
  friend Pack operator-(const Pack& a) { return Pack(Lanes(-a.lanes)); }
  friend const Pack& operator+(const Pack& a) { return a; }

  /// Lane by lane: all bits set where the relation holds.
  friend Mask operator<(const Pack& a, const Pack& b) { return a.lanes < b.lanes; }
  friend Mask operator>(const Pack& a, const Pack& b) { return a.lanes > b.lanes; }
  friend Mask operator<=(const Pack& a, const Pack& b) { return a.lanes <= b.lanes; }
  friend Mask operator>=(const Pack& a, const Pack& b) { return a.lanes >= b.lanes; }

  /// Equal in every lane.
  friend bool operator==(const Pack& a, const Pack& b) {
    for (int i = 0; i < W; ++i) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }
};

/// Lane by lane: yes where the mask is set, no elsewhere.
template <class T, int W>
Pack<T, W> select(const typename Pack<T, W>::Mask& mask, const Pack<T, W>& yes, const Pack<T, W>& no) {
  return Pack<T, W>(typename Pack<T, W>::Lanes(mask ? yes.lanes : no.lanes));
}

/// f of every lane: for functions that have no vector form and are not in a hot loop.
template <class T, int W, class Function>
Pack<T, W> lane_by_lane(const Pack<T, W>& a, const Function& f) {
  Pack<T, W> result;
  for (int i = 0; i < W; ++i) result.lanes[i] = f(a.lanes[i]);
  return result;
}

template <class T, int W, class Function>
Pack<T, W> lane_by_lane(const Pack<T, W>& a, const Pack<T, W>& b, const Function& f) {
  Pack<T, W> result;
  for (int i = 0; i < W; ++i) result.lanes[i] = f(a.lanes[i], b.lanes[i]);
  return result;
}

template <class T, int W>
Pack<T, W> sqrt(const Pack<T, W>& a) {
#ifdef __AVX__
  if constexpr (std::is_same_v<T, double> && W == 4) return Pack<T, W>(_mm256_sqrt_pd(a.lanes));
#endif
  return lane_by_lane(a, [](T x) { return std::sqrt(x); });
}
template <class T, int W>
Pack<T, W> abs(const Pack<T, W>& a) {
  return select<T, W>(a < Pack<T, W>(T(0)), -a, a);
}
template <class T, int W>
Pack<T, W> tan(const Pack<T, W>& a) {
  return lane_by_lane(a, [](T x) { return std::tan(x); });
}
template <class T, int W>
Pack<T, W> asin(const Pack<T, W>& a) {
  return lane_by_lane(a, [](T x) { return std::asin(x); });
}
template <class T, int W>
Pack<T, W> acos(const Pack<T, W>& a) {
  return lane_by_lane(a, [](T x) { return std::acos(x); });
}
template <class T, int W>
Pack<T, W> atan(const Pack<T, W>& a) {
  return lane_by_lane(a, [](T x) { return std::atan(x); });
}
template <class T, int W>
Pack<T, W> sinh(const Pack<T, W>& a) {
  return lane_by_lane(a, [](T x) { return std::sinh(x); });
}
template <class T, int W>
Pack<T, W> cosh(const Pack<T, W>& a) {
  return lane_by_lane(a, [](T x) { return std::cosh(x); });
}
template <class T, int W>
Pack<T, W> tanh(const Pack<T, W>& a) {
  return lane_by_lane(a, [](T x) { return std::tanh(x); });
}
template <class T, int W>
Pack<T, W> exp(const Pack<T, W>& a) {
  return lane_by_lane(a, [](T x) { return std::exp(x); });
}
template <class T, int W>
Pack<T, W> log(const Pack<T, W>& a) {
  return lane_by_lane(a, [](T x) { return std::log(x); });
}
template <class T, int W>
Pack<T, W> atan2(const Pack<T, W>& y, const std::type_identity_t<Pack<T, W>>& x) {
  return lane_by_lane(y, x, [](T a, T b) { return std::atan2(a, b); });
}
template <class T, int W>
Pack<T, W> atan2(T y, const Pack<T, W>& x) {
  return atan2(Pack<T, W>(y), x);
}
template <class T, int W>
Pack<T, W> pow(const Pack<T, W>& a, const std::type_identity_t<Pack<T, W>>& b) {
  return lane_by_lane(a, b, [](T x, T y) { return std::pow(x, y); });
}
template <class T, int W>
Pack<T, W> pow(const Pack<T, W>& a, T b) {
  return pow(a, Pack<T, W>(b));
}
template <class T, int W>
Pack<T, W> pow(T a, const Pack<T, W>& b) {
  return pow(Pack<T, W>(a), b);
}
/// By repeated squaring; a^0 = 1.
template <class T, int W>
Pack<T, W> pow(const Pack<T, W>& a, int n) {
  Pack<T, W> power(T(1)), square = a;
  for (int rest = n < 0 ? -n : n; rest > 0; rest /= 2) {
    if (rest % 2 == 1) power *= square;
    square *= square;
  }
  return n < 0 ? T(1) / power : power;
}

template <int W>
struct PackSineCosine {
  using P = Pack<double, W>;
  [[gnu::always_inline]] static P fused(const P& a, const P& b, const P& c) {
#ifdef __FMA__
    if constexpr (W == 4) return P(_mm256_fmadd_pd(a.lanes, b.lanes, c.lanes));
#endif
    P result;
    for (int i = 0; i < W; ++i) result.lanes[i] = std::fma(a.lanes[i], b.lanes[i], c.lanes[i]);
    return result;
  }
  /// Adding 1.5 2^52 leaves no room for a fraction: the sum is rounded to the nearest integer.
  [[gnu::always_inline]] static P nearest(const P& x) {
    constexpr double kRound = 6755399441055744.0;
    return P(typename P::Lanes((x.lanes + kRound) - kRound));
  }
  [[gnu::always_inline]] static void turn(const P& k, const P& sine, const P& cosine, P& s, P& c) {
    const typename P::Mask quarter = __builtin_convertvector(k.lanes, typename P::Mask);
    const typename P::Mask swapped = (quarter & 1) != 0;
    const P first = select<double, W>(swapped, cosine, sine), second = select<double, W>(swapped, sine, cosine);
    s = select<double, W>((quarter & 2) != 0, -first, first);
    c = select<double, W>(((quarter + 1) & 2) != 0, -second, second);
  }
};

/// Whether the mask is set in every lane.
template <class T, int W>
inline bool all_lanes(const typename Pack<T, W>::Mask& mask) {
#ifdef __AVX__
  if constexpr (W == 4) return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) == 0b1111;
#endif
  std::int64_t all = -1;
  for (int i = 0; i < W; ++i) all &= mask[i];
  return all != 0;
}

/// Lane by lane, for angles beyond the reach of the polynomials and machines without a fused multiply-add. By value: a
/// caller's packs stay in registers.
template <int W>
[[gnu::noinline, gnu::cold]] Pack<double, W> far_sine_or_cosine(Pack<double, W> x, bool is_sine) {
  for (int i = 0; i < W; ++i) {
    double sine = 0, cosine = 0;
    sine_cosine(x.lanes[i], sine, cosine);
    x.lanes[i] = is_sine ? sine : cosine;
  }
  return x;
}

/// Always inlined and free of memory on its usual way: sin(a) and cos(a) beside each other cost the compiler one
/// reduction and two polynomials.
template <int W>
[[gnu::always_inline]] inline void sine_cosine(const Pack<double, W>& x, Pack<double, W>& s, Pack<double, W>& c) {
#ifdef __FMA__
  const Pack<double, W> angle = x;  // s or c may be x
  sine_cosine_kernel<PackSineCosine<W>>(angle, s, c);
  if (__builtin_expect(all_lanes<double, W>(abs(angle) <= Pack<double, W>(kSineCosineReach)), 1)) return;
#else
  const Pack<double, W> angle = x;
#endif
  s = far_sine_or_cosine(angle, true);
  c = far_sine_or_cosine(angle, false);
}

template <int W>
Pack<double, W> sin(const Pack<double, W>& x) {
  Pack<double, W> s, c;
  sine_cosine(x, s, c);
  return s;
}
template <int W>
Pack<double, W> cos(const Pack<double, W>& x) {
  Pack<double, W> s, c;
  sine_cosine(x, s, c);
  return c;
}

template <int W>
struct ScalarTraits<Pack<double, W>> {
  using P = Pack<double, W>;
  static void sine_cosine(const P& x, P& s, P& c) { tandem::sine_cosine(x, s, c); }
  static P select_less(const P& a, const P& b, const P& yes, const P& no) { return select<double, W>(a < b, yes, no); }
  static bool is_below(const P& a, const P& b) { return !all_lanes<double, W>(a >= b); }
  static double first_value(const P& a) { return a[0]; }
};

using Pack4 = Pack<double, 4>;

/// Four packs as the rows of a matrix become its columns: between four knots, each contiguous in memory, and their
/// numbers side by side in packs.
[[gnu::always_inline]] inline void transpose(Pack4& a, Pack4& b, Pack4& c, Pack4& d) {
  const Pack4::Lanes ab0 = __builtin_shufflevector(a.lanes, b.lanes, 0, 4, 2, 6);
  const Pack4::Lanes ab1 = __builtin_shufflevector(a.lanes, b.lanes, 1, 5, 3, 7);
  const Pack4::Lanes cd0 = __builtin_shufflevector(c.lanes, d.lanes, 0, 4, 2, 6);
  const Pack4::Lanes cd1 = __builtin_shufflevector(c.lanes, d.lanes, 1, 5, 3, 7);
  a.lanes = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5);
  b.lanes = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5);
  c.lanes = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
  d.lanes = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7);
}

}  // namespace tandem

template <class T, int W>
struct Eigen::NumTraits<tandem::Pack<T, W>> : tandem::RealNumTraits<tandem::Pack<T, W>, T> {
  enum { ReadCost = W, AddCost = W, MulCost = W };
};
