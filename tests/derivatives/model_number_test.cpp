#include <tandem/derivatives/model_number.hpp>

#include "dynamics/random_tree.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

#include <set>

namespace tandem::model_number_test {

using Kind = ModelNumber::Kind;
using test::refuses;

Model door() {
  ModelBuilder builder("door");
  Joint hinge = Joint::revolute("hinge", {0, 0, 1});
  hinge.damping = 0.1;
  builder.add_body("panel", "world", Transform<double>::identity(), hinge, Inertia<double>::point(2, {1, 0, 0}));
  builder.add_body("ball", "panel", Transform<double>::identity(), Joint::spherical("socket"),
                   Inertia<double>::sphere(1, {0, 0, 0}, 0.1));
  return builder.build();
}

TEST(ModelNumbers, HaveNamesOfTheirOwn) {
  const Model model = door();
  std::set<std::string> names;
  const std::vector<ModelNumber> numbers = model_numbers(model);
  for (const ModelNumber& number : numbers) names.insert(name_of(model, number));
  EXPECT_EQ(names.size(), numbers.size());
  // Two bodies with 10 + 6 + 6 numbers, gravity, four dampers, and rotor, spring and rest of the hinge.
  EXPECT_EQ(numbers.size(), 2 * 22 + 3 + 4 + 3);
  EXPECT_TRUE(names.contains("mass of 'panel'"));
  EXPECT_TRUE(names.contains("shift z of 'ball'"));
  EXPECT_TRUE(names.contains("torque x on 'ball'"));
  EXPECT_TRUE(names.contains("stiffness of 'hinge'"));
  EXPECT_TRUE(names.contains("gravity z"));
}

TEST(ModelNumbers, VaryWhatTheyName) {
  const Model model = door();
  Parameters<double> p = model.parameters();
  std::vector<Wrench<double>> wrenches(model.body_count(), Wrench<double>::zero());
  const auto add = [&](ModelNumber number, double by) { vary<double>(model, p, wrenches, number, by); };
  add({Kind::inertia, 1, 0}, 0.5);
  EXPECT_DOUBLE_EQ(p.inertia(1).mass, 2.5);
  add({Kind::inertia, 1, 8}, 0.25);
  EXPECT_DOUBLE_EQ(p.inertia(1).rotational.yz, 0.25);
  add({Kind::placement, 1, 4}, 0.3);
  EXPECT_DOUBLE_EQ(p.placement(1, 0).translation.y, 0.3);
  add({Kind::placement, 1, 2}, 1e-3);
  EXPECT_NEAR(p.placement(1, 0).rotation.x.y, std::sin(1e-3), 1e-18);
  add({Kind::wrench, 2, 5}, 4);
  EXPECT_DOUBLE_EQ(wrenches[2].force.z, 4);
  add({Kind::gravity, 0, 1}, 2);
  EXPECT_DOUBLE_EQ(p.gravity().y, 2);
  add({Kind::rotor_inertia, 0}, 0.7), add({Kind::damping, 0}, 0.1);
  add({Kind::stiffness, 0}, 3), add({Kind::rest, 0}, -1);
  EXPECT_DOUBLE_EQ(p.rotor_inertias()[0], 0.7);
  EXPECT_TRUE(p.has_rotor(0));
  EXPECT_DOUBLE_EQ(p.dampings()[0], 0.2);
  EXPECT_DOUBLE_EQ(p.stiffnesses()[0], 3);
  EXPECT_DOUBLE_EQ(p.rests()[0], -1);
}

TEST(ModelNumbers, AreRefusedByNameWhereTheModelDoesNotHaveThem) {
  const Model model = door();
  EXPECT_TRUE(refuses([&] { check_number(model, {Kind::inertia, 3, 0}); }, "it has bodies 1 to 2"));
  EXPECT_TRUE(refuses([&] { check_number(model, {Kind::inertia, 0, 0}); }, "it has bodies 1 to 2"));
  EXPECT_TRUE(refuses([&] { check_number(model, {Kind::gravity, 0, 3}); }, "components 0 to 2, not 3"));
  EXPECT_TRUE(refuses([&] { check_number(model, {Kind::rest, 9, 0}); }, "it has velocities 0 to 3"));
  EXPECT_TRUE(refuses([&] { check_number(model, {Kind::stiffness, 2, 0}); }, "joint of several freedoms"));
  EXPECT_NO_THROW(check_number(model, {Kind::damping, 2, 0}));
}

}  // namespace tandem::model_number_test
