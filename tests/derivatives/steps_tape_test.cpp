#include <tandem/derivatives/steps_tape.hpp>

#include <tandem/core/table.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace tandem::steps_tape_test {

using Tape = CppAD::AD<double>;

const Table kTable({0.0, 1.0, 2.5, 3.0}, {1.0, -1.0, 0.5, 2.0});

CppAD::ADFun<double> tape() {
  std::vector<Tape> x{0.0}, y(1);
  CppAD::Independent(x);
  y[0] = kTable(x[0] * x[0]);
  return {x, y};
}

TEST(StepsOnATape, GiveATablesValueOnEveryPieceOfOneTape) {
  CppAD::ADFun<double> f = tape();
  f.optimize();
  for (const double x : {-0.5, 0.0, 1.2, 1.5, 1.6, 3.0}) {
    EXPECT_EQ(f.Forward(0, std::vector<double>{x})[0], kTable(x * x));
  }
}

// d/dx T(x^2) = 2 x T', and 2 T' + 4 x^2 T''; the table's own slopes by a complex step and its difference.
TEST(StepsOnATape, LeaveBothDerivativesToThePolynomial) {
  CppAD::ADFun<double> f = tape();
  const auto slope = [](double z) { return kTable(std::complex<double>(z, 1e-40)).imag() / 1e-40; };
  for (const double x : {-0.5, 1.2, 1.62}) {
    const double z = x * x, bend = (slope(z + 1e-6) - slope(z - 1e-6)) / 2e-6;
    EXPECT_NEAR(f.Jacobian(std::vector<double>{x})[0], 2.0 * x * slope(z), 1e-13);
    EXPECT_NEAR(f.Hessian(std::vector<double>{x}, 0)[0], 2.0 * slope(z) + 4.0 * z * bend, 1e-7);
  }
}

TEST(StepsOnATape, OfADynamicParameterAreOne) {
  std::vector<Tape> x{0.0}, y(1), p{0.5};
  CppAD::Independent(x, 0, false, p);
  y[0] = x[0] * kTable(p[0]);
  CppAD::ADFun<double> f(x, y);
  f.new_dynamic(std::vector<double>{2.7});
  EXPECT_EQ(f.Forward(0, std::vector<double>{3.0})[0], 3.0 * kTable(2.7));
}

}  // namespace tandem::steps_tape_test
