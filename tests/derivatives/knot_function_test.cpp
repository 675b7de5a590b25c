#include <tandem/derivatives/knot_function.hpp>

#include <tandem/dynamics/models.hpp>

#include <derivatives/rich_functions.hpp>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <algorithm>

namespace tandem::knot_function_test {

TEST(KnotBatch, IsAllZeroAfterResizing) {
  KnotBatch batch;
  batch.resize(4, 3, 2);
  batch.values.setConstant(1.0);
  batch.resize(5, 2, 7);
  EXPECT_EQ(batch.knots(), 7);
  EXPECT_EQ(batch.inputs.rows(), 5);
  EXPECT_EQ(batch.values, Eigen::MatrixXd::Zero(2, 7));
  EXPECT_EQ(batch.jacobian(6).rows(), 2);
  EXPECT_EQ(batch.jacobian(6).cols(), 5);
  EXPECT_EQ(batch.hessian(0).rows(), 5);
}

TEST(KnotBatch, ShowsOneColumnAsAMatrix) {
  KnotBatch batch;
  batch.resize(2, 3, 2);
  batch.jacobians.col(1) << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0;
  EXPECT_EQ(batch.jacobian(1)(2, 0), 3.0);
  EXPECT_EQ(batch.jacobian(1)(0, 1), 4.0);
}

TEST(KnotBlocks, CountTheirInputsAndOutputs) {
  const KnotBlocks blocks = test::rich_blocks(true);
  EXPECT_EQ(blocks.inputs(), 3 + 2 + 1 + 2);
  EXPECT_EQ(blocks.outputs(), 3 + 1 + 1);
  EXPECT_EQ(test::rich_blocks(false).inputs(), 6);
}

TEST(MakeKnotFunction, RefusesAnUnknownPlugWithTheNearestName) {
  EXPECT_TRUE(test::refuses([] { make_knot_function(test::rich_blocks(false), "taep"); },
                            "no plug is called 'taep'; did you mean 'tape'?"));
}

TEST(MakeKnotFunction, RefusesPlugsThatCannotServeAGenericFunction) {
  EXPECT_TRUE(test::refuses([] { make_knot_function(test::rich_blocks(false), "user"); },
                            "'dynamics' brings no derivatives of its own"));
  EXPECT_TRUE(test::refuses([] { make_knot_function(test::rich_blocks(false), "recursive"); },
                            "'recursive' is for multibody dynamics and frames, which 'dynamics' is not"));
}

TEST(MakeKnotFunction, RefusesAnUnknownPlugOfABlock) {
  KnotBlocks blocks = test::rich_blocks(false);
  blocks.blocks[1].plugs.hessian_plug = "jet";
  EXPECT_TRUE(
      test::refuses([&] { make_knot_function(blocks, "tape"); }, "no plug is called 'jet'; did you mean 'jets'?"));
}

TEST(DerivativePlugs, BeginWithTheDefault) {
  EXPECT_EQ(derivative_plugs().front(), kDefaultPlug);
  EXPECT_EQ(derivative_plugs(),
            (std::vector<std::string>{"bytecode", "jets", "recursive", "symbolic", "tape", "user"}));
}

/// Accelerations of a model with a motor at every joint.
KnotBlocks tree_blocks(const std::string& name) {
  MultibodyDynamics dynamics(make_model(name));
  for (const Body& body : dynamics.model().bodies().subspan(1)) {
    if (velocity_count(body.joint.type) == 1) dynamics.actuate(body.joint.name);
  }
  KnotBlocks blocks{dynamics.states(), dynamics.controls(), {}, {}, {}};
  blocks.blocks.emplace_back(GenericFunction::of(dynamics), "dynamics");
  return blocks;
}

Eigen::MatrixXd hessians(KnotBlocks blocks, const std::string& chosen) {
  blocks.blocks.front().plugs.plug = chosen;
  const auto function = make_knot_function(blocks, kDefaultPlug);
  KnotBatch batch;
  batch.resize(function->inputs(), function->outputs(), 1);
  batch.inputs.setConstant(0.3), batch.weights.setOnes();
  function->evaluate(batch, 0, 1, Level::hessian);
  return batch.hessians;
}

TEST(MakeKnotFunction, ServesTreesByInstructionsOrByRecursionsWhicheverAreFaster) {
  EXPECT_EQ(hessians(tree_blocks("acrobot"), ""), hessians(tree_blocks("acrobot"), "bytecode"));
  EXPECT_EQ(hessians(tree_blocks("arm-7"), ""), hessians(tree_blocks("arm-7"), "recursive"));
  EXPECT_NE(hessians(tree_blocks("arm-7"), "bytecode"), hessians(tree_blocks("arm-7"), "recursive"));
}

TEST(MakeKnotFunction, OfNoBlocksHasNothingToCompute) {
  for (const char* plug : {"bytecode", "jets", "symbolic", "tape"}) {
    const auto function = make_knot_function(KnotBlocks{2, 0, {}, {}, {}}, plug);
    EXPECT_EQ(function->outputs(), 0);
    KnotBatch batch;
    batch.resize(function->inputs(), 0, 1);
    EXPECT_NO_THROW(function->evaluate(batch, 0, 1, Level::hessian));
  }
}

TEST(GenericFunction, OfNothingIsFalse) {
  EXPECT_FALSE(static_cast<bool>(GenericFunction()));
  EXPECT_EQ(GenericFunction().outputs(), 0);
}

TEST(GenericFunction, GivesDoublesWhatTheFunctionGives) {
  const auto function = GenericFunction::of<3, 2>(test::RichDynamics{}, 3);
  const std::vector<double> in{0.3, -0.2, 0.9, 1.1, -0.6, 0.4, 0.7, 1.3, -0.4};
  const std::span<const double> all(in);
  std::vector<double> out(3);
  function(KnotView<double>{all.first(3), all.subspan(3, 2), in[5], all.subspan(6)}, std::span<double>(out));
  const std::vector<double> expected = test::rich_outputs(in);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(out[i], expected[i]);
}

TEST(OutputsOf, CountsScalarsAsOne) {
  static_assert(outputs_of<3, 2, test::RichDynamics>() == 3);
  static_assert(outputs_of<3, 2, test::RichCost>() == 1);
}

}  // namespace tandem::knot_function_test
