#include <tandem/ocp/answers/order_eight.hpp>

#include <gtest/gtest.h>
#include <support/allocations.hpp>
#include <support/order.hpp>

#include <cmath>

namespace tandem::order_eight_test {

/// y' = y^2 cos s: y = 1 / (2 - sin s).
const auto wave = [](const Eigen::MatrixXd& y, const Eigen::ArrayXd& s, Eigen::MatrixXd& slopes) {
  for (int i = 0; i < y.cols(); ++i) slopes(0, i) = y(0, i) * y(0, i) * std::cos(s(i));
};

double wave_at(double s) { return 1.0 / (2.0 - std::sin(s)); }

/// |error| at the end of `steps` equal steps from `from` to `to`.
double wave_error(double from, double to, int steps) {
  OrderEight method;
  method.resize(1, 1);
  Eigen::MatrixXd y = Eigen::MatrixXd::Constant(1, 1, wave_at(from));
  const Eigen::ArrayXd ds = Eigen::ArrayXd::Constant(1, (to - from) / steps);
  for (int i = 0; i < steps; ++i) method.step(Eigen::ArrayXd::Constant(1, from + i * ds(0)), ds, y, wave);
  return std::abs(y(0, 0) - wave_at(to));
}

// Steps of 1/4 and 1/8, errors of 1e-10 and 1e-13, rounding of 1e-16: half of an order is what the next term adds.
TEST(OrderEight, HasItsOrderOnANonlinearProblemForwards) {
  EXPECT_NEAR(std::log2(wave_error(0.0, 2.0, 8) / wave_error(0.0, 2.0, 16)), 8.0, 0.5);
}

TEST(OrderEight, HasItsOrderBackwards) {
  EXPECT_NEAR(std::log2(wave_error(2.0, 0.0, 8) / wave_error(2.0, 0.0, 16)), 8.0, 0.5);
}

// The weights integrate s^7 without an error, and s^8 not.
TEST(OrderEight, IsAQuadratureOfOrderEight) {
  for (int power = 0; power <= 8; ++power) {
    OrderEight method;
    method.resize(1, 1);
    Eigen::MatrixXd y = Eigen::MatrixXd::Zero(1, 1);
    method.step(Eigen::ArrayXd::Zero(1), Eigen::ArrayXd::Ones(1), y,
                [&](const Eigen::MatrixXd&, const Eigen::ArrayXd& s, Eigen::MatrixXd& slopes) {
                  slopes(0, 0) = std::pow(s(0), power);
                });
    const double error = std::abs(y(0, 0) - 1.0 / (power + 1));
    if (power < 8) {
      EXPECT_LT(error, 4e-15) << power;  // weights of size 6, each rounded to 1e-16 of itself
    } else {
      EXPECT_GT(error, 1e-6);
    }
  }
}

// Of an embedded method of order 5: what is left of one step is of order 6.
TEST(OrderEight, EstimatesByAMethodOfOrderFive) {
  const auto difference = [](double h) {
    OrderEight method;
    method.resize(1, 1);
    Eigen::MatrixXd y = Eigen::MatrixXd::Constant(1, 1, wave_at(0.3));
    const Eigen::ArrayXd ds = Eigen::ArrayXd::Constant(1, h);
    method.step(Eigen::ArrayXd::Constant(1, 0.3), ds, y, wave);
    const double error = std::abs(y(0, 0) - wave_at(0.3 + h));
    const double estimate = std::abs(method.difference(ds)(0, 0));
    EXPECT_LT(error, 0.1 * estimate) << h;
    return estimate;
  };
  EXPECT_NEAR(test::extrapolated_order(difference(0.2), difference(0.1), difference(0.05)), 6.0, 0.5);
}

TEST(OrderEight, TakesColumnsApartEachWithItsOwnStep) {
  const Eigen::ArrayXd s = Eigen::Array3d(0.0, 0.5, 1.5), ds = Eigen::Array3d(0.25, -0.5, 0.125);
  Eigen::MatrixXd together = Eigen::RowVector3d(1.0, 0.3, -2.0);
  OrderEight three, one;
  three.resize(1, 3);
  one.resize(1, 1);
  Eigen::MatrixXd alone = together;
  three.step(s, ds, together, wave);
  const Eigen::MatrixXd estimates = three.difference(ds);
  for (int i = 0; i < 3; ++i) {
    Eigen::MatrixXd y = alone.col(i);
    one.step(s.segment(i, 1), ds.segment(i, 1), y, wave);
    EXPECT_EQ(y(0, 0), together(0, i));
    EXPECT_EQ(one.difference(ds.segment(i, 1))(0, 0), estimates(0, i));
  }
}

TEST(OrderEight, KeepsTheSlopesAtTheStart) {
  OrderEight method;
  method.resize(1, 1);
  Eigen::MatrixXd y = Eigen::MatrixXd::Constant(1, 1, 0.5);
  method.step(Eigen::ArrayXd::Constant(1, 3.0), Eigen::ArrayXd::Constant(1, 0.1), y, wave);
  EXPECT_EQ(method.first_slopes()(0, 0), 0.25 * std::cos(3.0));
}

TEST(OrderEight, AllocatesNothingInAStep) {
  OrderEight method;
  method.resize(3, 4);
  Eigen::MatrixXd y = Eigen::MatrixXd::Ones(3, 4);
  const Eigen::ArrayXd s = Eigen::ArrayXd::Zero(4), ds = Eigen::ArrayXd::Constant(4, 0.1);
  const auto decay = [](const Eigen::MatrixXd& at, const Eigen::ArrayXd&, Eigen::MatrixXd& slopes) { slopes = -at; };
  double largest = 0.0;
  EXPECT_EQ(test::allocations_in([&] {
              method.step(s, ds, y, decay);
              largest = method.difference(ds).cwiseAbs().maxCoeff();
            }),
            0);
  EXPECT_NEAR(y(2, 3), std::exp(-0.1), 1e-15);
  EXPECT_GT(largest, 0.0);
}

}  // namespace tandem::order_eight_test
