#include <tandem/ocp/solvers/sweep/rank_update.hpp>

#include <tandem/ocp/solvers/sweep/lanes.hpp>

#include <algorithm>

namespace tandem::sweep {
namespace {

constexpr int kMostPacks = 3;  // 3 packs of rows x 4 columns are 12 sums in flight
constexpr int kMostCols = 4;

/// One tile of `kPacks` packs of rows and `kCols` columns; `mask` is the last pack's.
template <int kPacks, int kCols>
void tile(double* c, int ldc, Columns l, Columns w, int depth, Mask mask) {
  Lanes sums[kPacks][kCols];
  for (int r = 0; r < kPacks; ++r) {
    for (int j = 0; j < kCols; ++j) {
      const double* from = c + r * kLanes + j * ldc;
      sums[r][j] = r + 1 < kPacks ? load(from) : load(from, mask);
    }
  }
  for (int p = 0; p < depth; ++p) {
    const double *column = l.data + p * l.ld, *row = w.data + p * w.ld;
    Lanes left[kPacks];
    for (int r = 0; r < kPacks; ++r) {
      left[r] = r + 1 < kPacks ? load(column + r * kLanes) : load(column + r * kLanes, mask);
    }
    for (int j = 0; j < kCols; ++j) {
      const Lanes right = all(row[j]);
      for (int r = 0; r < kPacks; ++r) sums[r][j] = minus_product(sums[r][j], left[r], right);
    }
  }
  for (int r = 0; r < kPacks; ++r) {
    for (int j = 0; j < kCols; ++j) {
      double* to = c + r * kLanes + j * ldc;
      if (r + 1 < kPacks) {
        store(to, sums[r][j]);
      } else {
        store(to, sums[r][j], mask);
      }
    }
  }
}

template <int kCols>
void strip(double* c, int ldc, int rows, Columns l, Columns w, int depth) {
  while (rows > 0) {
    const int here = std::min(rows, kMostPacks * kLanes);
    const int packs = (here + kLanes - 1) / kLanes;
    const Mask mask = first_lanes(here - (packs - 1) * kLanes);
    if (packs == 3) {
      tile<3, kCols>(c, ldc, l, w, depth, mask);
    } else if (packs == 2) {
      tile<2, kCols>(c, ldc, l, w, depth, mask);
    } else {
      tile<1, kCols>(c, ldc, l, w, depth, mask);
    }
    c += here;
    l.data += here;
    rows -= here;
  }
}

void strip_of(int cols, double* c, int ldc, int rows, Columns l, Columns w, int depth) {
  switch (cols) {
    case 1:
      return strip<1>(c, ldc, rows, l, w, depth);
    case 2:
      return strip<2>(c, ldc, rows, l, w, depth);
    case 3:
      return strip<3>(c, ldc, rows, l, w, depth);
    default:
      return strip<kMostCols>(c, ldc, rows, l, w, depth);
  }
}

}  // namespace

void subtract_product(double* c, int ldc, int rows, int cols, Columns l, Columns w, int depth) {
  if (depth == 0) return;
  for (int j = 0; j < cols; j += kMostCols) {
    strip_of(std::min(kMostCols, cols - j), c + j * ldc, ldc, rows, l, {w.data + j, w.ld}, depth);
  }
}

void subtract_product_below(double* c, int ldc, int rows, int cols, Columns l, Columns w, int depth) {
  if (depth == 0) return;
  for (int j = 0; j < cols; j += kMostCols) {
    strip_of(std::min(kMostCols, cols - j), c + j * ldc + j, ldc, rows - j, {l.data + j, l.ld}, {w.data + j, w.ld},
             depth);
  }
}

}  // namespace tandem::sweep
