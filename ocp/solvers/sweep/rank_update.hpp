#pragma once

namespace tandem::sweep {

/// Columns of doubles, `ld` apart.
struct Columns {
  const double* data;
  int ld;
};

/// c(i, j) -= sum over p < depth of l(i, p) w(j, p) for i in [0, rows), j in [0, cols). 2 rows cols depth flops, in
/// tiles that stay in registers; no row after `rows` is touched.
void subtract_product(double* c, int ldc, int rows, int cols, Columns l, Columns w, int depth);

/// The same for i >= j only; entries above the diagonal within a tile of four columns hold nothing meaningful after.
void subtract_product_below(double* c, int ldc, int rows, int cols, Columns l, Columns w, int depth);

}  // namespace tandem::sweep
