#include <tandem/core/table.hpp>

#include <tandem/core/jet.hpp>
#include <tandem/core/text_file.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>
#include <support/temporary_file.hpp>

#include <cmath>
#include <complex>

namespace tandem::table_test {

const std::vector<double> kX{-1.0, -0.6, 0.3, 0.5, 1.7, 2.0}, kY{0.0, 0.4, 1.0, 1.3, 2.5};

template <class S>
S cubic(const S& x) {
  return 2.0 - x + 0.5 * x * x - 0.3 * x * x * x;
}
template <class S>
S other(const S& y) {
  return 1.0 + 0.2 * y - y * y + 0.1 * y * y * y;
}

std::vector<double> values(double (*f)(const double&)) {
  std::vector<double> y;
  for (const double x : kX) y.push_back(f(x));
  return y;
}

Eigen::MatrixXd grid(double (*f)(double, double)) {
  Eigen::MatrixXd z(std::ssize(kX), std::ssize(kY));
  for (Eigen::Index i = 0; i < z.rows(); ++i) {
    for (Eigen::Index j = 0; j < z.cols(); ++j) z(i, j) = f(kX[i], kY[j]);
  }
  return z;
}

TEST(Table, OfACubicIsTheCubicAsSplineInValueAndBothDerivatives) {
  using Jet2 = Jet<double, 1, 2>;
  const Table table(kX, values(cubic));
  for (double x = -1.0; x <= 2.0; x += 0.1) {
    const Jet2 at = Jet2::variable(x, 0), y = table(at), expected = cubic(at);
    EXPECT_NEAR(y.value, expected.value, 1e-14);
    EXPECT_NEAR(y.gradient[0], expected.gradient[0], 1e-13);
    EXPECT_NEAR(y.hessian[0], expected.hessian[0], 1e-12);
  }
}

TEST(Table, IsTheSameInEveryScalarAndAComplexStepIsItsDerivative) {
  const Table table(kX, values([](const double& x) { return std::sin(3.0 * x); }));
  for (const double x : {-2.0, -0.7, 0.3, 1.1, 2.5}) {
    EXPECT_EQ(table(Pack4(x))[2], table(x));
    const auto step = table(std::complex<double>(x, 1e-30));
    EXPECT_EQ(step.real(), table(x));
    const double slope = table(Jet<double, 1, 1>::variable(x, 0)).gradient[0];
    EXPECT_NEAR(step.imag() / 1e-30, slope, 1e-14);
  }
}

TEST(Table, GoesThroughItsPointsHoweverTheyAreJoined) {
  for (const Joined joined : {Joined::linear, Joined::monotone, Joined::spline}) {
    const std::vector<double> y = values([](const double& x) { return std::exp(x); });
    const Table table(kX, y, {.joined = joined});
    for (std::size_t i = 0; i < kX.size(); ++i) EXPECT_NEAR(table(kX[i]), y[i], 1e-14);
  }
  EXPECT_NEAR(Table({0.0, 2.0}, {1.0, 5.0}, {.joined = Joined::linear})(0.5), 2.0, 1e-15);
}

// A spline overshoots here by a tenth.
TEST(Table, ThatIsMonotoneRisesWherePointsRise) {
  const Table monotone({0.0, 1.0, 2.0, 3.0, 4.0}, {0.0, 0.0, 1.0, 1.0, 1.0}, {.joined = Joined::monotone});
  const Table spline({0.0, 1.0, 2.0, 3.0, 4.0}, {0.0, 0.0, 1.0, 1.0, 1.0});
  double before = 0.0, most = 0.0;
  for (double x = 0.0; x <= 4.0; x += 0.01) {
    EXPECT_GE(monotone(x), before - 1e-15);
    before = monotone(x), most = std::max(most, spline(x));
  }
  EXPECT_LE(before, 1.0);
  EXPECT_GT(most, 1.05);
}

TEST(Table, IsHeldContinuedOrRefusedBeyondItsEnds) {
  const std::vector<double> y = values(cubic);
  const Table held(kX, y), continued(kX, y, {.below = Ends::continued, .above = Ends::continued}),
      refused(kX, y, {.below = Ends::refused, .above = Ends::refused});
  EXPECT_NEAR(held(-3.0), y.front(), 1e-15);
  EXPECT_NEAR(held(3.0), y.back(), 1e-14);
  EXPECT_EQ((held(Jet<double, 1, 1>::variable(3.0, 0)).gradient[0]), 0.0);
  EXPECT_NEAR(continued(-3.0), cubic(-3.0), 1e-12);
  EXPECT_NEAR(continued(3.0), cubic(3.0), 1e-12);
  EXPECT_TRUE(std::isnan(refused(-1.001)));
  EXPECT_TRUE(std::isnan(refused(2.001)));
  EXPECT_NEAR(refused(-1.0), y.front(), 1e-14);
  EXPECT_NEAR(refused(2.0), y.back(), 1e-14);
}

TEST(Table, OfNothingButZerosIsZeroWithItsDerivatives) {
  for (const Joined joined : {Joined::linear, Joined::monotone, Joined::spline}) {
    const Table table({0.0, 1.0, 2.0, 3.0}, {0.0, 0.0, 0.0, 0.0}, {.joined = joined});
    for (const double x : {-1.0, 0.0, 1.0, 1.5, 3.0, 4.0}) {
      const auto y = table(Jet<double, 1, 2>::variable(x, 0));
      EXPECT_EQ(y.value, 0.0);
      EXPECT_EQ(y.gradient[0], 0.0);
      EXPECT_EQ(y.hessian[0], 0.0);
    }
  }
}

TEST(Table, ThroughGroupsOfPointsIsOnePolynomialAGroup) {
  const Table table =
      Table::through({{{0.0, 1.0}, {1.0, 2.0}, {3.0, 10.0}}, {{3.0, 10.0}, {4.0, 8.0}}}, Ends::held, Ends::continued);
  EXPECT_NEAR(table(2.0), 5.0, 1e-14);  // x^2 + 1
  EXPECT_NEAR(table(3.5), 9.0, 1e-14);
  EXPECT_NEAR(table(-1.0), 1.0, 1e-15);
  EXPECT_NEAR(table(5.0), 6.0, 1e-14);
  const Table seventh = Table::through({{{0.0, 0.0},
                                         {1.0, 1.0},
                                         {2.0, 128.0},
                                         {-1.0 + 4.0, 2187.0},
                                         {4.0, 16384.0},
                                         {5.0, 78125.0},
                                         {6.0, 279936.0},
                                         {7.0, 823543.0}}});
  EXPECT_NEAR(seventh(1.5), std::pow(1.5, 7), 1e-9);
}

TEST(Table, RefusesWhatIsNoTable) {
  using test::refuses;
  EXPECT_TRUE(refuses([] { Table({0.0, 2.0, 1.0}, {1.0, 2.0, 3.0}); }, "along x must grow, number 3 is 1 after 2"));
  EXPECT_TRUE(refuses([] { Table({0.0, 1.0, 1.0}, {1.0, 2.0, 3.0}); }, "along x must grow"));
  EXPECT_TRUE(refuses([] { Table({0.0, 1.0}, {1.0}); }, "2 numbers along x have 1 values"));
  EXPECT_TRUE(refuses([] { Table({0.0}, {1.0}); }, "it needs two points"));
  EXPECT_TRUE(refuses([] { Table({0.0, 1.0}, {1.0, std::nan("")}); }, "a value is not finite"));
  EXPECT_TRUE(refuses(
      [] {
        Table::through({{{0.0, 1.0}, {1.0, 2.0}}, {{1.0, 2.5}, {2.0, 0.0}}});
      },
      "group 2 does not begin with the last point"));
  EXPECT_TRUE(refuses([] { TableOfTwo(kX, kY, Eigen::MatrixXd::Zero(2, 2)); }, "values are 2 by 2, not 6 by 5"));
}

TEST(TableOfTwo, OfAProductOfCubicsIsTheProductWithItsDerivatives) {
  using Jet2 = Jet<double, 2, 2>;
  const TableOfTwo table(kX, kY, grid([](double x, double y) { return cubic(x) * other(y) + x; }));
  for (double x = -1.0; x < 2.0; x += 0.19) {
    for (double y = 0.0; y < 2.5; y += 0.21) {
      const Jet2 a = Jet2::variable(x, 0), b = Jet2::variable(y, 1), z = table(a, b),
                 expected = cubic(a) * other(b) + a;
      EXPECT_NEAR(z.value, expected.value, 1e-13);
      for (int i = 0; i < 2; ++i) EXPECT_NEAR(z.gradient[i], expected.gradient[i], 1e-12);
      for (int i = 0; i < 3; ++i) EXPECT_NEAR(z.hessian[i], expected.hessian[i], 1e-11);
    }
  }
}

TEST(TableOfTwo, GoesThroughItsPointsAndIsBilinearWhereItIsLinear) {
  const Eigen::MatrixXd z = grid([](double x, double y) { return std::sin(x * y) + y; });
  for (const Joined joined : {Joined::linear, Joined::monotone, Joined::spline}) {
    const TableOfTwo table(kX, kY, z, {.joined = joined});
    for (Eigen::Index i = 0; i < z.rows(); ++i) {
      for (Eigen::Index j = 0; j < z.cols(); ++j) EXPECT_NEAR(table(kX[i], kY[j]), z(i, j), 1e-14);
    }
  }
  const TableOfTwo bilinear(kX, kY, grid([](double x, double y) { return 1.0 + x - 2.0 * y + 3.0 * x * y; }),
                            {.joined = Joined::linear});
  EXPECT_NEAR(bilinear(0.1, 0.7), 1.0 + 0.1 - 1.4 + 0.21, 1e-14);
}

TEST(TableOfTwo, IsMonotoneAlongTheLinesOfItsGrid) {
  const TableOfTwo table(kX, kY, grid([](double x, double y) { return (x > 0.4 ? 1.0 : 0.0) + y; }),
                         {.joined = Joined::monotone});
  for (const double y : kY) {
    double before = -1.0;
    for (double x = -1.0; x <= 2.0; x += 0.02) {
      EXPECT_GE(table(x, y), before - 1e-14);
      before = table(x, y);
    }
  }
}

TEST(TableOfTwo, HasEndsInBothDirections) {
  const auto f = [](double x, double y) { return cubic(x) * other(y); };
  const TableOfTwo held(kX, kY, grid(f)),
      continued(kX, kY, grid(f), {.below = Ends::continued, .above = Ends::continued}),
      refused(kX, kY, grid(f), {.below = Ends::refused, .above = Ends::refused});
  EXPECT_NEAR(held(-4.0, 9.0), f(-1.0, 2.5), 1e-13);
  EXPECT_NEAR(held(0.4, 9.0), f(0.4, 2.5), 1e-13);
  EXPECT_NEAR(held(-4.0, 0.7), f(-1.0, 0.7), 1e-13);
  EXPECT_NEAR(continued(-1.5, 3.0), f(-1.5, 3.0), 1e-11);
  EXPECT_TRUE(std::isnan(refused(0.4, 2.6)));
  EXPECT_TRUE(std::isnan(refused(2.1, 0.4)));
  EXPECT_NEAR(refused(2.0, 2.5), f(2.0, 2.5), 1e-13);
}

TEST(Table, IsBuiltFromColumnsOfAFile) {
  const test::TemporaryFile file("drag.csv");
  write_text("drag,mach\n1,0\n3,1\n", file.path());
  EXPECT_NEAR(table_from_csv(file.path(), "mach", "drag")(0.5), 2.0, 1e-15);
}

TEST(TableOfTwo, IsBuiltFromRowsInAnyOrderAndRefusesPointsThatAreNoGrid) {
  const test::TemporaryFile file("thrust.csv");
  const auto table = [&](const std::string& rows) {
    write_text("mach,height,thrust\n" + rows, file.path());
    return table_from_csv(file.path(), "mach", "height", "thrust", {.joined = Joined::linear});
  };
  EXPECT_NEAR(table("1,0,2\n0,0,1\n0,10,3\n1,10,4\n")(0.5, 5.0), 2.5, 1e-15);
  EXPECT_TRUE(test::refuses([&] { table("1,0,2\n0,0,1\n0,10,3\n"); }, "is no grid: mach 1, height 10 is missing"));
  EXPECT_TRUE(test::refuses([&] { table("1,0,2\n0,0,1\n0,0,3\n1,10,4\n"); }, "mach 0, height 0 stands there twice"));
}

}  // namespace tandem::table_test
