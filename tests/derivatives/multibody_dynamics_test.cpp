#include <tandem/derivatives/multibody_dynamics.hpp>

#include <tandem/dynamics/models/all.hpp>

#include "support/refusal.hpp"
#include <gtest/gtest.h>

#include <vector>

namespace tandem::multibody_dynamics_test {

MultibodyDynamics acrobot() { return MultibodyDynamics(models::acrobot().model); }

TEST(MultibodyDynamics, NumbersControlsInTheOrderOfTheCalls) {
  const MultibodyDynamics dynamics =
      acrobot().motor({{"shoulder", 2.0}, {"elbow", -1.0}}).push("lower", {0.0, 0.0, 2.0}).actuate("elbow", 3.0);
  EXPECT_EQ(dynamics.controls(), 3);
  ASSERT_EQ(dynamics.actuation().size(), 3U);
  const auto expect = [&](int index, int freedom, int control, double gear) {
    const MultibodyDynamics::Actuation& act = dynamics.actuation()[index];
    EXPECT_EQ(act.freedom, freedom);
    EXPECT_EQ(act.control, control);
    EXPECT_EQ(act.gear, gear);
  };
  expect(0, 0, 0, 2.0);
  expect(1, 1, 0, -1.0);
  expect(2, 1, 2, 3.0);
  ASSERT_EQ(dynamics.pushes().size(), 1U);
  EXPECT_EQ(dynamics.pushes()[0].control, 1);
  EXPECT_EQ(dynamics.pushes()[0].frame, "lower");
}

TEST(MultibodyDynamics, ActuatesAllJointsThatNothingDrivesButTheFreeOne) {
  const MultibodyDynamics dog =
      MultibodyDynamics(models::quadruped_18().model).drive_motion("front_left_knee").actuate_all();
  EXPECT_EQ(dog.controls(), 12);
  EXPECT_EQ(dog.actuation()[0].freedom, dog.model().links()[dog.model().joint_index("front_left_knee")].v_index);
  for (const MultibodyDynamics::Actuation& act : dog.actuation()) EXPECT_GE(act.freedom, 6);
}

TEST(MultibodyDynamics, KnowsWhatTheModelHasWhereANumberFollows) {
  const MultibodyDynamics dynamics = acrobot()
                                         .number("mass of 'lower'", Number{1})
                                         .number("shift z of 'lower'", Affine(Number{0}))
                                         .number("turn y of 'lower'", Affine(Number{0}));
  ASSERT_EQ(dynamics.rules().size(), 3U);
  EXPECT_EQ(dynamics.rules()[0].nominal, dynamics.model().parameters().inertia(2).mass);
  EXPECT_NEAR(dynamics.rules()[1].nominal, dynamics.model().parameters().placement(2, 1).translation.z, 1e-15);
  EXPECT_EQ(dynamics.rules()[2].nominal, 0.0);
  EXPECT_TRUE(dynamics.depends_on(0));
  EXPECT_TRUE(dynamics.depends_on(1));
  EXPECT_FALSE(dynamics.depends_on(2));
}

TEST(MultibodyDynamics, HasFramesThatLawsActOnOnce) {
  const auto still = [](const auto&, const auto& frame) { return frame.velocity; };
  const MultibodyDynamics dynamics =
      acrobot().wrench("lower", still).push("lower", {1.0, 0.0, 0.0}).wrench("upper", still);
  EXPECT_EQ(dynamics.laws().size(), 3U);
  ASSERT_EQ(dynamics.law_frames().size(), 2U);
  EXPECT_EQ(dynamics.law_states(), 4 + 2 * kMovingNumbers);
  EXPECT_EQ(dynamics.name_of(dynamics.laws()[2]), "the wrench on 'upper' (body 'upper')");
}

TEST(MultibodyDynamics, RefusesWhatTheModelDoesNotHaveByName) {
  EXPECT_TRUE(test::refuses([] { acrobot().actuate("elbwo"); }, "did you mean 'elbow'?"));
  EXPECT_TRUE(test::refuses([] { acrobot().drive_motion("wrist"); }, "'wrist'"));
  EXPECT_TRUE(test::refuses([] { acrobot().motor({{"wrist", 1.0}}); }, "no velocity called 'wrist'"));
  EXPECT_TRUE(test::refuses([] { acrobot().number("mass of 'uper'", 1.0); }, "did you mean 'mass of 'upper''"));
}

TEST(MultibodyDynamics, RefusesWhatIsGivenTwice) {
  EXPECT_TRUE(test::refuses([] { acrobot().actuate("elbow").actuate("elbow"); }, "joint 'elbow' is driven twice"));
  EXPECT_TRUE(test::refuses([] { acrobot().actuate("elbow").drive_motion("elbow"); }, "joint 'elbow' is driven twice"));
  EXPECT_TRUE(test::refuses(
      [] {
        acrobot().drive_motion("elbow").motor({{"elbow", 1.0}});
      },
      "'elbow' is motion-driven, a motor cannot act on it"));
  EXPECT_TRUE(test::refuses(
      [] {
        acrobot().motor({{"elbow", 1.0}}).drive_motion("elbow");
      },
      "a motor acts on joint 'elbow', its motion cannot be given"));
  EXPECT_TRUE(
      test::refuses([] { acrobot().number("gravity z", 1.0).number("gravity z", 2.0); }, "gravity z is given twice"));
}

TEST(MultibodyDynamics, RefusesDrivesThatMakeNoSense) {
  EXPECT_TRUE(test::refuses([] { acrobot().actuate("elbow", 0.0); }, "the gear of joint 'elbow' is 0"));
  EXPECT_TRUE(test::refuses([] { acrobot().motor({}); }, "a motor has no joint to act on"));
  EXPECT_TRUE(test::refuses([] { acrobot().drive_motion("elbow", 0); }, "joint 'elbow' cannot have the smoothness 0"));
  EXPECT_TRUE(test::refuses([] { acrobot().drive_motion("elbow", 5); }, "joint 'elbow' cannot have the smoothness 5"));
  EXPECT_TRUE(test::refuses(
      [] {
        acrobot().push("lower", {0.0, 0.0, 0.0});
      },
      "the axis of a push on 'lower' has the length 0"));
}

}  // namespace tandem::multibody_dynamics_test
