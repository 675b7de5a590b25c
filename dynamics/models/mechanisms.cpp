#include <tandem/dynamics/models/all.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace tandem::models {
namespace {

constexpr double kStout = 0.05;  ///< radius of a link of 1 m and 1 kg, which resists a spin about itself

/// Stout links end to end, hanging, each on the joint that `make_joint` makes of its name.
template <class MakeJoint>
ModelBuilder stout_chain(const std::string& name, int links, const MakeJoint& make_joint) {
  ModelBuilder builder(name);
  const Vec3<double> end{0, 0, -1};
  for (int i = 1; i <= links; ++i) {
    const std::string link = "link" + std::to_string(i);
    builder.add_body(link, i == 1 ? "world" : "link" + std::to_string(i - 1), at(0, 0, i == 1 ? 0 : -1),
                     make_joint(std::to_string(i)), cylinder(1, kOrigin, end, kStout));
    builder.add_shape(link, bar_shape(kOrigin, end, kStout));
  }
  return builder;
}

}  // namespace

ModelExample ball_chain(int links) {
  const auto ball = [](const std::string& number) { return Joint::spherical("ball" + number); };
  Model model = stout_chain("ball-chain-" + std::to_string(links), links, ball).build();
  ModelExample example{std::move(model), {}, {}};
  example.q = example.model.neutral_configuration();
  example.v = Eigen::VectorXd::Zero(example.model.nv());
  for (int i = 0; i < links; ++i) {
    // Turns by 1, 1/2, 1/3, ... about x and y in turn, and a spin of the first link about itself.
    const double half = 0.5 / (i + 1);
    example.q(4 * i) = std::cos(half);
    example.q(4 * i + 1 + i % 2) = std::sin(half);
  }
  example.v(2) = 1;
  return example;
}

ModelExample hooke_chain(int links) {
  const auto hook = [](const std::string& number) { return Joint::universal("hook" + number, kX, kY); };
  Model model = stout_chain("hooke-chain-" + std::to_string(links), links, hook).build();
  ModelExample example{std::move(model), {}, {}};
  example.q.resize(2 * links);
  for (int i = 0; i < 2 * links; ++i) example.q(i) = 1.0 / (i + 1);
  example.v = Eigen::VectorXd::Zero(2 * links);
  return example;
}

ModelExample y_tree() {
  ModelBuilder builder("y-tree");
  const Vec3<double> end{1, 0, 0};
  const auto add = [&](const std::string& name, const std::string& parent, const Transform<double>& placement,
                       const std::string& joint) {
    builder.add_body(name, parent, placement, Joint::revolute(joint, kPlanarAxis),
                     Inertia<double>::rod(1, kOrigin, end));
    builder.add_shape(name, bar_shape(kOrigin, end, 0.03));
  };
  add("trunk", "world", at(0, 0, 0), "root");
  add("right_finger", "trunk", at(1, 0, 0), "right");
  add("left_finger", "trunk", at(1, 0, 0), "left");
  constexpr double pi = std::numbers::pi;
  return example(builder.build(), {{"root", pi / 2}, {"right", -pi / 4}, {"left", pi / 4}});
}

ModelExample jack_screw() {
  ModelBuilder builder("jack-screw");
  // A steep thread of 20 mm a turn, which the load turns back; the table on the spindle need not turn with it.
  Joint thread = Joint::screw("thread", kZ, 0.02 / (2 * std::numbers::pi));
  thread.limits.effort = 20;
  Joint swivel = Joint::revolute("swivel", kZ);
  swivel.limits.effort = 0;
  builder.add_body("spindle", "world", at(0, 0, 0.2), thread, cylinder(4, kOrigin, {0, 0, 0.4}, 0.02))
      .add_shape("spindle", bar_shape(kOrigin, {0, 0, 0.4}, 0.02))
      .add_body("table", "spindle", at(0, 0, 0.4), swivel, Inertia<double>::box(100, {0.1, 0, 0.1}, {0.6, 0.4, 0.2}))
      .add_shape("table", box_shape({0.6, 0.4, 0.2}, {0.1, 0, 0.1}));
  return example(builder.build(), {{"thread", 20.0}}, {{"swivel", 0.5}});
}

ModelExample quadrotor() {
  constexpr double arm = 0.17, blade = 0.12;
  ModelBuilder builder("quadrotor");
  builder
      .add_body("hull", "world", at(0, 0, 0), Joint::free("flight"),
                Inertia<double>::box(0.5, kOrigin, {0.12, 0.12, 0.05}))
      .add_shape("hull", box_shape({0.12, 0.12, 0.05}));
  // Rotors at the ends of a cross, two turning each way; a bar stands for two blades.
  const Vec3<double> ends[] = {{arm, 0, 0.03}, {0, arm, 0.03}, {-arm, 0, 0.03}, {0, -arm, 0.03}};
  for (int i = 0; i < 4; ++i) {
    const std::string number = std::to_string(i + 1);
    Joint shaft = Joint::revolute("rotor" + number, i % 2 == 0 ? kZ : Eigen::Vector3d(-kZ));
    shaft.limits.effort = 0.2;
    builder.attach("motor" + number, "hull", Transform<double>::translated(ends[i]),
                   cylinder(0.05, {0, 0, -0.02}, {0, 0, 0.01}, 0.012));
    builder.add_body("blades" + number, "hull", Transform<double>::translated(ends[i]), shaft,
                     Inertia<double>::rod(0.01, {-blade, 0, 0.015}, {blade, 0, 0.015}));
    builder.add_shape("blades" + number, bar_shape({-blade, 0, 0.015}, {blade, 0, 0.015}, 0.006));
    builder.add_shape("hull", bar_shape(kOrigin, ends[i], 0.008));
  }
  return example(
      builder.build(), {{"flight.z", 1.0}},
      {{"flight.wx", 0.3}, {"flight.wy", -0.2}, {"rotor1", 60}, {"rotor2", 60}, {"rotor3", 60}, {"rotor4", 60}});
}

}  // namespace tandem::models
