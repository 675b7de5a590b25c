#include <tandem/derivatives/tape_expression.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <vector>

namespace tandem::tape_expression_test {

using Tape = CppAD::AD<double>;
using casadi::SX;

/// The tape of a function of two numbers.
template <class Function>
CppAD::ADFun<double> tape_of(const Function& function) {
  std::vector<Tape> x{0.4, -0.3}, y(1);
  CppAD::Independent(x);
  y[0] = function(x[0], x[1]);
  return CppAD::ADFun<double>(x, y);
}

template <class Function>
void expect_same_value(const Function& function) {
  CppAD::ADFun<double> tape = tape_of(function);
  const SX x = SX::sym("x", 2);
  const casadi::Function f("f", {x}, {expression_of(tape, x, SX(0, 1))});
  for (const auto& at : {std::vector<double>{0.4, -0.3}, {-0.7, 0.8}, {0.2, 0.2}}) {
    const double expected = tape.Forward(0, at)[0];
    const double value = f(std::vector<casadi::DM>{casadi::DM(at)})[0].scalar();
    EXPECT_NEAR(value, expected, 1e-15 * std::max(1.0, std::abs(expected)));
  }
}

TEST(ExpressionOfATape, HasTheValueOfEveryOperation) {
  using namespace CppAD;
  expect_same_value([](auto a, auto b) { return a + b - 2.0 * a * b + 3.0 / (b + 2.0) - a / 5.0; });
  expect_same_value([](auto a, auto b) { return sin(a) + cos(b) * tan(a) - (-b); });
  expect_same_value([](auto a, auto b) { return asin(a) + acos(b) * atan(a) + atan2(a, b); });
  expect_same_value([](auto a, auto b) { return sinh(a) + cosh(b) * tanh(a); });
  expect_same_value([](auto a, auto b) { return asinh(a) + acosh(b + 2.0) * atanh(a); });
  expect_same_value([](auto a, auto b) { return exp(a) + log(b + 2.0) * sqrt(a + 1.0) + expm1(b) * log1p(a); });
  expect_same_value([](auto a, auto b) { return pow(a + 1.0, b) + pow(a, 3) + pow(b + 1.0, 1.5); });
  expect_same_value([](auto a, auto b) { return abs(a) + sign(b) + erf(a) - erfc(b); });
  expect_same_value([](auto a, auto b) { return CondExpLt(a, b, sin(a), cos(b)) + CondExpGe(a, b, a, b); });
  expect_same_value([](auto a, auto b) { return CondExpEq(a, b, sin(a), cos(b)) + CondExpLe(a, Tape(0.2), a, b); });
  expect_same_value([](auto a, auto b) { return azmul(a, b) + (a < b ? a : b); });
}

double rounded(const double& x) { return std::floor(x); }
CPPAD_DISCRETE_FUNCTION(double, rounded)

TEST(ExpressionOfATape, RefusesOperationsThatCasadiDoesNotHave) {
  CppAD::ADFun<double> tape = tape_of([](const Tape& a, const Tape& b) { return rounded(a) * b; });
  const SX x = SX::sym("x", 2);
  EXPECT_TRUE(test::refuses([&] { expression_of(tape, x, SX(0, 1)); }, "operation 'discrete' has no counterpart"));
}

}  // namespace tandem::tape_expression_test
