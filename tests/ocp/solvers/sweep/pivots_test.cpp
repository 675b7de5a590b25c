#include <tandem/ocp/solvers/sweep/pivots.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/sweep/whole_frontal.hpp>

namespace tandem::sweep::pivots_test {

using Eigen::MatrixXd;
using test::random_symmetric;
using test::WholeFrontal;

TEST(Pivot2, HasTheInverseOfItsMatrix) {
  const Pivot2 pivot(2.0, -3.0, 1.0);
  Eigen::Matrix2d matrix{{2.0, -3.0}, {-3.0, 1.0}},
      inverse{{pivot.inverse_a, pivot.beside}, {pivot.beside, pivot.inverse_c}};
  EXPECT_LT((matrix * inverse - Eigen::Matrix2d::Identity()).norm(), 1e-15);
}

TEST(Pivot2, CountsTheSignsOfItsEigenvalues) {
  const auto counted = [](double a, double b, double c) {
    Inertia inertia;
    Pivot2(a, b, c).count(inertia);
    return inertia;
  };
  EXPECT_EQ(counted(1.0, 2.0, 1.0), (Inertia{.positive = 1, .negative = 1}));
  EXPECT_EQ(counted(2.0, 1.0, 2.0), (Inertia{.positive = 2}));
  EXPECT_EQ(counted(-2.0, 1.0, -2.0), (Inertia{.negative = 2}));
}

TEST(Pivot2, PassesWhereTheFactorsStayBelowTheInverseOfTheThreshold) {
  const Pivot2 pivot(0.0, 1.0, 0.0);  // |P^-1| (3, 1)' = (1, 3)'
  EXPECT_TRUE(pivot.passes(3.0, 1.0, 0.33));
  EXPECT_FALSE(pivot.passes(3.0, 1.0, 0.34));
}

TEST(Pivot2, DoesNotPassWhereItsDeterminantIsRounding) {
  EXPECT_FALSE(Pivot2(1.0, 1.0, 1.0 + 1e-15).passes(0.0, 0.0, 1e-6));
  EXPECT_FALSE(Pivot2(std::nan(""), 1.0, 1.0).passes(0.0, 0.0, 1e-6));
}

TEST(Exchange, SwapsRowsAndColumnsOfTheLowerTriangle) {
  WholeFrontal whole(random_symmetric(9, 5), 9);
  FrontalRoom room;
  room.fit(whole.frontal().ld, 9);
  exchange(whole.frontal(), room.w.data(), 0, 2, 6);
  const MatrixXd expected = whole.exchanged();
  EXPECT_EQ(whole.names()[2], 6);
  EXPECT_EQ(whole.names()[6], 2);
  for (int j = 0; j < 9; ++j) {
    for (int i = j; i < 9; ++i) EXPECT_EQ(whole.entry(i, j), expected(i, j)) << i << " " << j;
  }
}

TEST(Noise, GrowsByTheMagnitudesOfTheProducts) {
  WholeFrontal whole(MatrixXd::Ones(3, 3), 3);
  FrontalRoom room;
  room.fit(whole.frontal().ld, 3);
  room.w.setConstant(-2.0);
  add_noise(whole.frontal(), room.w.data(), 0, 1, 1, 3);  // rows 1 and 2 by column 0: |1 (-2)|
  EXPECT_EQ(whole.frontal().noise[0], 1.0);
  EXPECT_EQ(whole.frontal().noise[1], 3.0);
  EXPECT_EQ(whole.frontal().noise[2], 3.0);
}

}  // namespace tandem::sweep::pivots_test
