#pragma once

#include <tandem/ocp/designs/controllers/mean_square.hpp>

#include <optional>
#include <vector>

namespace tandem::controllers {

/// The largest singular value of T(i omega) = c (i omega - a)^-1 b, squared, and its derivatives: by omega, and by the
/// loop's matrices. With T v = s u, l = u*c (i omega - a)^-1 and r = (i omega - a)^-1 b v:
///
///     by c: 2 s Re(u r*)~,   by b: 2 s Re(l* v*)~,   by a: 2 s Re(l* r*)~   (~: the real part of the conjugate),
///     by omega: 2 s Im(l r).
struct GainSquared {
  double value = 0.0, by_frequency = 0.0;
  LoopSlopes slopes;
};
GainSquared gain_squared(const Loop& loop, double frequency);

/// A frequency at which the gain is greatest among those near.
struct Peak {
  double frequency = 0.0;
  double value = 0.0;  ///< of the gain, squared
};

/// All peaks found, the highest first: its root is the H-infinity norm. Levels are raised as by Bruinsma and Steinbuch
/// (Systems & Control Letters 14, 1990): where the Hamiltonian matrix [a, b b'/g^2; -c'c, -a'] has imaginary
/// eigenvalues, the gain crosses g there, and peaks lie between them; each is then found to rounding as a zero of the
/// derivative, and the highest is proved by a level above it (by kMargin) that is not crossed.
/// Refuses a loop that is not stable.
inline constexpr double kMargin = 1e-6;
std::vector<Peak> peaks(const Loop& loop);

/// The peak uphill of a frequency, which must be positive.
Peak climbed(const Loop& loop, double from);

/// The H-infinity norm.
double peak_gain(const Loop& loop);

}  // namespace tandem::controllers
