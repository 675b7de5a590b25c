#pragma once

#include <cstdint>
#include <cstring>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace tandem::sweep {

/// Doubles that one instruction works on. Columns of frontals are padded to a multiple of it.
inline constexpr int kLanes = 8;

/// `count` rounded up to whole packs of lanes.
constexpr int padded(int count) { return (count + kLanes - 1) / kLanes * kLanes; }

/// Eight doubles. A loop over frontals of 10 to 100 rows is made of these; without AVX-512 the compiler splits them.
#ifdef __AVX512F__
struct Lanes {
  __m512d v;
};
/// Which lanes take part.
using Mask = __mmask8;

inline Lanes load(const double* from) { return {_mm512_loadu_pd(from)}; }
inline void store(double* to, Lanes a) { _mm512_storeu_pd(to, a.v); }
inline Lanes load(const double* from, Mask mask) { return {_mm512_maskz_loadu_pd(mask, from)}; }
inline void store(double* to, Lanes a, Mask mask) { _mm512_mask_storeu_pd(to, mask, a.v); }
inline Lanes all(double a) { return {_mm512_set1_pd(a)}; }
inline Lanes operator*(Lanes a, Lanes b) { return {_mm512_mul_pd(a.v, b.v)}; }
inline Lanes operator+(Lanes a, Lanes b) { return {_mm512_add_pd(a.v, b.v)}; }
/// a b + c, and c - a b.
inline Lanes plus_product(Lanes c, Lanes a, Lanes b) { return {_mm512_fmadd_pd(a.v, b.v, c.v)}; }
inline Lanes minus_product(Lanes c, Lanes a, Lanes b) { return {_mm512_fnmadd_pd(a.v, b.v, c.v)}; }
inline Lanes magnitude(Lanes a) { return {_mm512_abs_pd(a.v)}; }
inline Lanes larger(Lanes a, Lanes b) { return {_mm512_max_pd(a.v, b.v)}; }
/// Lanes of a that are greater than those of b, or not a number.
inline Mask exceeding(Lanes a, Lanes b) { return _mm512_cmp_pd_mask(a.v, b.v, _CMP_NLE_UQ); }
/// Zero but for the lanes of the mask.
inline Lanes keep(Lanes a, Mask mask) { return {_mm512_maskz_mov_pd(mask, a.v)}; }
/// Lane i everywhere.
inline Lanes spread(Lanes a, int i) { return {_mm512_permutexvar_pd(_mm512_set1_epi64(i), a.v)}; }
inline double first_of(Lanes a) { return _mm512_cvtsd_f64(a.v); }
inline Lanes inverse_of(Lanes a) { return {_mm512_div_pd(_mm512_set1_pd(1.0), a.v)}; }
inline Mask not_zero(Lanes a) { return _mm512_cmp_pd_mask(a.v, _mm512_setzero_pd(), _CMP_NEQ_UQ); }

/// Rows become columns: first pairs within quarters, then quarters within halves, then halves.
inline void transpose(Lanes (&a)[kLanes]) {
  __m512d pair[kLanes], half[kLanes];
  for (int i = 0; i < kLanes; i += 2) {
    pair[i] = _mm512_unpacklo_pd(a[i].v, a[i + 1].v);
    pair[i + 1] = _mm512_unpackhi_pd(a[i].v, a[i + 1].v);
  }
  for (int i = 0; i < kLanes; i += 4) {
    for (int j = 0; j < 2; ++j) {
      half[i + j] = _mm512_shuffle_f64x2(pair[i + j], pair[i + j + 2], 0x88);
      half[i + j + 2] = _mm512_shuffle_f64x2(pair[i + j], pair[i + j + 2], 0xdd);
    }
  }
  for (int j = 0; j < 4; ++j) {
    const __m512d low = half[j], high = half[j + 4];
    a[j].v = _mm512_shuffle_f64x2(low, high, 0x88);
    a[j + 4].v = _mm512_shuffle_f64x2(low, high, 0xdd);
  }
}
#else
struct Lanes {
  typedef double Pack __attribute__((vector_size(64)));
  Pack v;
};
using Mask = std::uint8_t;

inline Lanes load(const double* from) {
  Lanes a;
  std::memcpy(&a.v, from, sizeof a.v);
  return a;
}
inline void store(double* to, Lanes a) { std::memcpy(to, &a.v, sizeof a.v); }
inline Lanes load(const double* from, Mask mask) {
  Lanes a{};
  for (int i = 0; i < kLanes; ++i) {
    if ((mask >> i) & 1) a.v[i] = from[i];
  }
  return a;
}
inline void store(double* to, Lanes a, Mask mask) {
  for (int i = 0; i < kLanes; ++i) {
    if ((mask >> i) & 1) to[i] = a.v[i];
  }
}
inline Lanes all(double a) { return {a - Lanes::Pack{}}; }
inline Lanes operator*(Lanes a, Lanes b) { return {a.v * b.v}; }
inline Lanes operator+(Lanes a, Lanes b) { return {a.v + b.v}; }
/// a b + c, and c - a b.
inline Lanes plus_product(Lanes c, Lanes a, Lanes b) { return {c.v + a.v * b.v}; }
inline Lanes minus_product(Lanes c, Lanes a, Lanes b) { return {c.v - a.v * b.v}; }
inline Lanes larger(Lanes a, Lanes b) { return {a.v > b.v ? a.v : b.v}; }
inline Lanes magnitude(Lanes a) { return larger(a, {-a.v}); }
/// Lanes of a that are greater than those of b, or not a number.
inline Mask exceeding(Lanes a, Lanes b) {
  Mask mask = 0;
  for (int i = 0; i < kLanes; ++i) mask = static_cast<Mask>(mask | (!(a.v[i] <= b.v[i]) << i));
  return mask;
}
/// Zero but for the lanes of the mask.
inline Lanes keep(Lanes a, Mask mask) {
  for (int i = 0; i < kLanes; ++i) a.v[i] = (mask >> i) & 1 ? a.v[i] : 0.0;
  return a;
}
/// Lane i everywhere.
inline Lanes spread(Lanes a, int i) { return all(a.v[i]); }
inline double first_of(Lanes a) { return a.v[0]; }
inline Lanes inverse_of(Lanes a) { return {1.0 / a.v}; }
inline Mask not_zero(Lanes a) {
  Mask mask = 0;
  for (int i = 0; i < kLanes; ++i) mask = static_cast<Mask>(mask | ((a.v[i] != 0.0) << i));
  return mask;
}
/// Rows become columns.
inline void transpose(Lanes (&a)[kLanes]) {
  for (int i = 0; i < kLanes; ++i) {
    for (int j = i + 1; j < kLanes; ++j) {
      const double above = a[i].v[j];
      a[i].v[j] = a[j].v[i];
      a[j].v[i] = above;
    }
  }
}
#endif

inline double sum(Lanes a) {
  double lane[kLanes];
  store(lane, a);
  return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}
inline double largest(Lanes a) {
  double lane[kLanes];
  store(lane, a);
  double most = lane[0];
  for (int i = 1; i < kLanes; ++i) most = lane[i] > most ? lane[i] : most;
  return most;
}

/// The first `count` lanes (0 to 8), and all after the first `count`.
inline Mask first_lanes(int count) { return static_cast<Mask>((1U << count) - 1U); }
inline Mask after_lanes(int count) { return static_cast<Mask>(~first_lanes(count)); }

}  // namespace tandem::sweep
