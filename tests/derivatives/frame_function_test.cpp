#include <tandem/derivatives/frame_function.hpp>

#include "multibody_blocks.hpp"
#include "support/allocations.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

namespace tandem::frame_function_test {

using namespace test;

/// A hull that flies, with an arm, a slide in it and a ball at its end, of which two placements follow named numbers.
MultibodyDynamics flyer() {
  test::Dice dice(3);
  ModelBuilder builder("flyer");
  builder.add_body("hull", "world", dice.placement(), Joint::free("fly"), dice.inertia());
  builder.add_body("arm", "hull", dice.placement(), Joint::revolute("elbow", dice.point()), dice.inertia());
  builder.add_body("rod", "arm", dice.placement(), Joint::prismatic("slide", dice.point()), dice.inertia());
  builder.add_body("ball", "rod", dice.placement(), Joint::spherical("wrist"), dice.inertia());
  builder.add_frame("hand", "ball", dice.placement());
  return MultibodyDynamics(builder.build())
      .actuate("elbow")
      .push("hull", Eigen::Vector3d::UnitX())
      .number("shift x of 'rod'", Affine(Number{1}))
      .number("turn y of 'arm'", 0.3 * Number{0} - Number{1});
}
constexpr int kStates = 24, kControls = 2;

KnotBlocks blocks_with(GenericFunction function, bool free_numbers, int controls = kControls) {
  KnotBlocks blocks{kStates, controls, {}, kMultibodyNumbers, {}};
  blocks.blocks.emplace_back(std::move(function), "reach");
  if (free_numbers) blocks.free_numbers = {1, 0, 2};
  return blocks;
}

template <int kCount, class Function>
GenericFunction of_frames(const Function& function) {
  return GenericFunction::of<kStates, kControls>(function, kCount);
}

/// Of all but accelerations, with a distance, which divides by itself.
GenericFunction reach(const MultibodyDynamics& dynamics) {
  return of_frames<3>(on_frames(dynamics, {"hand", "hull"}, [](const auto& k, const auto& hand, const auto& hull) {
    using S = std::decay_t<decltype(k.t)>;
    const Vec3<S> between = hand.position - hull.position;
    const S distance = sqrt(dot(between, between));
    return std::array<S, 3>{distance * k[Number{2}] + k.u[0] * hand.position.z,
                            dot(hand.axes.x, hull.axes.z) * sin(hand.velocity.y) + k.t * hand.turn_rate.x,
                            dot(between, hand.velocity - hull.velocity) / distance + hand.turn_rate.z * hull.axes.y.x};
  }));
}

TEST(FrameFunction, HasTheSameDerivativesInEveryPlug) {
  const MultibodyDynamics dynamics = flyer();
  for (const bool free_numbers : {false, true}) {
    test::Dice dice(5);
    const KnotBlocks blocks = blocks_with(reach(dynamics), free_numbers);
    const KnotBatch at = random_knots(dynamics, blocks, 6, dice);
    for (const char* const plug : {"recursive", "bytecode", "symbolic", "jets"})
      expect_same(blocks, at, plug, "tape", plug);
  }
}

/// Position, axes, velocity, turn rate; acceleration, turn acceleration.
GenericFunction motion_of_hand(const MultibodyDynamics& dynamics) {
  return of_frames<24>(on_frame(dynamics, "hand", [](const auto& k, const auto& hand) {
    using S = std::decay_t<decltype(k.t)>;
    std::array<S, 24> all;
    int i = 0;
    for (const Vec3<S>& v : {hand.position, hand.axes.x, hand.axes.y, hand.axes.z, hand.velocity, hand.turn_rate,
                             hand.acceleration, hand.turn_acceleration}) {
      all[i++] = v.x, all[i++] = v.y, all[i++] = v.z;
    }
    return all;
  }));
}

TEST(FrameFunction, SeesAccelerationsInEveryPlug) {
  for (const bool free_numbers : {false, true}) {
    const MultibodyDynamics dynamics = flyer().wrench(
        "arm", [](const auto& k, const auto& arm) { return quadratic_drag(arm.velocity, 0.2 * k[Number{0}], 0.1); });
    test::Dice dice(6);
    const KnotBlocks blocks = blocks_with(motion_of_hand(dynamics), free_numbers);
    const KnotBatch at = random_knots(dynamics, blocks, 2, dice);
    expect_same(blocks, at, "recursive", "tape", "accelerations");
    expect_same(blocks, at, "bytecode", "tape", "accelerations");
    KnotBlocks chosen = blocks;
    chosen.blocks[0].plugs.plug = "jets";
    EXPECT_TRUE(refuses([&] { make_knot_function(chosen, "tape"); }, "'reach' is a function of frames"));
  }
}

// Along the motion, position, axes and velocities change at the rates that velocities and accelerations say.
TEST(FrameFunction, HasVelocitiesAndAccelerationsThatAreRatesOfItsOwn) {
  const MultibodyDynamics dynamics = flyer();
  test::Dice dice(7);
  KnotBlocks blocks = blocks_with(motion_of_hand(dynamics), false);
  blocks.blocks.emplace_back(GenericFunction::of(dynamics), "dynamics");
  KnotBatch knot = random_knots(dynamics, blocks, 1, dice);
  knot.inputs.col(0).head<4>().normalize();
  knot.inputs.col(0).segment<4>(9).normalize();
  make_knot_function(blocks, "bytecode")->evaluate(knot, 0, 1, Level::jacobian);
  const Eigen::VectorXd motion = knot.values.col(0).head(24), x_rates = knot.values.col(0).tail(kStates);
  const Eigen::VectorXd rates = knot.jacobian(0).topLeftCorner(24, kStates) * x_rates;
  const Eigen::Vector3d turn_rate = motion.segment<3>(15);
  EXPECT_LT((rates.head<3>() - motion.segment<3>(12)).norm(), 1e-13);
  for (int axis = 3; axis < 12; axis += 3) {
    EXPECT_LT((rates.segment<3>(axis) - turn_rate.cross(motion.segment<3>(axis))).norm(), 1e-13);
  }
  EXPECT_LT((rates.segment<6>(12) - motion.tail<6>()).norm(), 1e-12);
}

// After [q; v] come acceleration and jerk of the slide; its snap is the third control.
TEST(FrameFunction, SeesTheDerivativesOfSmoothMotions) {
  const MultibodyDynamics dynamics = flyer().drive_motion("slide", 3);
  const auto path = [](const auto& k, const auto& hand) {
    return hand.acceleration.x * k.x[kStates] + hand.position.y * k.x[kStates + 1] * k.u[2];
  };
  const auto end = [](const auto& k, const auto& hand) { return hand.velocity.z * k.x[kStates + 1]; };
  test::Dice dice(9);
  for (const bool at_end : {false, true}) {
    KnotBlocks blocks{dynamics.states(), at_end ? 0 : dynamics.controls(), {}, kMultibodyNumbers, {1, 0, 2}};
    const GenericFunction function = at_end
                                         ? GenericFunction::of<kRunTime, 0>(on_frame(dynamics, "hand", end), 1)
                                         : GenericFunction::of<kRunTime, kRunTime>(on_frame(dynamics, "hand", path), 1);
    blocks.blocks.emplace_back(function, "smooth");
    const KnotBatch at = random_knots(dynamics, blocks, 5, dice);
    for (const char* const plug : {"recursive", "bytecode", "symbolic"}) expect_same(blocks, at, plug, "tape", plug);
  }
}

TEST(FrameFunction, StandsAtEndsWithoutControls) {
  const MultibodyDynamics dynamics = flyer();
  const auto height = [](const auto&, const auto& hand) { return hand.position.z * hand.velocity.x; };
  const GenericFunction end = GenericFunction::of<kStates, 0>(on_frame(dynamics, "hand", height), 1);
  test::Dice dice(8);
  const KnotBlocks blocks = blocks_with(end, true, 0);
  const KnotBatch at = random_knots(dynamics, blocks, 5, dice);
  for (const char* const plug : {"recursive", "bytecode"}) expect_same(blocks, at, plug, "tape", plug);
  static_assert(!std::is_base_of_v<AcceleratedFrame<double>, MovingFrame<double>>);
}

TEST(FrameFunction, AllocatesNothingWhileItEvaluates) {
  const MultibodyDynamics dynamics = flyer();
  test::Dice dice(9);
  for (const GenericFunction& each : {reach(dynamics), motion_of_hand(dynamics)}) {
    const KnotBlocks blocks = blocks_with(each, true);
    const auto function = make_knot_function(blocks, "recursive");
    KnotBatch batch = random_knots(dynamics, blocks, 6, dice);
    for (const Level level : {Level::values, Level::jacobian, Level::hessian}) {
      function->evaluate(batch, 0, 6, level);
      EXPECT_EQ(allocations_in([&] { function->evaluate(batch, 0, 6, level); }), 0);
    }
  }
  const GenericFunction alone = reach(dynamics);
  const KnotBatch batch = random_knots(dynamics, blocks_with(alone, true), 1, dice);
  const std::span<const double> x(batch.inputs.col(0).data(), kStates), u(x.data() + kStates, kControls);
  std::array<double, 3> out;
  const auto call = [&] { alone(KnotView<double>{x, u, 0.0, kMultibodyNumbers}, std::span<double>(out)); };
  call();
  EXPECT_EQ(allocations_in(call), 0);
}

TEST(FrameFunction, RefusesAnUnknownFrameWithTheNearestOne) {
  const auto any = [](const auto&, const auto& frame) { return frame.position.x; };
  EXPECT_TRUE(refuses([&] { on_frame(flyer(), "hend", any); }, "did you mean 'hand'?"));
  EXPECT_TRUE(refuses([&] { GenericFunction::of<kStates + 1, kControls>(on_frame(flyer(), "hand", any), 1); },
                      "24 states, not 25"));
}

}  // namespace tandem::frame_function_test
