#include <tandem/derivatives/recursive_block.hpp>

#include "multibody_blocks.hpp"
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tandem::recursive_block_test {

using namespace test;

std::vector<Pack4> four_columns(const Eigen::MatrixXd& columns) {
  std::vector<Pack4> packs(columns.rows(), Pack4(0.0));
  for (long i = 0; i < columns.rows(); ++i) {
    for (int lane = 0; lane < 4; ++lane) packs[i].set(lane, columns(i, lane));
  }
  return packs;
}

BoolMatrix all_of(const KnotBlocks& blocks) { return BoolMatrix::Constant(blocks.inputs(), blocks.inputs(), true); }

Eigen::MatrixXd lane_of(const std::vector<const Pack4*>& rows, int columns, int lane) {
  Eigen::MatrixXd matrix(rows.size(), columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (int j = 0; j < columns; ++j) matrix(static_cast<long>(i), j) = rows[i][j][lane];
  }
  return matrix;
}

/// Values and rows of both orders against those of the block's tape.
void expect_tapes_rows(RecursiveBlock& block, const KnotBlocks& blocks, KnotBatch at) {
  make_knot_function(blocks, "tape")->evaluate(at, 0, 4, Level::hessian);
  block.evaluate(four_columns(at.inputs).data(), four_columns(at.weights).data(), Level::hessian);
  std::vector<const Pack4*> first, second;
  for (int i = 0; i < blocks.outputs(); ++i) first.push_back(block.jacobian_row(i));
  for (int i = 0; i < blocks.inputs(); ++i) second.push_back(block.hessian_row(i));
  for (int lane = 0; lane < 4; ++lane) {
    Eigen::VectorXd values(blocks.outputs());
    for (int i = 0; i < blocks.outputs(); ++i) values(i) = block.value(i)[lane];
    EXPECT_LT(relative_difference(values, at.values.col(lane)), 1e-12);
    EXPECT_LT(relative_difference(lane_of(first, blocks.inputs(), lane), at.jacobian(lane)), 1e-12);
    EXPECT_LT(relative_difference(lane_of(second, blocks.inputs(), lane), at.hessian(lane)), 1e-12);
  }
}

TEST(RecursiveBlock, HandsOutRowsOfTheRatesOfATree) {
  for (const unsigned seed : {1u, 3u, 8u}) {
    Dice dice(seed);
    const MultibodyDynamics dynamics = random_dynamics(seed, {.free_numbers = true, .laws = true});
    const KnotBlocks blocks = blocks_of(dynamics, true);
    const auto block = make_multibody_block(blocks, blocks.blocks[0].function, all_of(blocks));
    expect_tapes_rows(*block, blocks, random_knots(dynamics, blocks, 4, dice));
  }
}

/// A height that a control scales, and with accelerations what a scale in the hand shows.
KnotBlocks of_the_hand(const MultibodyDynamics& dynamics, bool with_acceleration) {
  KnotBlocks blocks{dynamics.states(), dynamics.controls(), {}, kMultibodyNumbers, {0}};
  const auto height = [](const auto& k, const auto& hand) {
    return hand.position.z * k[Number{0}] + square(hand.velocity.x) + k.u[0];
  };
  const auto weight = [](const auto& k, const auto& hand) {
    return dot(hand.axes.z, hand.acceleration) * k[Number{0}];
  };
  constexpr int kStates = 4, kControls = 1;
  blocks.blocks = {{with_acceleration
                        ? GenericFunction::of<kStates, kControls>(on_frame(dynamics, "hand", weight), 1)
                        : GenericFunction::of<kStates, kControls>(on_frame(dynamics, "hand", height), 1)}};
  return blocks;
}

MultibodyDynamics two_links() {
  Dice dice(4);
  ModelBuilder builder("two links");
  builder.add_body("upper", "world", dice.placement(), Joint::revolute("shoulder", dice.point()), dice.inertia())
      .add_body("lower", "upper", dice.placement(), Joint::prismatic("slide", dice.point()), dice.inertia())
      .add_frame("hand", "lower", dice.placement());
  return MultibodyDynamics(builder.build()).actuate("shoulder").number("mass of 'lower'", 1.0 + 0.5 * Number{0});
}

TEST(RecursiveBlock, HandsOutRowsOfAFunctionOfFrames) {
  const MultibodyDynamics dynamics = two_links();
  for (const bool with_acceleration : {false, true}) {
    Dice dice(5);
    const KnotBlocks blocks = of_the_hand(dynamics, with_acceleration);
    const auto block = make_frame_block(blocks, blocks.blocks[0].function);
    expect_tapes_rows(*block, blocks, random_knots(dynamics, blocks, 4, dice));
  }
}

TEST(RecursiveBlock, FollowsOtherValuesOfTheNumbers) {
  const MultibodyDynamics dynamics = two_links();
  Dice dice(6);
  KnotBlocks blocks = of_the_hand(dynamics, true);
  blocks.free_numbers.clear();
  const auto block = make_frame_block(blocks, blocks.blocks[0].function);
  blocks.numbers = {1.9, 0.0, 0.0};
  block->set_numbers(blocks.numbers);
  expect_tapes_rows(*block, blocks, random_knots(dynamics, blocks, 4, dice));
}

}  // namespace tandem::recursive_block_test
