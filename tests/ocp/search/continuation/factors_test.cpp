#include <tandem/ocp/search/continuation/factors.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <limits>

namespace tandem::continuation::factors_test {

/// A symmetric chain of `stages` pairs of rows, the second of each coupled to the first of the next, and a border row
/// that touches all. Returns its dense form as well.
struct Chain {
  explicit Chain(int stages)
      : pattern{stages, {}, {}, {}}, dense(Eigen::MatrixXd::Zero(2 * stages + 1, 2 * stages + 1)) {
    std::srand(3);
    for (int k = 0; k < stages; ++k) {
      pattern.stage_of_row.insert(pattern.stage_of_row.end(), 2, k);
      add(2 * k, 2 * k);
      add(2 * k + 1, 2 * k);
      if (k + 1 < stages) add(2 * k + 2, 2 * k + 1);
      add(2 * stages, 2 * k + 1);
    }
    pattern.stage_of_row.push_back(stages);
  }
  void add(int row, int col) {
    pattern.rows.push_back(row);
    pattern.cols.push_back(col);
    values.push_back(Eigen::VectorXd::Random(1)(0));
    dense(row, col) = dense(col, row) = values.back();
  }
  StagedPattern pattern;
  Eigen::MatrixXd dense;
  std::vector<double> values;
};

template <class Factors>
void expect_inverse_of(const Eigen::MatrixXd& a, Factors& factor) {
  const Eigen::VectorXd wanted = Eigen::VectorXd::Random(a.rows());
  EXPECT_LT((factor.solve(a * wanted) - wanted).norm(), 1e-11);
  EXPECT_LT((factor.solve_transposed(a.transpose() * wanted) - wanted).norm(), 1e-11);
  EXPECT_LT((factor.multiply(wanted) - a * wanted).norm(), 1e-14);
  EXPECT_EQ(factor.determinant_sign(), a.determinant() > 0.0 ? 1 : -1);
}

TEST(Factors, OfAllKindsSolveWithTheSameMatrix) {
  const Chain chain(5);
  DenseFactor dense;
  dense.factorise(chain.dense);
  expect_inverse_of(chain.dense, dense);
  SparseFactor sparse;
  sparse.factorise(chain.dense.sparseView());
  expect_inverse_of(chain.dense, sparse);
  StagedFactor staged(chain.pattern);
  EXPECT_TRUE(staged.factorise(chain.values));
  expect_inverse_of(chain.dense, staged);
}

TEST(Factors, OfUnsymmetricMatricesKnowTheTranspose) {
  std::srand(5);
  const Eigen::MatrixXd a = Eigen::MatrixXd::Random(6, 6);
  DenseFactor dense;
  dense.factorise(a);
  expect_inverse_of(a, dense);
  SparseFactor sparse;
  sparse.factorise(a.sparseView());
  expect_inverse_of(a, sparse);
}

/// A singular matrix's factors are those of a neighbour: A (A^-1 b) is finite and right up to the null direction.
TEST(Factors, OfASingularMatrixAreThoseOfANeighbour) {
  Eigen::MatrixXd a(3, 3);
  a << 2, 1, 0, 1, 0.5, 0, 0, 0, 1;
  const Eigen::VectorXd b = a * Eigen::Vector3d(1, 2, 3);
  DenseFactor dense;
  dense.factorise(a);
  EXPECT_LT((a * dense.solve(b) - b).norm(), 1e-12);
  SparseFactor sparse;
  sparse.factorise(a.sparseView());
  EXPECT_LT((a * sparse.solve(b) - b).norm(), 1e-12);
  StagedFactor staged({1, {0, 0, 0}, {0, 1, 1, 2}, {0, 0, 1, 2}});
  EXPECT_TRUE(staged.factorise(std::vector<double>{2, 1, 0.5, 1}));
  EXPECT_LT((a * staged.solve(b) - b).norm(), 1e-2);  // the shift is 1e-13, the right side's null part 1e-16
  EXPECT_TRUE(staged.solve(b).allFinite());
}

TEST(StagedFactor, RefusesAnotherNumberOfValuesAndSaysWhatIsNotFinite) {
  Chain chain(3);
  StagedFactor staged(chain.pattern);
  EXPECT_TRUE(tandem::test::refuses([&] { staged.factorise(std::vector<double>(2, 1.0)); }, "2 values for"));
  chain.values[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(staged.factorise(chain.values));
}

}  // namespace tandem::continuation::factors_test
