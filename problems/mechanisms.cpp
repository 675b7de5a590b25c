#include <tandem/problems/mechanisms.hpp>

#include <cstddef>

namespace tandem::problems {
namespace {

Inertia<double> point_mass(double mass) { return Inertia<double>::point(mass, Vec3<double>::zero()); }

void add_cart(ModelBuilder& builder) {
  builder.add_body("cart", "world", hanging(0.0), Joint::prismatic("slide", Eigen::Vector3d::UnitX()), point_mass(1.0));
}

}  // namespace

Transform<double> hanging(double below) { return Transform<double>::translated({0.0, 0.0, -below}); }

Joint swinging(const std::string& joint) { return Joint::revolute(joint, -Eigen::Vector3d::UnitY()); }

void add_bob(ModelBuilder& builder, const std::string& name, const std::string& body, double below, double mass) {
  builder.add_body(name, body, hanging(below), Joint::fixed("holds " + name), point_mass(mass));
}

void add_rod(ModelBuilder& builder, const std::string& name, const std::string& parent, double below,
             const std::string& joint) {
  builder.add_body(name, parent, hanging(below), swinging(joint), Inertia<double>::zero());
  fill_rod(builder, name);
}

void fill_rod(ModelBuilder& builder, const std::string& body) {
  add_bob(builder, "start of " + body, body, 0.0, 1.0 / 6.0);
  add_bob(builder, "middle of " + body, body, 0.5, 2.0 / 3.0);
  add_bob(builder, "end of " + body, body, 1.0, 1.0 / 6.0);
}

void follow_rod(MultibodyDynamics& dynamics, const std::string& name, Number mass, Number length) {
  dynamics.number("mass of 'start of " + name + "'", mass / 6.0)
      .number("mass of 'middle of " + name + "'", 2.0 * mass / 3.0)
      .number("mass of 'end of " + name + "'", mass / 6.0)
      .number("shift z of 'middle of " + name + "'", -length / 2.0)
      .number("shift z of 'end of " + name + "'", -length);
}

void follow_end(MultibodyDynamics& dynamics, const std::string& name, Number length_of_parent) {
  dynamics.number("shift z of '" + name + "'", -length_of_parent);
}

Model cart_and_pole() {
  ModelBuilder builder("cart and pole");
  add_cart(builder);
  builder.add_body("pole", "cart", hanging(0.0), swinging("hinge"), Inertia<double>::zero());
  add_bob(builder, "bob", "pole", 0.5, 0.3);
  return builder.build();
}

MultibodyDynamics cart_and_rods(Number cart_mass, const std::vector<Number>& masses, const std::vector<Number>& lengths,
                                Number gravity) {
  const auto rod = [](std::size_t i) { return "rod " + std::to_string(i + 1); };
  ModelBuilder builder("cart and rods");
  add_cart(builder);
  for (std::size_t i = 0; i < masses.size(); ++i) {
    add_rod(builder, rod(i), i == 0 ? "cart" : rod(i - 1), i == 0 ? 0.0 : 1.0, "hinge " + std::to_string(i + 1));
  }
  MultibodyDynamics dynamics(builder.build());
  dynamics.number("mass of 'cart'", cart_mass).number("gravity z", -gravity);
  for (std::size_t i = 0; i < masses.size(); ++i) {
    follow_rod(dynamics, rod(i), masses[i], lengths[i]);
    if (i > 0) follow_end(dynamics, rod(i), lengths[i - 1]);
  }
  return dynamics;
}

MultibodyDynamics two_rods(const std::array<Number, 2>& masses, const std::array<Number, 2>& lengths, Number gravity) {
  ModelBuilder builder("two rods");
  add_rod(builder, "upper", "world", 0.0, "shoulder");
  add_rod(builder, "lower", "upper", 1.0, "elbow");
  MultibodyDynamics dynamics(builder.build());
  dynamics.number("gravity z", -gravity);
  follow_rod(dynamics, "upper", masses[0], lengths[0]);
  follow_rod(dynamics, "lower", masses[1], lengths[1]);
  follow_end(dynamics, "lower", lengths[0]);
  return dynamics;
}

MultibodyDynamics torso_and_legs(const std::array<Number, 2>& masses, const std::array<Number, 2>& lengths,
                                 Number gravity) {
  ModelBuilder builder("branched acrobot");
  add_rod(builder, "torso", "world", 0.0, "hands");
  add_rod(builder, "left leg", "torso", 1.0, "left_hip");
  add_rod(builder, "right leg", "torso", 1.0, "right_hip");
  MultibodyDynamics dynamics(builder.build());
  dynamics.number("gravity z", -gravity);
  follow_rod(dynamics, "torso", masses[0], lengths[0]);
  for (const char* leg : {"left leg", "right leg"}) {
    follow_rod(dynamics, leg, masses[1], lengths[1]);
    follow_end(dynamics, leg, lengths[0]);
  }
  return dynamics;
}

}  // namespace tandem::problems
