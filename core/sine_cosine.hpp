#pragma once

#include <cmath>

namespace tandem {

/// Largest argument that the reduction below takes; beyond it the standard library answers.
inline constexpr double kSineCosineReach = 1e5;

/// sin and cos of a real vector-like scalar for |x| <= kSineCosineReach, without branches; `N` gives the operations
/// fused(a, b, c) = a b + c and nearest(x), and `odd(k)`-like choices by arithmetic, for double and Pack alike.
///
/// Reduction (Cody, Waite): k = nearest(2x/pi), r = x - k pi/2 in three parts; the first is exact with a fused
/// multiply-add, the second is rounded once, so r is right to its last place, however near to a multiple of pi/2 x is.
/// Then the Taylor polynomials to r^17 and r^16 (|r| <= pi/4: the rest is below 2e-18).
/// Error: at most 1.5 units in the last place. Cost: about 30 operations.
template <class N, class S>
[[gnu::always_inline]] inline void sine_cosine_kernel(const S& x, S& s, S& c) {
  const S k = N::nearest(x * S(0.63661977236758134308));
  S r = N::fused(k, S(-1.57079632679489655800), x);
  r = N::fused(k, S(-6.12323399573676603587e-17), r);
  r = N::fused(k, S(1.4973849048591698e-33), r);
  const S r2 = r * r;

  S p = N::fused(r2, S(2.8114572543455206e-15), S(-7.6471637318198164e-13));
  p = N::fused(p, r2, S(1.6059043836821613e-10));
  p = N::fused(p, r2, S(-2.5052108385441720e-08));
  p = N::fused(p, r2, S(2.7557319223985893e-06));
  p = N::fused(p, r2, S(-1.9841269841269841e-04));
  p = N::fused(p, r2, S(8.3333333333333332e-03));
  p = N::fused(p, r2, S(-1.6666666666666666e-01));
  const S sine = N::fused(p * r2, r, r);

  S h = N::fused(r2, S(4.7794773323873853e-14), S(-1.1470745597729725e-11));
  h = N::fused(h, r2, S(2.0876756987868099e-09));
  h = N::fused(h, r2, S(-2.7557319223985888e-07));
  h = N::fused(h, r2, S(2.4801587301587302e-05));
  h = N::fused(h, r2, S(-1.3888888888888889e-03));
  h = N::fused(h, r2, S(4.1666666666666664e-02));
  h = N::fused(h, r2, S(-0.5));
  const S cosine = N::fused(h, r2, S(1.0));

  // Quarter turns: k mod 4 = 0, 1, 2, 3 gives (s, c), (c, -s), (-s, -c), (-c, s).
  N::turn(k, sine, cosine, s, c);
}

struct DoubleSineCosine {
  static double fused(double a, double b, double c) { return std::fma(a, b, c); }
  static double nearest(double x) { return std::nearbyint(x); }
  static void turn(double k, double sine, double cosine, double& s, double& c) {
    const long quarter = static_cast<long>(k);
    const bool swapped = (quarter & 1) != 0;
    const double first = swapped ? cosine : sine, second = swapped ? sine : cosine;
    s = (quarter & 2) != 0 ? -first : first;
    c = ((quarter + 1) & 2) != 0 ? -second : second;
  }
};

/// sin and cos of a double. Where the machine has no fused multiply-add, and beyond the reach, the standard library's.
inline void sine_cosine(double x, double& s, double& c) {
#ifdef __FMA__
  if (std::abs(x) <= kSineCosineReach) {
    sine_cosine_kernel<DoubleSineCosine>(x, s, c);
    return;
  }
#endif
  s = std::sin(x);
  c = std::cos(x);
}

}  // namespace tandem
