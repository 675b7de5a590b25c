#include <tandem/dynamics/model.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>

#include "random_tree.hpp"
#include "reference.hpp"
#include <gtest/gtest.h>

namespace tandem::model_test {

Model satellite() {
  const Inertia<double> ball = Inertia<double>::sphere(2, {0, 0, 0}, 0.3);
  ModelBuilder builder("satellite");
  builder.add_body("hull", "world", Transform<double>::identity(), Joint::free("flight"), ball);
  builder.add_body("dish", "hull", Transform<double>::translated({0, 0, 1}), Joint::spherical("ball"), ball);
  builder.add_body("boom", "hull", Transform<double>::translated({0, 1, 0}), Joint::prismatic("slide", {1, 1, 0}),
                   ball);
  builder.add_frame("focus", "dish", Transform<double>::translated({0, 0, 0.2}));
  builder.add_shape("hull", {BoxShape{{1, 1, 1}}});
  return builder.build();
}

TEST(Model, NamesItsCoordinatesAndVelocities) {
  const Model model = satellite();
  EXPECT_EQ(model.nq(), 12);
  EXPECT_EQ(model.nv(), 10);
  EXPECT_EQ(model.coordinate_name(0), "flight.qw");
  EXPECT_EQ(model.coordinate_name(6), "flight.z");
  EXPECT_EQ(model.coordinate_name(7), "ball.qw");
  EXPECT_EQ(model.coordinate_name(11), "slide");
  EXPECT_EQ(model.velocity_name(0), "flight.wx");
  EXPECT_EQ(model.velocity_name(5), "flight.vz");
  EXPECT_EQ(model.velocity_name(9), "slide");
}

TEST(Model, FindsThingsByNameAndSuggestsTheNearest) {
  const Model model = satellite();
  EXPECT_EQ(model.body_index("dish"), 2);
  EXPECT_EQ(model.joint_index("slide"), 3);
  EXPECT_EQ(model.find_frame("focus").body, 2);
  EXPECT_EQ(model.find_frame("hull").body, 1);
  try {
    model.body_index("dihs");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "model 'satellite' has no body 'dihs'; did you mean 'dish'?");
  }
  EXPECT_THROW(model.joint_index("nothing"), InvalidInput);
  EXPECT_THROW(model.find_frame("nothing"), InvalidInput);
}

TEST(Model, RestsAtUnitQuaternions) {
  const Eigen::VectorXd q = satellite().neutral_configuration();
  EXPECT_EQ(q(0), 1);
  EXPECT_EQ(q(7), 1);
  EXPECT_EQ(q.squaredNorm(), 2);
}

TEST(Parameters, GiveBackWhatTheyWereGivenInTheUsersFrames) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    test::RandomCase c(seed);
    Parameters<double> p = c.model.parameters();
    for (int i = 1; i < c.model.body_count(); ++i) {
      const int parent = c.model.body(i).parent;
      const Inertia<double> I = c.dice.inertia();
      const Transform<double> X = c.dice.placement();
      p.set_inertia(i, I);
      p.set_placement(i, parent, X);
      EXPECT_LT((p.inertia(i).rotational.eigen() - I.rotational.eigen()).norm(), 1e-14);
      EXPECT_LT((p.inertia(i).moment - I.moment).eigen().norm(), 1e-15);
      EXPECT_LT((p.placement(i, parent).rotation.eigen() - X.rotation.eigen()).norm(), 1e-14);
      EXPECT_LT((p.placement(i, parent).translation - X.translation).eigen().norm(), 1e-14);
    }
    EXPECT_NO_THROW(c.model.check(p));
  }
}

TEST(Parameters, ChangeTheDynamicsAtRunTimeWithoutRebuilding) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    test::RandomCase c(seed);
    Parameters<double> p = c.model.parameters();
    for (int i = 1; i < c.model.body_count(); ++i) {
      p.set_inertia(i, c.dice.inertia());
      p.set_placement(i, c.model.body(i).parent, c.dice.placement());
    }
    for (const Link& link : c.model.links()) {
      if (link.velocity_count == 1) p.set_rotor_inertia(link.v_index, c.dice.number(0, 1));
    }
    for (double& d : p.dampings()) d = c.dice.number(0, 1);
    p.set_gravity(Vec3<double>(c.dice.point()));
    Eigen::VectorXd tau(c.model.nv());
    inverse_dynamics(c.model, p, c.ws, c.q, c.v, c.a, tau);
    const Eigen::VectorXd expected = test::reference_inverse_dynamics(c.model, c.q, c.v, c.a, {}, &p);
    EXPECT_LT((tau - expected).norm(), 1e-12 * (1 + expected.norm())) << c.model.name();
  }
}

TEST(Model, ChecksNumbersThatWereSetAtRunTime) {
  const Model model = satellite();
  Parameters<double> p = model.parameters();
  p.set_inertia(2, Inertia<double>::point(-1, {0, 0, 0}));
  EXPECT_THROW(model.check(p), InvalidInput);
  EXPECT_THROW(model.check(test::random_tree(1).parameters()), InvalidInput);
}

}  // namespace tandem::model_test
