#include <tandem/derivatives/knot_function.hpp>

#include <derivatives/random_composition.hpp>
#include <derivatives/rich_functions.hpp>
#include <gtest/gtest.h>
#include <support/plain_name.hpp>
#include <support/refusal.hpp>

#include <limits>
#include <random>

/// What every plug that is exact must do, whichever way it goes.
namespace tandem::exact_plugs_test {

// Values and derivatives here are of size 1 to 10 and come from a few dozen operations on either side.
constexpr double kRounding = 1e-12;

/// The rich functions by one plug, with some random knots; seven of them, which is not a multiple of a pack.
class ExactPlug : public testing::TestWithParam<std::string> {
 protected:
  static constexpr int kKnots = 7;

  ExactPlug() { prepare(); }

  void prepare() {
    batch_.resize(function_->inputs(), function_->outputs(), kKnots);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    for (double& entry : batch_.inputs.reshaped()) entry = uniform(random);
    for (double& entry : batch_.weights.reshaped()) entry = uniform(random);
  }

  /// Inputs [states; controls; time; mass; length; gain] of a knot, as the reference takes them.
  std::vector<double> reference_inputs(int knot, const std::vector<double>& numbers) const {
    std::vector<double> all(batch_.inputs.col(knot).data(), batch_.inputs.col(knot).data() + 6);
    all.insert(all.end(), numbers.begin(), numbers.end());
    if (function_->inputs() == 8) {  // [gain; mass] are inputs
      all[6] = batch_.inputs(7, knot);
      all[8] = batch_.inputs(6, knot);
    }
    return all;
  }

  /// Which reference input stands behind each input.
  std::vector<int> places() const {
    std::vector<int> all{0, 1, 2, 3, 4, 5};
    if (function_->inputs() == 8) all.insert(all.end(), {8, 6});
    return all;
  }

  void expect_reference(const std::vector<double>& numbers) const {
    for (int knot = 0; knot < kKnots; ++knot) {
      const std::vector<double> at = reference_inputs(knot, numbers);
      const std::vector<double> values = test::rich_outputs(at);
      for (int j = 0; j < 5; ++j) EXPECT_NEAR(batch_.values(j, knot), values[j], kRounding);
      const Eigen::MatrixXd jacobian = test::rich_jacobian(at)(Eigen::all, places());
      EXPECT_LT((batch_.jacobian(knot) - jacobian).cwiseAbs().maxCoeff(), kRounding);
      const Eigen::MatrixXd hessian = test::rich_hessian(at, batch_.weights.col(knot))(places(), places());
      EXPECT_LT((batch_.hessian(knot) - hessian).cwiseAbs().maxCoeff(), kRounding);
    }
  }

  std::unique_ptr<KnotFunction> function_ = make_knot_function(test::rich_blocks(false), GetParam());
  KnotBatch batch_;
};

TEST_P(ExactPlug, IsExactInValuesJacobianAndContractedHessian) {
  function_->evaluate(batch_, 0, kKnots, Level::hessian);
  expect_reference(test::rich_blocks(false).numbers);
}

TEST_P(ExactPlug, IsExactByFreeNumbers) {
  function_ = make_knot_function(test::rich_blocks(true), GetParam());
  prepare();
  function_->evaluate(batch_, 0, kKnots, Level::hessian);
  expect_reference(test::rich_blocks(true).numbers);
}

TEST_P(ExactPlug, TakesOtherNumbersWithoutRecordingAnew) {
  const std::vector<double> numbers{1.9, 0.6, 2.2};
  function_->set_numbers(numbers);
  function_->evaluate(batch_, 0, kKnots, Level::hessian);
  expect_reference(numbers);
}

TEST_P(ExactPlug, OverridesFreeNumbersByEachKnotsInputs) {
  function_ = make_knot_function(test::rich_blocks(true), GetParam());
  prepare();
  const std::vector<double> numbers{100.0, 0.6, -100.0};  // only length, the second, is read
  function_->set_numbers(numbers);
  function_->evaluate(batch_, 0, kKnots, Level::hessian);
  expect_reference(numbers);
}

TEST_P(ExactPlug, TouchesOnlyTheKnotsAskedFor) {
  batch_.values.setConstant(-5.0);
  function_->evaluate(batch_, 2, 3, Level::values);
  for (int knot : {0, 1, 5, 6}) EXPECT_TRUE((batch_.values.col(knot).array() == -5.0).all());
  for (int knot : {2, 3, 4}) EXPECT_FALSE((batch_.values.col(knot).array() == -5.0).any());
}

TEST_P(ExactPlug, ComputesNoMoreThanTheLevel) {
  function_->evaluate(batch_, 0, kKnots, Level::values);
  EXPECT_TRUE(batch_.jacobians.isZero(0.0));
  function_->evaluate(batch_, 0, kKnots, Level::jacobian);
  EXPECT_FALSE(batch_.jacobians.isZero(0.0));
  EXPECT_TRUE(batch_.hessians.isZero(0.0));
}

TEST_P(ExactPlug, HasTheExactPatternOfTheJacobian) {
  function_ = make_knot_function(test::rich_blocks(true), GetParam());
  BoolMatrix expected = BoolMatrix::Constant(5, 8, false);
  const auto depends = [&](int output, std::initializer_list<int> inputs) {
    for (int input : inputs) expected(output, input) = true;
  };
  // Inputs: a b c u w t gain mass.
  depends(0, {0, 1, 3, 5, 7});
  depends(1, {0, 2, 4, 5});
  depends(2, {0, 1, 2, 4, 6});
  depends(3, {2, 3, 4, 7});
  depends(4, {0, 1});
  EXPECT_EQ(function_->jacobian_pattern(), expected);
}

TEST_P(ExactPlug, HasTheExactPatternOfTheHessian) {
  function_ = make_knot_function(test::rich_blocks(true), GetParam());
  BoolMatrix expected = BoolMatrix::Constant(8, 8, false);
  const auto pair = [&](int i, int j) { expected(i, j) = expected(j, i) = true; };
  pair(0, 0), pair(0, 3), pair(1, 1), pair(1, 5), pair(1, 7), pair(5, 7);  // sin(a) u + mass b^2 t
  pair(2, 2), pair(2, 4), pair(4, 4), pair(0, 5), pair(5, 5);              // exp(-c w) + cos(t a)
  pair(0, 1), pair(0, 4), pair(1, 4), pair(2, 6);                          // a b w + sqrt(1 + c^2) gain
  pair(3, 3), pair(2, 3), pair(4, 7);                                      // tanh(u) c + w^2 mass / 2
  EXPECT_EQ(function_->hessian_pattern(), expected);
}

TEST_P(ExactPlug, LetsNotANumberThroughInsteadOfStopping) {
  batch_.inputs(0, 0) = std::numeric_limits<double>::quiet_NaN();
  function_->evaluate(batch_, 0, 2, Level::jacobian);
  EXPECT_TRUE(std::isnan(batch_.values(0, 0)));
  EXPECT_TRUE(batch_.values.col(1).allFinite());
}

TEST_P(ExactPlug, RefusesAnotherCountOfNumbers) {
  EXPECT_TRUE(
      test::refuses([&] { function_->set_numbers(std::vector<double>{1.0}); }, "1 named numbers were given, it has 3"));
}

TEST_P(ExactPlug, OverwritesWhateverTheOutputsHeld) {
  function_->evaluate(batch_, 0, kKnots, Level::hessian);
  const KnotBatch clean = batch_;
  batch_.values.setConstant(9.0), batch_.jacobians.setConstant(9.0), batch_.hessians.setConstant(9.0);
  function_->evaluate(batch_, 0, kKnots, Level::hessian);
  EXPECT_EQ(batch_.values, clean.values);
  EXPECT_EQ(batch_.jacobians, clean.jacobians);
  EXPECT_EQ(batch_.hessians, clean.hessians);
}

TEST_P(ExactPlug, IsExactlyZeroOutsideItsPatterns) {
  function_->evaluate(batch_, 0, kKnots, Level::hessian);
  for (int knot = 0; knot < kKnots; ++knot) {
    EXPECT_TRUE((function_->jacobian_pattern().array() || batch_.jacobian(knot).array() == 0.0).all());
    EXPECT_TRUE((function_->hessian_pattern().array() || batch_.hessian(knot).array() == 0.0).all());
  }
}

TEST_P(ExactPlug, OfALinearFunctionHasNoHessian) {
  KnotBlocks blocks{1, 1, {}, {}, {}};
  blocks.blocks = {GenericFunction::of<1, 1>(with_jets([](const auto& k) { return 2.0 * k.x[0] - k.u[0]; }), 1)};
  function_ = make_knot_function(blocks, GetParam());
  EXPECT_FALSE(function_->hessian_pattern().any());
  batch_.resize(3, 1, 1);
  batch_.weights.setOnes();
  function_->evaluate(batch_, 0, 1, Level::hessian);
  EXPECT_EQ(batch_.jacobian(0), Eigen::RowVector3d(2.0, -1.0, 0.0));
  EXPECT_TRUE(batch_.hessians.isZero(0.0));
}

TEST_P(ExactPlug, AgreesWithTheTapeOnRandomCompositions) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const KnotBlocks blocks = test::random_composition(seed, seed % 3 == 0);
    test::expect_same(blocks, GetParam(), seed);
  }
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, ExactPlug, testing::Values("bytecode", "jets", "symbolic", "tape"),
                         test::PlainName());

}  // namespace tandem::exact_plugs_test
