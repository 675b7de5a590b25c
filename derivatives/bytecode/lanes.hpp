#pragma once

#include <cmath>
#include <cstdint>

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace tandem::bytecode {

/// Doubles in one vector of the machine. For this room's own sources and tests: it differs with -march.
#ifdef __AVX512F__
inline constexpr int kLanes = 8;
#else
inline constexpr int kLanes = 4;
#endif

using Lanes [[gnu::vector_size(8 * kLanes)]] = double;
using Bits [[gnu::vector_size(8 * kLanes)]] = std::int64_t;    ///< of such numbers; also what comparisons give
using Count [[gnu::vector_size(8 * kLanes)]] = std::uint64_t;  ///< the same, to be shifted without a sign
/// Lanes as they stand in memory: among doubles, and aligned like these.
using Stored [[gnu::vector_size(8 * kLanes), gnu::may_alias]] = double;
using Unaligned [[gnu::vector_size(8 * kLanes), gnu::may_alias, gnu::aligned(8)]] = double;

[[gnu::always_inline]] inline Lanes all_lanes(double number) { return number - Lanes{}; }
[[gnu::always_inline]] inline Bits bits_of(Lanes x) { return reinterpret_cast<Bits>(x); }
[[gnu::always_inline]] inline Count count_of(Lanes x) { return reinterpret_cast<Count>(x); }
[[gnu::always_inline]] inline Lanes number_of(Bits x) { return reinterpret_cast<Lanes>(x); }
[[gnu::always_inline]] inline Lanes number_of(Count x) { return reinterpret_cast<Lanes>(x); }

/// a b + c, rounded once.
[[gnu::always_inline]] inline Lanes fused(Lanes a, Lanes b, Lanes c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_pd(a, b, c);
#elif defined(__FMA__)
  return _mm256_fmadd_pd(a, b, c);
#else
  Lanes result;
  for (int i = 0; i < kLanes; ++i) result[i] = std::fma(a[i], b[i], c[i]);
  return result;
#endif
}
[[gnu::always_inline]] inline Lanes fused(Lanes a, Lanes b, double c) { return fused(a, b, all_lanes(c)); }
[[gnu::always_inline]] inline Lanes fused(Lanes a, double b, Lanes c) { return fused(a, all_lanes(b), c); }

[[gnu::always_inline]] inline Lanes square_root(Lanes x) {
#if defined(__AVX512F__)
  return _mm512_maskz_sqrt_pd(0xff, x);  // the plain one looks uninitialised to GCC (bug 105593)
#elif defined(__AVX__)
  return _mm256_sqrt_pd(x);
#else
  for (int i = 0; i < kLanes; ++i) x[i] = std::sqrt(x[i]);
  return x;
#endif
}

[[gnu::always_inline]] inline Lanes magnitude(Lanes x) { return number_of(bits_of(x) & INT64_MAX); }
/// |x| with the sign of `sign`.
[[gnu::always_inline]] inline Lanes signed_as(Lanes x, Lanes sign) {
  return number_of((bits_of(x) & INT64_MAX) | (bits_of(sign) & INT64_MIN));
}

[[gnu::always_inline]] inline bool any(Bits mask) {
#if defined(__AVX512F__)
  return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(mask), reinterpret_cast<__m512i>(mask)) != 0;
#elif defined(__AVX__)
  return _mm256_testz_si256(reinterpret_cast<__m256i>(mask), reinterpret_cast<__m256i>(mask)) == 0;
#else
  std::int64_t found = 0;
  for (int i = 0; i < kLanes; ++i) found |= mask[i];
  return found != 0;
#endif
}

/// Lanes that are `odd` from the standard library, which each of them costs a call; the others keep their result,
/// whatever stands beside them.
template <class Function>
[[gnu::noinline, gnu::cold]] Lanes mended(Lanes result, Bits odd, const Function& standard) {
  for (int i = 0; i < kLanes; ++i) {
    if (odd[i] != 0) result[i] = standard(i);
  }
  return result;
}

}  // namespace tandem::bytecode
