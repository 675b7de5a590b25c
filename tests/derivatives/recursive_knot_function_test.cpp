#include <tandem/derivatives/knot_function.hpp>
#include <tandem/dynamics/models/all.hpp>

#include "multibody_blocks.hpp"
#include "support/allocations.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

namespace tandem::recursive_knot_function_test {

using namespace test;

// Sanitized, tapes of such trees cost ten times as much: a tenth of them walks the same ways through the code.
#if defined(__SANITIZE_ADDRESS__)
constexpr unsigned kRandomTrees = 6;
#else
constexpr unsigned kRandomTrees = 60;
#endif

void expect_tapes_answers(const MultibodyKind& kind) {
  for (unsigned seed = 0; seed < kRandomTrees; ++seed) {
    test::Dice dice(seed);
    const MultibodyDynamics dynamics = random_dynamics(seed, kind);
    const KnotBlocks blocks = blocks_of(dynamics, kind.free_numbers);
    const int knots = 1 + static_cast<int>(seed % 6);
    expect_same(blocks, random_knots(dynamics, blocks, knots, dice), "recursive", "tape", dynamics.model().name());
  }
}

TEST(RecursiveKnotFunction, GivesTheTapesAnswersOnRandomTrees) { expect_tapes_answers({}); }

TEST(RecursiveKnotFunction, GivesTheTapesAnswersWhereJointsAreMotionDriven) { expect_tapes_answers({.hybrid = true}); }

TEST(RecursiveKnotFunction, GivesTheTapesAnswersWhereMotionsAreSmooth) {
  expect_tapes_answers({.hybrid = true, .smooth = true});
  expect_tapes_answers({.hybrid = true, .smooth = true, .free_numbers = true, .laws = true, .maps = true});
}

TEST(RecursiveKnotFunction, GivesTheTapesAnswersForEfforts) {
  for (unsigned seed = 0; seed < kRandomTrees; ++seed) {
    test::Dice dice(seed);
    const MultibodyDynamics dynamics = random_dynamics(seed, {.hybrid = true, .smooth = seed % 2 == 1});
    const std::vector<std::string> joints = moved_joints(dynamics);
    if (joints.empty()) continue;
    KnotBlocks blocks = blocks_of(dynamics, seed % 3 == 0);
    blocks.blocks = {{GenericFunction::of(MultibodyEffort{dynamics, joints}), "effort"}};
    const KnotBatch at = random_knots(dynamics, blocks, 3, dice);
    expect_same(blocks, at, "recursive", "tape", dynamics.model().name());
    if (seed < 6) expect_same(blocks, at, "recursive", "bytecode", dynamics.model().name());
  }
}

TEST(RecursiveKnotFunction, GivesTheTapesAnswersByFreeNumbersOfEveryKind) {
  expect_tapes_answers({.hybrid = true, .free_numbers = true});
}

TEST(RecursiveKnotFunction, GivesTheTapesAnswersWhereLawsOfForceAct) {
  expect_tapes_answers({.laws = true});
  expect_tapes_answers({.hybrid = true, .free_numbers = true, .laws = true});
}

TEST(RecursiveKnotFunction, GivesTheTapesAnswersWhereNumbersFollowMaps) {
  expect_tapes_answers({.free_numbers = true, .maps = true});
  expect_tapes_answers({.hybrid = true, .free_numbers = true, .laws = true, .maps = true});
}

TEST(RecursiveKnotFunction, GivesTheAnswersOfSymbolicExpressions) {
  for (const unsigned seed : {3u, 7u, 8u}) {
    for (const bool laws : {false, true}) {
      test::Dice dice(seed);
      const MultibodyDynamics dynamics = random_dynamics(seed, {.hybrid = true, .smooth = laws, .laws = laws});
      const KnotBlocks blocks = blocks_of(dynamics, false);
      const KnotBatch at = random_knots(dynamics, blocks, 5, dice);
      expect_same(blocks, at, "recursive", "symbolic", dynamics.model().name());
      expect_same(blocks, at, "recursive", "bytecode", dynamics.model().name());
    }
  }
}

// Every third tree has joints of several freedoms whose axes move with their own coordinates.
TEST(RecursiveKnotFunction, GivesTheAnswersOfEveryOtherPlugWhereAxesMove) {
  for (const unsigned seed : {2u, 8u, 44u}) {
    test::Dice dice(seed);
    const MultibodyDynamics dynamics = random_dynamics(seed, {.hybrid = true});
    ASSERT_TRUE(dynamics.model().has_moving_axes()) << seed;
    const KnotBlocks blocks = blocks_of(dynamics, true);
    const KnotBatch at = random_knots(dynamics, blocks, 3, dice);
    for (const char* plug : {"tape", "symbolic", "bytecode"}) {
      expect_same(blocks, at, "recursive", plug, dynamics.model().name() + " by " + plug);
    }
  }
}

TEST(RecursiveKnotFunction, FollowsOtherValuesOfTheNumbers) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    test::Dice dice(seed);
    const MultibodyDynamics dynamics = random_dynamics(seed, {.hybrid = true, .laws = true});
    KnotBlocks blocks = blocks_of(dynamics, false);
    const auto function = make_knot_function(blocks, "recursive");
    blocks.numbers = {0.9, 1.0, -0.7};
    function->set_numbers(blocks.numbers);
    const auto expected = make_knot_function(blocks, "recursive");
    KnotBatch batch = random_knots(dynamics, blocks, 5, dice), reference = batch;
    function->evaluate(batch, 0, 5, Level::hessian);
    expected->evaluate(reference, 0, 5, Level::hessian);
    EXPECT_EQ(batch.values, reference.values);
    EXPECT_EQ(batch.jacobians, reference.jacobians);
    EXPECT_EQ(batch.hessians, reference.hessians);
  }
}

TEST(RecursiveKnotFunction, RefusesAnotherCountOfNumbers) {
  const KnotBlocks blocks = blocks_of(random_dynamics(1, {}), false);
  const auto function = make_knot_function(blocks, "recursive");
  EXPECT_TRUE(test::refuses([&] { function->set_numbers(std::vector<double>{1.0}); }, "1 named numbers were given"));
}

TEST(RecursiveKnotFunction, WritesOnlyTheKnotsItWasAskedFor) {
  const MultibodyDynamics dynamics = random_dynamics(3, {.hybrid = true});
  const KnotBlocks blocks = blocks_of(dynamics, false);
  test::Dice dice(3);
  KnotBatch batch = random_knots(dynamics, blocks, 9, dice);
  batch.values.setConstant(7.0), batch.jacobians.setConstant(7.0), batch.hessians.setConstant(7.0);
  make_knot_function(blocks, "recursive")->evaluate(batch, 2, 5, Level::hessian);
  for (const int knot : {0, 1, 7, 8}) {
    EXPECT_TRUE((batch.values.col(knot).array() == 7.0).all());
    EXPECT_TRUE((batch.jacobians.col(knot).array() == 7.0).all());
    EXPECT_TRUE((batch.hessians.col(knot).array() == 7.0).all());
  }
}

TEST(RecursiveKnotFunction, AllocatesNothingWhileItEvaluates) {
  for (const unsigned seed : {0u, 3u, 8u}) {
    test::Dice dice(seed);
    const MultibodyDynamics dynamics =
        random_dynamics(seed, {.hybrid = true, .smooth = seed == 8, .laws = true, .maps = seed == 3});
    const KnotBlocks blocks = blocks_of(dynamics, true);
    const auto function = make_knot_function(blocks, "recursive");
    KnotBatch batch = random_knots(dynamics, blocks, 6, dice);
    for (const Level level : {Level::values, Level::jacobian, Level::hessian}) {
      EXPECT_EQ(test::allocations_in([&] { function->evaluate(batch, 0, 6, level); }), 0);
    }
    EXPECT_EQ(test::allocations_in([&] { function->set_numbers(blocks.numbers); }), 0);
  }
}

TEST(RecursiveKnotFunction, KeepsANaNInItsKnot) {
  const MultibodyDynamics dynamics = random_dynamics(4, {});
  const KnotBlocks blocks = blocks_of(dynamics, false);
  test::Dice dice(4);
  KnotBatch batch = random_knots(dynamics, blocks, 6, dice);
  const auto function = make_knot_function(blocks, "recursive");
  function->evaluate(batch, 0, 6, Level::hessian);
  KnotBatch other = batch;
  other.inputs(0, 2) = std::numeric_limits<double>::quiet_NaN();
  function->evaluate(other, 0, 6, Level::hessian);
  for (int knot = 0; knot < 6; ++knot) {
    if (knot == 2) continue;
    EXPECT_EQ(other.hessians.col(knot), batch.hessians.col(knot)) << knot;
    EXPECT_EQ(other.values.col(knot), batch.values.col(knot)) << knot;
  }
  EXPECT_FALSE(other.values.col(2).allFinite());
}

TEST(RecursiveKnotFunction, ServesMultibodyDynamicsWhereJetsAreAskedFor) {
  const MultibodyDynamics dynamics = random_dynamics(5, {});
  KnotBlocks blocks = blocks_of(dynamics, false);
  test::Dice dice(5);
  const KnotBatch at = random_knots(dynamics, blocks, 3, dice);
  expect_same(blocks, at, "jets", "recursive", "jets");
  blocks.blocks[0].plugs.plug = "jets";
  EXPECT_TRUE(test::refuses([&] { make_knot_function(blocks, "tape"); },
                            "'dynamics' is multibody dynamics; the plug 'jets' cannot serve it"));
}

TEST(RecursiveKnotFunction, LetsTheDefaultServeWhatStandsBesideTheDynamics) {
  const MultibodyDynamics dynamics = MultibodyDynamics(models::acrobot().model).actuate("elbow");
  KnotBlocks blocks = blocks_of(dynamics, false);
  const auto effort = [](const auto& k) { return square(k.u[0]) + sin(k.x[1]); };
  blocks.blocks.emplace_back(GenericFunction::of<4, 1>(effort, 1), "effort");
  test::Dice dice(5);
  expect_same(blocks, random_knots(dynamics, blocks, 5, dice), "recursive", "tape", "beside a cost");
}

TEST(RecursiveKnotFunction, MayHaveItsHessianFromATape) {
  const MultibodyDynamics dynamics = random_dynamics(6, {});
  KnotBlocks blocks = blocks_of(dynamics, false);
  test::Dice dice(6);
  const KnotBatch at = random_knots(dynamics, blocks, 3, dice);
  blocks.blocks[0].plugs.hessian_plug = "tape";
  expect_same(blocks, at, "recursive", "tape", "Hessian of a tape");
}

TEST(RecursiveKnotFunction, RefusesAProblemOfOtherSizes) {
  KnotBlocks blocks = blocks_of(random_dynamics(1, {}), false);
  ++blocks.states;
  EXPECT_TRUE(test::refuses([&] { make_knot_function(blocks, "recursive"); }, "model 'tree 1' has"));
}

}  // namespace tandem::recursive_knot_function_test
