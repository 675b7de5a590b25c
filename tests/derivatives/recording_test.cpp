#include <tandem/derivatives/recording.hpp>

#include <derivatives/rich_functions.hpp>
#include <gtest/gtest.h>

#include <stdexcept>

namespace tandem::recording_test {

TEST(Recording, HasTheValuesOfTheFunctions) {
  CppAD::ADFun<double> tape = record(test::rich_blocks(false));
  const std::vector<double> in{0.3, -0.2, 0.9, 1.1, -0.6, 0.4, 0.7, 1.3, -0.4};
  const std::vector<double> y = tape.Forward(0, std::vector<double>(in.begin(), in.begin() + 6));
  const std::vector<double> expected = test::rich_outputs(in);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(y[i], expected[i], 1e-15);
}

TEST(Recording, HasTheHessiansPatternOfEachOutput) {
  CppAD::ADFun<double> tape = record(test::rich_blocks(false));
  const BoolMatrix cost = as_matrix(hessian_places(tape, 3, 1));  // tanh(u) c + w^2 mass / 2
  BoolMatrix expected = BoolMatrix::Constant(6, 6, false);
  expected(3, 3) = expected(2, 3) = expected(3, 2) = expected(4, 4) = true;
  EXPECT_EQ(cost, expected);
}

/// One output of two states, as a tape.
template <class Function>
CppAD::ADFun<double> tape_of(const Function& function) {
  KnotBlocks blocks{2, 0, {}, {}, {}};
  blocks.blocks.emplace_back(GenericFunction::of<2, 0>(function, 1));
  return record(blocks);
}

TEST(Recording, SeesSecondDerivativesBehindAChoice) {
  CppAD::ADFun<double> tape = tape_of([](const auto& k) {
    const auto s = sin(k.x[0]);
    return select_less(s, k.x[1], s, k.x[1]) * k.x[1] + abs(s);
  });
  BoolMatrix expected = BoolMatrix::Constant(3, 3, false);
  expected.topLeftCorner(2, 2).setConstant(true);
  EXPECT_EQ(as_matrix(hessian_places(tape, 0, 1)), expected);
}

TEST(Recording, KnowsWhetherAFunctionHasPieces) {
  const auto has = [](const auto& function) {
    CppAD::ADFun<double> tape = tape_of(function);
    return has_pieces(tape);
  };
  EXPECT_FALSE(has([](const auto& k) { return sin(k.x[0]) * k.x[1]; }));
  EXPECT_TRUE(has([](const auto& k) { return abs(k.x[0]) + k.x[1]; }));
  EXPECT_TRUE(has([](const auto& k) { return max(k.x[0], k.x[1]); }));
}

TEST(Recording, KeepsNoNaNOfADivisionByANumberThatIsFree) {
  KnotBlocks blocks{1, 0, {}, {2.0}, {0}};
  const auto quotient = [](const auto& k) { return 0.0 * (1.0 / k[Number{0}]) + k.x[0]; };
  blocks.blocks.emplace_back(GenericFunction::of<1, 0>(quotient, 1));
  EXPECT_EQ(record(blocks).Forward(0, std::vector<double>{3.0, 0.0, 2.0})[0], 3.0);
}

TEST(Recording, CanBeginAgainAfterAFunctionThrew) {
  KnotBlocks blocks{1, 0, {}, {}, {}};
  const auto thrower = [](const auto& k) {
    if (k.x.size() == 1) throw std::runtime_error("no");
    return k.x[0];
  };
  blocks.blocks.emplace_back(GenericFunction::of<1, 0>(thrower, 1));
  EXPECT_THROW(record(blocks), std::runtime_error);
  EXPECT_NO_THROW(record(test::rich_blocks(true)));
}

}  // namespace tandem::recording_test
