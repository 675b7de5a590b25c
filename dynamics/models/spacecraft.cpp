#include <tandem/dynamics/models/all.hpp>

#include <string>

namespace tandem::models {

ModelExample spinning_body() {
  const Vec3<double> edges{0.4, 0.2, 0.1};
  ModelBuilder builder("spinning-body");
  builder.set_gravity(Vec3<double>::zero())
      .add_body("body", "world", at(0, 0, 0), Joint::free("free"), Inertia<double>::box(2, Vec3<double>::zero(), edges))
      .add_shape("body", box_shape(edges));
  // Moments grow from x over y to z: a spin about y, a little off, is the one that tumbles.
  return example(builder.build(), {}, {{"free.wx", 0.01}, {"free.wy", 5.0}, {"free.vx", 0.1}});
}

ModelExample spacecraft_with_booms() {
  constexpr double half = 0.5, length = 4.0;
  ModelBuilder builder("spacecraft-with-booms");
  builder.set_gravity(Vec3<double>::zero())
      .add_body("hub", "world", at(0, 0, 0), Joint::free("free"),
                Inertia<double>::box(200, Vec3<double>::zero(), {2 * half, 2 * half, 2 * half}))
      .add_shape("hub", box_shape({2 * half, 2 * half, 2 * half}));
  const Vec3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  // Each boom's frame has its x axis outward: the hub's +x, +y, -x, -y.
  const Mat3<double> turns[] = {{x, y, z}, {y, -x, z}, {-x, -y, z}, {-y, x, z}};
  for (int i = 0; i < 4; ++i) {
    const std::string name = "boom" + std::to_string(i + 1);
    Joint hinge = Joint::revolute("hinge" + std::to_string(i + 1), Eigen::Vector3d::UnitZ());
    hinge.stiffness = 20;
    builder.add_body(name, "hub", {turns[i], turns[i].x * half}, hinge,
                     Inertia<double>::rod(10, Vec3<double>::zero(), {length, 0, 0}));
    builder.add_shape(name, bar_shape(Vec3<double>::zero(), {length, 0, 0}, 0.03));
    builder.add_frame("tip" + std::to_string(i + 1), name, at(length, 0, 0));
  }
  return example(builder.build(), {{"hinge1", 0.2}, {"hinge2", -0.1}, {"hinge4", 0.3}},
                 {{"free.wx", 0.05}, {"free.wz", 0.2}, {"free.vy", 0.1}});
}

}  // namespace tandem::models
