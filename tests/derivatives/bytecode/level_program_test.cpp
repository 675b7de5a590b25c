#include <tandem/derivatives/bytecode/level_program.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::level_program_test {

using bytecode::LevelProgram;
using casadi::SX;

/// y = (p x0 sin(x1), x2^2).
SymbolicFunctions sample() {
  const SX x = SX::sym("x", 3), p = SX::sym("p");
  return SymbolicFunctions(casadi::Function("sample", {x, p}, {vertcat(p * x(0) * sin(x(1)), x(2) * x(2))}));
}

BoolMatrix jacobian_pattern() { return (BoolMatrix(2, 3) << true, true, false, false, false, true).finished(); }

BoolMatrix hessian_pattern() {
  return (BoolMatrix(3, 3) << false, true, false, true, true, false, false, false, true).finished();
}

KnotBatch batch_of(int knots) {
  KnotBatch batch;
  batch.resize(3, 2, knots);
  for (int k = 0; k < knots; ++k) {
    batch.inputs.col(k) << 0.5 + k, 0.1 * k, 2.0 - k;
    batch.weights.col(k) << 1.0 + k, 3.0;
  }
  return batch;
}

TEST(LevelProgram, FillsValuesAndDerivativesOfAnyNumberOfKnots) {
  LevelProgram program(sample().hessian(), Level::hessian, jacobian_pattern(), hessian_pattern());
  program.set_numbers(std::vector<double>{3.0});
  for (const int knots : {1, 7, 64, 131}) {
    KnotBatch batch = batch_of(knots);
    program.evaluate(batch, 0, knots);
    for (int k = 0; k < knots; ++k) {
      const double x0 = batch.inputs(0, k), s = std::sin(batch.inputs(1, k)), c = std::cos(batch.inputs(1, k));
      const double x2 = batch.inputs(2, k), w = batch.weights(0, k), close = 1e-15 * (1.0 + x0 * w);
      EXPECT_NEAR(batch.values(0, k), 3.0 * x0 * s, 6.0 * close);
      EXPECT_EQ(batch.values(1, k), x2 * x2);
      EXPECT_NEAR(batch.jacobian(k)(0, 1), 3.0 * x0 * c, 6.0 * close);
      EXPECT_EQ(batch.jacobian(k)(1, 2), 2.0 * x2);
      EXPECT_NEAR(batch.hessian(k)(0, 1), 3.0 * w * c, 6.0 * close);
      EXPECT_NEAR(batch.hessian(k)(1, 1), -3.0 * w * x0 * s, 6.0 * close);
      EXPECT_EQ(batch.hessian(k)(1, 0), batch.hessian(k)(0, 1));
      EXPECT_EQ(batch.hessian(k)(2, 2), 6.0);
    }
  }
}

TEST(LevelProgram, LeavesOtherKnotsAndTakesOtherNumbers) {
  LevelProgram program(sample().jacobian(), Level::jacobian, jacobian_pattern(), hessian_pattern());
  program.set_numbers(std::vector<double>{3.0});
  KnotBatch batch = batch_of(5);
  program.evaluate(batch, 1, 2);
  for (const int k : {0, 3, 4}) EXPECT_EQ(batch.values.col(k).norm(), 0.0) << k;
  const double before = batch.values(0, 2);
  EXPECT_NE(before, 0.0);
  program.set_numbers(std::vector<double>{6.0});
  program.evaluate(batch, 2, 1);
  EXPECT_DOUBLE_EQ(batch.values(0, 2), 2.0 * before);
}

TEST(LevelProgram, KeepsWhatIsNotANumberInItsKnot) {
  LevelProgram program(sample().values(), Level::values, jacobian_pattern(), hessian_pattern());
  program.set_numbers(std::vector<double>{3.0});
  KnotBatch batch = batch_of(9), clean = batch;
  batch.inputs(1, 4) = std::nan("");
  program.evaluate(batch, 0, 9);
  program.evaluate(clean, 0, 9);
  for (int k = 0; k < 9; ++k) {
    if (k == 4) {
      EXPECT_TRUE(std::isnan(batch.values(0, k)));
    } else {
      EXPECT_EQ(batch.values(0, k), clean.values(0, k)) << k;
    }
  }
}

}  // namespace tandem::level_program_test
