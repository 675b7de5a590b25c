#include <tandem/problems/mechanisms.hpp>

namespace tandem::problems {
namespace {

Transform<double> hanging(double below) { return Transform<double>::translated({0.0, 0.0, -below}); }

Inertia<double> point_mass(double mass) { return Inertia<double>::point(mass, Vec3<double>::zero()); }

void add_cart(ModelBuilder& builder) {
  builder.add_body("cart", "world", hanging(0.0), Joint::prismatic("slide", Eigen::Vector3d::UnitX()), point_mass(1.0));
}

}  // namespace

Joint swinging(const std::string& joint) { return Joint::revolute(joint, -Eigen::Vector3d::UnitY()); }

void add_bob(ModelBuilder& builder, const std::string& name, const std::string& body, double below, double mass) {
  builder.add_body(name, body, hanging(below), Joint::fixed("holds " + name), point_mass(mass));
}

void add_rod(ModelBuilder& builder, const std::string& name, const std::string& parent, double below,
             const std::string& joint) {
  builder.add_body(name, parent, hanging(below), swinging(joint), point_mass(1.0 / 6.0));
  add_bob(builder, "middle of " + name, name, 0.5, 2.0 / 3.0);
  add_bob(builder, "end of " + name, name, 1.0, 1.0 / 6.0);
}

void follow_rod(MultibodyDynamics& dynamics, const std::string& name, Number mass, Number length) {
  dynamics.number("mass of '" + name + "'", mass / 6.0)
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

Model cart_and_rods(int rods) {
  ModelBuilder builder("cart and rods");
  add_cart(builder);
  for (int i = 1; i <= rods; ++i) {
    const std::string number = std::to_string(i), parent = i == 1 ? "cart" : "rod " + std::to_string(i - 1);
    add_rod(builder, "rod " + number, parent, i == 1 ? 0.0 : 1.0, "hinge " + number);
  }
  return builder.build();
}

}  // namespace tandem::problems
