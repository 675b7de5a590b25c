#include <tandem/ocp/search/continuation/bordered.hpp>

#include <tandem/ocp/search/continuation/factors.hpp>

#include <Eigen/QR>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::continuation::bordered_test {

/// U diag(1 ... 1, smallest) V' of random rotations.
Eigen::MatrixXd nearly_singular(int n, double smallest) {
  const Eigen::MatrixXd u = Eigen::HouseholderQR<Eigen::MatrixXd>(Eigen::MatrixXd::Random(n, n)).householderQ();
  const Eigen::MatrixXd v = Eigen::HouseholderQR<Eigen::MatrixXd>(Eigen::MatrixXd::Random(n, n)).householderQ();
  Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(n, 3.0, 1.0);
  values(n - 1) = smallest;
  return u * values.asDiagonal() * v.transpose();
}

struct Random {
  explicit Random(double smallest, int n = 8) {
    std::srand(7);
    a = nearly_singular(n, smallest);
    b = Eigen::VectorXd::Random(n);
    c = Eigen::VectorXd::Random(n);
    whole.resize(n + 1, n + 1);
    whole << a, b, c.transpose(), 0.3;
    factor.factorise(a);
  }
  Eigen::MatrixXd a, whole;
  Eigen::VectorXd b, c;
  DenseFactor factor;
};

// The bordered matrix keeps a condition below 100 while that of A grows without bound.
TEST(Bordered, SolvesToRoundingHoweverSingularTheInnerMatrixIs) {
  for (const double smallest : {1.0, 1e-6, 1e-12, 1e-15, 0.0}) {
    Random random(smallest);
    Bordered bordered(random.factor, random.b, random.c, 0.3);
    const Eigen::VectorXd wanted = Eigen::VectorXd::Random(9);
    EXPECT_LT((bordered.solve(random.whole * wanted) - wanted).norm(), 1e-12) << smallest;
    EXPECT_LT((bordered.solve_transposed(random.whole.transpose() * wanted) - wanted).norm(), 1e-12) << smallest;
    EXPECT_LT((solve_refined(bordered, random.whole * wanted) - wanted).norm(), 1e-13) << smallest;
    EXPECT_LT((bordered.multiply(wanted) - random.whole * wanted).norm(), 1e-14) << smallest;
  }
}

TEST(Bordered, MayStandInAnotherBorder) {
  Random random(1e-15);
  Bordered inner(random.factor, random.b, random.c, 0.3);
  const Eigen::VectorXd row = Eigen::VectorXd::Random(9), column = Eigen::VectorXd::Random(9);
  Bordered outer(inner, column, row, -0.4);
  Eigen::MatrixXd whole(10, 10);
  whole << random.whole, column, row.transpose(), -0.4;
  const Eigen::VectorXd wanted = Eigen::VectorXd::Random(10);
  EXPECT_LT((outer.solve(whole * wanted) - wanted).norm(), 1e-11);
  EXPECT_LT((outer.solve_transposed(whole.transpose() * wanted) - wanted).norm(), 1e-11);
  EXPECT_EQ(outer.determinant_sign(), whole.determinant() > 0.0 ? 1 : -1);
}

TEST(Bordered, KnowsTheSignOfItsDeterminant) {
  for (const double smallest : {1.0, -1.0, 1e-6, -1e-6}) {
    Random random(smallest);
    const Bordered bordered(random.factor, random.b, random.c, 0.3);
    EXPECT_EQ(bordered.determinant_sign(), random.whole.determinant() > 0.0 ? 1 : -1);
  }
}

TEST(Bordered, RefusesBordersThatDoNotFit) {
  Random random(1.0);
  EXPECT_TRUE(tandem::test::refuses([&] { Bordered(random.factor, Eigen::VectorXd::Zero(7), random.c, 0.0); },
                                    "a column of 7 and a row of 8 around a matrix of size 8"));
}

}  // namespace tandem::continuation::bordered_test
