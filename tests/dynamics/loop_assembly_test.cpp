#include <tandem/dynamics/loop_assembly.hpp>

#include <tandem/dynamics/forward_dynamics.hpp>

#include "linkages.hpp"
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <limits>

namespace tandem::loop_assembly_test {

using test::at;
using test::four_bar_builder;
using test::hinge;
using test::refuses;
using test::rod;

TEST(LoopAssembly, RefusesALoopThatCannotBeClosed) {
  const auto builder = [] {
    return four_bar_builder({.ground = 2.0}).close("pin", "coupler end", "rocker end", kPin).independent("crank");
  };
  EXPECT_TRUE(refuses(([&] { builder().build(); }),
                      "model 'four-bar': loop 'pin': cannot be closed from here, it misses by 0.381 m"));
}

TEST(LoopAssembly, NamesAChangePointAndWhatElseMayBeIndependent) {
  // Crank and coupler in one line: the rocker is at the end of its way, and does not say where the crank goes.
  std::string sentence;
  try {
    test::planar("toggle")
        .add_body("crank", "world", at(0, 0), hinge("crank"), rod(1, 0.3))
        .add_body("coupler", "crank", at(0.3, 0), hinge("coupler"), rod(1, 0.8))
        .add_body("rocker", "world", at(1.1, -0.6), hinge("rocker"), rod(1, 0.6))
        .add_frame("coupler end", "coupler", at(0.8, 0))
        .add_frame("rocker end", "rocker", at(0.6, 0))
        .close("pin", "coupler end", "rocker end", kPin)
        .independent("rocker")
        .guess("rocker", 1.5707963267948966)
        .build();
  } catch (const NumericalError& error) {
    sentence = error.what();
  }
  EXPECT_TRUE(test::says(sentence, "model 'toggle': loop 'pin' is at a change point (pivot"));
  EXPECT_TRUE(test::says(sentence, "'crank' as independent joint has") ||
              test::says(sentence, "'coupler' as independent joint has"));
}

TEST(LoopAssembly, ReportsAChangePointOnTheWay) {
  // A parallelogram lying flat.
  const Model model = test::parallelogram(0.5, 1, 1, 0.3);
  Workspace<double> ws(model);
  const Eigen::VectorXd q = Eigen::VectorXd::Zero(3), one = Eigen::VectorXd::Ones(1);
  Eigen::VectorXd a(1);
  EXPECT_THROW(forward_dynamics(model, ws, q, one, one, a), NumericalError);
}

TEST(LoopAssembly, ChoosesIndependentJointsByPivots) {
  const Model model = four_bar_builder().close("pin", "coupler end", "rocker end", kPin).build();
  EXPECT_EQ(model.nv(), 1);
  EXPECT_EQ(model.nq(), 3);
}

TEST(LoopAssembly, RefusesWhatIsNoLoopByName) {
  const auto pinned = [] { return four_bar_builder().close("pin", "coupler end", "rocker end", kPin); };
  EXPECT_TRUE(refuses(([&] { four_bar_builder().close("knot", "crank", "crank", kPin).build(); }),
                      "loop 'knot' closes a body with itself"));
  EXPECT_TRUE(refuses(([&] { four_bar_builder().close("pin", "coupler end", "crank end", kPin).build(); }),
                      "has no frame 'crank end'"));
  EXPECT_TRUE(refuses(([&] { four_bar_builder().close("pin", "coupler end", "rocker end", {}).build(); }),
                      "loop 'pin' is closed in no direction"));
  EXPECT_TRUE(test::says(
      test::refusal([&] {
        pinned().add_body("tail", "rocker", at(0.6, 0), hinge("tail"), rod(1, 1)).independent("tail").build();
      }),
      "joint 'tail' was named independent, but is in no loop"));
  EXPECT_TRUE(refuses(([&] { pinned().independent("crank").independent("rocker").build(); }),
                      "loop 'pin' leaves 1 of its freedoms independent, 2 were named"));
  EXPECT_TRUE(refuses(([&] { pinned().guess("hinge", 1).build(); }), "has no coordinate 'hinge' to guess"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refuses(([&] { pinned().guess("crank", nan).build(); }), "the guess of 'crank' is nan"));
}

ModelBuilder three_wheels() {
  return test::planar("wheels")
      .add_body("a", "world", at(0, 0), hinge("a"), rod(1, 1))
      .add_body("b", "world", at(0, 0), hinge("b"), rod(1, 1))
      .add_body("c", "world", at(0, 0), hinge("c"), rod(1, 1));
}

TEST(LoopAssembly, RefusesCouplingsThatDoNotMakeSense) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refuses(([] {
                        three_wheels().couple("a", {{"b", 0.0}}).build();
                      }),
                      "the ratio by which 'a' follows 'b' is 0"));
  EXPECT_TRUE(refuses(([=] {
                        three_wheels().couple("a", {{"b", nan}}).build();
                      }),
                      "the ratio by which 'a' follows 'b' is nan"));
  EXPECT_TRUE(refuses(([=] {
                        three_wheels().couple("a", {{"b", 1.0}}, nan).build();
                      }),
                      "the offset at which 'a' follows is nan"));
  EXPECT_TRUE(refuses(([] { three_wheels().couple("a", {{"d", 1.0}}).build(); }), "has no freedom 'd'"));
  EXPECT_TRUE(refuses(([] { three_wheels().couple("a", {}).build(); }), "'a' is to follow nothing"));
  EXPECT_TRUE(test::says(test::refusal([] {
                           three_wheels().couple("a", {{"b", 1.0}}).couple("a", {{"c", 1.0}}).build();
                         }),
                         "'a' follows twice"));
  EXPECT_TRUE(
      refuses(([] {
                three_wheels().couple("a", {{"b", 2.0}}).couple("b", {{"c", 2.0}}).couple("c", {{"a", 2.0}}).build();
              }),
              "follows itself, through"));
  EXPECT_TRUE(refuses(([] {
                        test::planar("ball")
                            .add_body("ball", "world", at(0, 0), Joint::spherical("ball"), rod(1, 1))
                            .add_body("a", "ball", at(1, 0), hinge("a"), rod(1, 1))
                            .add_body("b", "world", at(0, 0), hinge("b"), rod(1, 1))
                            .couple("a", {{"b", 1.0}})
                            .build();
                      }),
                      "joint 'ball' is spherical and in a loop or coupling"));
}

TEST(LoopAssembly, LetsAMimicFollowAMimic) {
  const Model model = three_wheels().couple("b", {{"a", 2.0}}, 0.1).couple("c", {{"b", 3.0}}, 0.2).build();
  ASSERT_EQ(model.nv(), 1);
  const Cluster& cluster = model.clusters().all[0];
  EXPECT_EQ(cluster.shares[2].size(), 1U);
  EXPECT_EQ(cluster.shares[2][0].ratio, 6.0);
  EXPECT_DOUBLE_EQ(cluster.offsets[2], 0.5);
}

TEST(LoopAssembly, RefusesTheMotionOfAJointThatFollows) {
  const Model model = test::four_bar();
  Workspace<double> ws(model);
  std::vector<Drive> drives(model.body_count(), Drive::force);
  drives[model.joint_index("rocker")] = Drive::motion;
  const Eigen::VectorXd q = model.neutral_configuration(), one = Eigen::VectorXd::Ones(1);
  Eigen::VectorXd wanted(1);
  EXPECT_TRUE(refuses(([&] { hybrid_dynamics(model, ws, q, one, drives, one, wanted); }),
                      "joint 'rocker' follows others, its motion cannot be given"));
}

}  // namespace tandem::loop_assembly_test
