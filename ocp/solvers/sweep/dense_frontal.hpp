#pragma once

#include <Eigen/Core>

namespace tandem::sweep {

/// Pivots of a symmetric matrix, counted.
struct Inertia {
  int positive = 0;
  int negative = 0;
  int zero = 0;
  friend bool operator==(const Inertia&, const Inertia&) = default;
};

/// A dense symmetric matrix whose first `summed` rows may be eliminated: lower triangle by columns. Columns become
/// those of L (zero on and above the diagonal), rows are exchanged on the way.
struct DenseFrontal {
  double* a = nullptr;  ///< columns `ld` apart (a multiple of kLanes, aligned), rows after the last hold zeros
  int ld = 0;
  int rows = 0;
  int summed = 0;
  int most_delayed = 0;       ///< more are delayed only if they fail the least threshold
  int* names = nullptr;       ///< of the rows; exchanged with them
  double* noise = nullptr;    ///< of the rows: sum of the magnitudes that made their diagonal entry
  double* inverse = nullptr;  ///< diagonal of D^-1, one a pivot
  double* beside = nullptr;   ///< entry of D^-1 beside it where a pivot is the first of a 2x2 one, else zero
};

/// Room that an elimination works in, grown when needed.
struct FrontalRoom {
  Eigen::ArrayXd w;           ///< columns of L D, as far apart as the frontal's
  Eigen::ArrayXd one, other;  ///< two columns that are looked at
  Eigen::ArrayXd raw;         ///< a column before its update
  void fit(int ld, int summed);
};

/// Eliminates what can be: L D L' of the first rows by 1x1 and 2x2 pivots that pass the threshold test
///
///   |pivot| >= threshold max |rest of its column|      (1x1),
///   |P^-1| (max |rest of column 1|, max |rest of column 2|)' <= 1 / threshold      (2x2),
///
/// (Duff and Reid; Duff, Gould, Reid, Scott and Turner, IMA J. Numer. Anal. 11, 1991), searched among the summed rows.
/// If more than most_delayed fail, the threshold is lowered for them, to 1e-8 at least.
/// Returns how many were; the summed rows after these are up to date and wait for the next frontal. A column whose
/// entries are all rounding is a zero pivot. The rest of the matrix is to be reduced by L W' (room.w). O(rows^2
/// summed).
int eliminate(DenseFrontal& frontal, FrontalRoom& room, double threshold, Inertia& inertia);

/// Eliminates all rows by complete pivoting (Bunch and Parlett, SIAM J. Numer. Anal. 8, 1971) on the matrix scaled to
/// rows of one size. For the last, small frontal: O(rows^3) comparisons. False if a number is not finite.
bool eliminate_completely(DenseFrontal& frontal, FrontalRoom& room, Inertia& inertia);

}  // namespace tandem::sweep
