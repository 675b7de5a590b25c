#include <tandem/derivatives/knot_function.hpp>

#include <derivatives/random_composition.hpp>
#include <derivatives/rich_functions.hpp>
#include <derivatives/wide_function.hpp>
#include <gtest/gtest.h>
#include <support/allocations.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::jet_knot_function_test {

// What jets share with the other plugs is in exact_plugs_test.cpp.

TEST(JetKnotFunction, TakesMoreInputsThanAKernelHasSeedsInSeveralPasses) {
  test::expect_same(test::wide_blocks<6, 3, 1>(0), "jets", 1);   // 10 curved inputs with the time
  test::expect_same(test::wide_blocks<14, 6, 2>(0), "jets", 2);  // 21
  test::expect_same(test::wide_blocks<2, 0, 1>(0), "jets", 3);
}

TEST(JetKnotFunction, TakesAnyCountOfFreeNumbers) {
  for (const int free : {1, 2, 5, 9}) test::expect_same(test::wide_blocks<3, 1, 9>(free), "jets", free);
  test::expect_same(test::wide_blocks<1, 1, 9>(9), "jets", 10);
}

TEST(JetKnotFunction, AllocatesNothingInEvaluation) {
  for (const KnotBlocks& blocks : {test::rich_blocks(true), test::wide_blocks<6, 3, 1>(1)}) {
    const auto function = make_jet_knot_function(blocks);
    KnotBatch batch;
    batch.resize(function->inputs(), function->outputs(), 7);
    batch.inputs.setConstant(0.4), batch.weights.setOnes();
    for (const Level level : {Level::values, Level::jacobian, Level::hessian}) {
      EXPECT_EQ(test::allocations_in([&] { function->evaluate(batch, 0, 7, level); }), 0);
    }
    EXPECT_EQ(test::allocations_in([&] { function->set_numbers(blocks.numbers); }), 0);
  }
}

TEST(JetKnotFunction, GivesAKnotTheSameResultsWhereverItStandsInTheBatch) {
  const auto function = make_jet_knot_function(test::rich_blocks(true));
  KnotBatch batch;
  batch.resize(function->inputs(), function->outputs(), 9);
  for (int knot = 0; knot < 9; ++knot) batch.inputs.col(knot).setLinSpaced(-0.9, 0.8);
  batch.weights.setConstant(0.7);
  function->evaluate(batch, 0, 9, Level::hessian);
  for (int knot = 1; knot < 9; ++knot) {
    EXPECT_EQ(batch.values.col(knot), batch.values.col(0));
    EXPECT_EQ(batch.jacobians.col(knot), batch.jacobians.col(0));
    EXPECT_EQ(batch.hessians.col(knot), batch.hessians.col(0));
  }
}

/// x' = mass v + log(a): the derivative by v is the same everywhere, and a derivative by it is not there for a < 0.
KnotBlocks with_a_constant_derivative() {
  KnotBlocks blocks{2, 0, {}, {3.0}, {}};
  const auto function = [](const auto& k) { return k[Number{0}] * k.x[0] + log(k.x[1]); };
  blocks.blocks.emplace_back(GenericFunction::of<2, 0>(with_jets(function), 1), "dynamics");
  return blocks;
}

TEST(JetKnotFunction, FindsConstantDerivativesAnewForOtherNumbers) {
  const auto function = make_jet_knot_function(with_a_constant_derivative());
  KnotBatch batch;
  batch.resize(3, 1, 1);
  batch.inputs.setOnes();
  function->evaluate(batch, 0, 1, Level::jacobian);
  EXPECT_EQ(batch.jacobian(0), Eigen::RowVector3d(3.0, 1.0, 0.0));
  function->set_numbers(std::vector<double>{5.0});
  function->evaluate(batch, 0, 1, Level::hessian);
  EXPECT_EQ(batch.jacobian(0), Eigen::RowVector3d(5.0, 1.0, 0.0));
}

TEST(JetKnotFunction, FindsConstantDerivativesThoughTheFirstKnotHasNone) {
  const auto function = make_jet_knot_function(with_a_constant_derivative());
  KnotBatch batch;
  batch.resize(3, 1, 8);
  batch.inputs.setOnes();
  batch.inputs.row(1).head(4).setZero();  // the slope of log is infinite there
  function->evaluate(batch, 0, 8, Level::jacobian);
  EXPECT_EQ(batch.jacobian(5)(0, 0), 3.0);
  batch.inputs.setOnes();
  function->evaluate(batch, 0, 4, Level::jacobian);
  EXPECT_EQ(batch.jacobian(0), Eigen::RowVector3d(3.0, 1.0, 0.0));
}

TEST(JetKnotFunction, FollowsSlopesThatJump) {
  KnotBlocks blocks{1, 1, {}, {}, {}};
  const auto kinked = [](const auto& k) { return max(2.0 * k.x[0], -k.x[0]) + abs(k.u[0]); };
  blocks.blocks.emplace_back(GenericFunction::of<1, 1>(with_jets(kinked), 1));
  const auto function = make_jet_knot_function(blocks);
  EXPECT_FALSE(function->hessian_pattern().any());
  KnotBatch batch;
  batch.resize(3, 1, 5);
  batch.inputs.row(0) << -1.0, 2.0, 3.0, -4.0, -5.0;
  batch.inputs.row(1) << 1.0, -2.0, 3.0, 4.0, -5.0;
  for (int repeat = 0; repeat < 2; ++repeat) {
    function->evaluate(batch, 0, 5, Level::hessian);
    for (int knot = 0; knot < 5; ++knot) {
      EXPECT_EQ(batch.jacobian(knot)(0, 0), batch.inputs(0, knot) < 0.0 ? -1.0 : 2.0);
      EXPECT_EQ(batch.jacobian(knot)(0, 1), batch.inputs(1, knot) < 0.0 ? -1.0 : 1.0);
    }
  }
}

TEST(JetKnotFunction, KeepsNotANumberInItsKnot) {
  const auto function = make_jet_knot_function(test::rich_blocks(false));
  KnotBatch batch;
  batch.resize(6, 5, 4);
  batch.inputs.setConstant(0.5), batch.weights.setOnes();
  batch.inputs(0, 2) = std::nan("");
  function->evaluate(batch, 0, 4, Level::hessian);
  EXPECT_TRUE(batch.hessian(2).hasNaN());
  for (const int knot : {0, 1, 3}) {
    EXPECT_TRUE(batch.jacobians.col(knot).allFinite());
    EXPECT_TRUE(batch.hessians.col(knot).allFinite());
  }
  const BoolMatrix outside = !function->hessian_pattern().array();
  EXPECT_TRUE((!outside.array() || batch.hessian(2).array() == 0.0).all());
}

TEST(JetKnotFunction, IsRefusedToAFunctionThatDidNotAskForIt) {
  KnotBlocks blocks{1, 0, {}, {}, {}};
  blocks.blocks.emplace_back(GenericFunction::of<1, 0>([](const auto& k) { return sin(k.x[0]); }, 1), "swing");
  EXPECT_TRUE(test::refuses([&] { make_jet_knot_function(blocks); },
                            "'swing' was not compiled for jets; state it by with_jets(...) for the plug 'jets'"));
}

}  // namespace tandem::jet_knot_function_test
