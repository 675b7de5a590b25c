#include <tandem/dynamics/force_laws.hpp>
#include <tandem/dynamics/models/all.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/model_pictures.hpp>

#include <array>
#include <span>
#include <string>

namespace tandem::problems {
namespace {

constexpr double kRope = 0.8;  // m

/// A hull that is carried anywhere and turned by yaw, pitch and roll; rotors on a cross; a load on a rope that hooks
/// under the hull.
Model drone_and_load() {
  using models::at, models::kOrigin, models::kX, models::kY, models::kZ;
  constexpr double kArm = 0.2;
  ModelBuilder builder("drone with pendulum");
  builder.add_body("place", "world", at(0, 0, 0), Joint::translation("place"), Inertia<double>::zero())
      .add_body("hull", "place", at(0, 0, 0), Joint::euler("turn", kZ, kY, kX),
                Inertia<double>::box(0.5, kOrigin, {0.14, 0.14, 0.06}))
      .add_shape("hull", models::box_shape({0.14, 0.14, 0.06}));
  const Vec3<double> ends[] = {{kArm, 0, 0}, {0, kArm, 0}, {-kArm, 0, 0}, {0, -kArm, 0}};
  for (int i = 0; i < 4; ++i) {
    builder.attach("rotor" + std::to_string(i + 1), "hull", Transform<double>::translated(ends[i]),
                   Inertia<double>::point(0.06, kOrigin));
    builder.add_shape("hull", models::bar_shape(kOrigin, ends[i], 0.012));
    builder.add_shape("hull", models::bar_shape(ends[i], ends[i] + Vec3<double>{0, 0, 0.03}, 0.06));
  }
  const Vec3<double> end{0, 0, -kRope};
  builder
      .add_body("rope", "hull", at(0, 0, 0), Joint::universal("hook", kX, kY),
                models::cylinder(0.03, kOrigin, end, 0.004))
      .add_shape("rope", models::bar_shape(kOrigin, end, 0.008))
      .attach("load", "rope", at(0, 0, -kRope), Inertia<double>::sphere(0.25, kOrigin, 0.06))
      .add_shape("rope", models::ball_shape(0.06, end));
  return builder.build();
}

/// Each rotor pushes along the hull's z axis by a control, and turns the hull the other way than itself.
MultibodyDynamics flying(const Model& model, Number drag, Number yaw_arm) {
  MultibodyDynamics dynamics(model);
  for (const char* rotor : {"rotor1", "rotor2", "rotor3", "rotor4"}) dynamics.push(rotor, models::kZ);
  const auto drag_of = [=](const auto& k, const auto& frame) { return quadratic_drag(frame.velocity, k[drag], 1e-3); };
  return dynamics.wrench("load", drag_of).wrench("hull", [=](const auto& k, const auto& hull) {
    const auto yaw = k[yaw_arm] * (k.u[0] - k.u[1] + k.u[2] - k.u[3]);
    return Wrench{hull.axes.z * yaw, drag_of(k, hull)};
  });
}

}  // namespace

/// A drone of four rotors carries a load on a rope from one place to another, where both are at rest, with least
/// effort.
///
///   minimise  integral of |u|^2,   M(q) q'' = S(q) u + drag(q, q') - C(q, q') - g(q),   0 <= u <= most
///
/// Eight freedoms: a place, yaw, pitch and roll, and the two angles of the hook under the hull. The rotors push along
/// the hull's axis, each by a control; what they take to turn turns the hull, which is how it yaws; air holds hull and
/// load back by the square of their velocity. The drone leans into the way, passes over its load, and leans back.
Problem drone_with_pendulum() {
  Problem problem("drone-with-pendulum");
  problem.description() = {.title = "Carry a load on a rope with a drone, from rest to rest",
                           .source = "a model of our own, of the size of what flies",
                           .teaches = "pushes on frames, laws of wrenches, joints of two and three freedoms",
                           .reference = ReferenceValue{53.81554, 1e-4, "Gauss and Hermite-Simpson, refined to 1e-6"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 40, .degree = 4};

  const Number x = problem.number({"x", 2.0, "m", "how far it goes"});
  const Number y = problem.number({"y", 1.0, "m", "how far to the left"});
  const Number z = problem.number({"z", 0.5, "m", "how far up"});
  const Number yaw = problem.number({"yaw", 1.0, "rad", "by which the hull turns on its way"});
  const Number duration = problem.number({"duration", 2.0, "s", "time of the flight"});
  const Number most = problem.number({"most", 5.0, "N", "push of a rotor", {}, 0.0});
  const Number drag =
      problem.number({"drag", 0.02, "N s^2/m^2", "of hull and load, by the square of velocity", {}, 0.0});
  const Number yaw_arm = problem.number({"yaw_arm", 0.02, "m", "torque of a rotor by its push"});

  auto phase = problem.phase<16, 4>("flight");
  phase.time({.start = 0.0, .end = duration});
  const std::array<Affine, 8> ends{x, y, z, yaw, 0.0, 0.0, 0.0, 0.0};
  const std::array names{"x", "y", "z", "yaw", "pitch", "roll", "swing_x", "swing_y"};
  for (int i = 0; i < 8; ++i) phase.state(names[i], {.unit = i < 3 ? "m" : "rad", .start = 0.0, .end = ends[i]});
  for (int i = 0; i < 8; ++i) {
    phase.state(std::string(names[i]) + "_rate", {.unit = i < 3 ? "m/s" : "rad/s", .start = 0.0, .end = 0.0});
  }
  for (const char* rotor : {"front", "left", "back", "right"}) {
    phase.control(rotor, {.unit = "N", .bounds = {0.0, most}, .guess = {{2.5, 2.5}}});
  }
  const Model model = drone_and_load();
  phase.dynamics(flying(model, drag, yaw_arm));
  phase.running_cost([](const auto& k) { return sum_of_squares(k.u); });

  phase.drawing([=](const auto& k) {
    const std::span<const double> q = std::span(k.x).template first<8>();
    Picture picture;
    picture.view = Picture::View{0.7, 0.3};
    picture.circle(on_picture({k[x], k[y], k[z]}), 0.05, "target");
    picture.circle(on_picture({k[x], k[y], k[z] - kRope}), 0.05, "target");
    draw(picture, model, q);
    picture.trace(place_of(model, q, model.find_frame("load")));
    return picture;
  });
  return problem;
}

}  // namespace tandem::problems
