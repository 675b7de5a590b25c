#include <tandem/ocp/solvers/sweep/rank_update.hpp>

#include <tandem/ocp/solvers/sweep/lanes.hpp>

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <tuple>

namespace tandem::sweep::rank_update_test {

using Eigen::MatrixXd;

/// Rows and columns of tiles and of what is left beside them.
const std::tuple<int, int, int> kSizes[] = {{1, 1, 1}, {8, 4, 3}, {9, 5, 2}, {31, 7, 33}, {40, 40, 8}, {65, 17, 5}};

struct Operands {
  MatrixXd c, l, w;

  Operands(int rows, int cols, int depth) {
    srand(1);  // NOLINT: Eigen's numbers, the same each time
    c = MatrixXd::Random(padded(rows), cols);
    l = MatrixXd::Random(padded(rows), depth);
    w = MatrixXd::Random(padded(cols), depth);
  }
  int ld(const MatrixXd& m) const { return static_cast<int>(m.rows()); }
};

TEST(SubtractProduct, IsTheProductWhateverTheSizes) {
  for (const auto& [rows, cols, depth] : kSizes) {
    Operands o(rows, cols, depth);
    const MatrixXd expected = o.c.topRows(rows) - o.l.topRows(rows) * o.w.topRows(cols).transpose();
    subtract_product(o.c.data(), o.ld(o.c), rows, cols, {o.l.data(), o.ld(o.l)}, {o.w.data(), o.ld(o.w)}, depth);
    EXPECT_LT((o.c.topRows(rows) - expected).cwiseAbs().maxCoeff(), 1e-13) << rows << " x " << cols << " x " << depth;
  }
}

TEST(SubtractProduct, TouchesNoRowAfterTheLast) {
  Operands o(13, 6, 4);
  const MatrixXd before = o.c;
  subtract_product(o.c.data(), o.ld(o.c), 13, 6, {o.l.data(), o.ld(o.l)}, {o.w.data(), o.ld(o.w)}, 4);
  EXPECT_EQ(o.c.bottomRows(3), before.bottomRows(3));
}

TEST(SubtractProductBelow, IsTheProductOnAndBelowTheDiagonal) {
  for (const auto& [rows, cols, depth] : kSizes) {
    Operands o(rows, cols, depth);
    const MatrixXd expected = o.c.topRows(rows) - o.l.topRows(rows) * o.w.topRows(cols).transpose();
    subtract_product_below(o.c.data(), o.ld(o.c), rows, cols, {o.l.data(), o.ld(o.l)}, {o.w.data(), o.ld(o.w)}, depth);
    for (int j = 0; j < cols; ++j) {
      for (int i = j; i < rows; ++i) EXPECT_NEAR(o.c(i, j), expected(i, j), 1e-13) << i << " " << j;
    }
  }
}

}  // namespace tandem::sweep::rank_update_test
