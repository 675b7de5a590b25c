#include <tandem/dynamics/model_builder.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/spacecraft_pictures.hpp>

#include <numbers>
#include <string>

namespace tandem::problems {
namespace {

constexpr double kRadius = 0.5;
constexpr std::array kLengths{4.0, 3.0, 4.0, 3.0};

/// A hub that turns about z, and four booms at right angles, two long and two short ones. Each boom is two rods of
/// equal length on springs: one at the hub, one between them. Angles are zero where a boom is straight.
Model hub_and_booms() {
  const Vec3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  const Mat3<double> turns[] = {{x, y, z}, {y, -x, z}, {-x, -y, z}, {-y, x, z}};
  const auto sprung = [](const std::string& name) {
    Joint hinge = Joint::revolute(name, Eigen::Vector3d::UnitZ());
    hinge.stiffness = 60.0;
    return hinge;
  };
  ModelBuilder builder("hub with booms");
  builder.set_gravity(Vec3<double>::zero())
      .add_body("hub", "world", Transform<double>::identity(), Joint::revolute("axis", Eigen::Vector3d::UnitZ()),
                Inertia<double>::box(200.0, Vec3<double>::zero(), {2 * kRadius, 2 * kRadius, 2 * kRadius}));
  for (int i = 0; i < 4; ++i) {
    const std::string name = std::to_string(i + 1);
    const double half = 0.5 * kLengths[i];
    const auto rod = Inertia<double>::rod(2.5 * half, Vec3<double>::zero(), {half, 0.0, 0.0});
    builder.add_body("inner" + name, "hub", {turns[i], turns[i].x * kRadius}, sprung("root" + name), rod)
        .add_body("outer" + name, "inner" + name, Transform<double>::translated({half, 0.0, 0.0}),
                  sprung("middle" + name), rod);
  }
  return builder.build();
}

/// A boom's corners in its own axes.
std::vector<std::array<double, 2>> boom(double length, double root, double middle) {
  const double half = 0.5 * length, x = kRadius + half * cos(root), y = half * sin(root);
  return {{kRadius, 0.0}, {x, y}, {x + half * cos(root + middle), y + half * sin(root + middle)}};
}

}  // namespace

/// minimise  integral of u^2,   M(q) q'' = (u, 0, ..., 0) - C(q, q') - K q,   an angle in a given time, rest to rest
///
/// A rigid hub with four flexible booms is turned by a torque at the hub. Where the torque is one cycle of a sine, as
/// in Keat's study, the booms swing on afterwards; this one leaves everything at rest. Opposite booms are equal and
/// move alike, so that the ends of two of them are all that need be asked for, and the hub's centre stays where it is.
/// After J. E. Keat, "Simulation studies using multibody dynamics code DART", Workshop on Computational Control, 1989.
Problem hub_with_booms() {
  Problem problem("hub-with-booms");
  problem.description() = {.title = "Turn a hub with four flexible booms from rest to rest",
                           .source = "after Keat, Simulation studies using multibody dynamics code DART (1989)",
                           .teaches = "a tree of bodies with springs; a torque that leaves no vibration behind",
                           .reference = ReferenceValue{4207.7770598, 1e-4, "gauss and radau with 200 intervals"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 60, .degree = 4};

  const Number angle = problem.number({"angle", 0.5 * std::numbers::pi, "rad", "of the slew"});
  const Number duration = problem.number({"duration", 8.0, "s", "time of the slew"});
  const Number stiffness = problem.number({"stiffness", 60.0, "N m/rad", "of each spring", {}, 1e-6});

  auto phase = problem.phase<18, 1>("slew");
  phase.time({.start = 0.0, .end = duration});
  const std::optional<Range> rest = Range(0.0), free;
  phase.state("hub", {.unit = "rad", .start = 0.0, .end = angle});
  for (int i = 0; i < 4; ++i) {
    const std::string name = std::to_string(i + 1);
    phase.state("root_" + name, {.unit = "rad", .start = 0.0, .end = i < 2 ? rest : free});
    phase.state("middle_" + name, {.unit = "rad", .start = 0.0, .end = i < 2 ? rest : free});
  }
  phase.state("hub_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  for (int i = 0; i < 4; ++i) {
    const std::string name = std::to_string(i + 1);
    phase.state("root_rate_" + name, {.unit = "rad/s", .start = 0.0, .end = i < 2 ? rest : free});
    phase.state("middle_rate_" + name, {.unit = "rad/s", .start = 0.0, .end = i < 2 ? rest : free});
  }
  phase.control("torque", {.unit = "N m"});

  MultibodyDynamics dynamics(hub_and_booms());
  dynamics.actuate("axis");
  for (const char* hinge : {"root", "middle"}) {
    for (int i = 1; i <= 4; ++i) dynamics.number(fmt::format("stiffness of '{}{}'", hinge, i), stiffness);
  }
  phase.dynamics(dynamics);
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) {
    BoomedHubPose pose{k.x[0], k[angle], kRadius, {}};
    for (int i = 0; i < 4; ++i) {
      const auto straight = boom(kLengths[i], k.x[1 + 2 * i], k.x[2 + 2 * i]);
      pose.booms.push_back(turned(straight, 0.5 * std::numbers::pi * i));
    }
    return picture_of(pose);
  });
  return problem;
}

}  // namespace tandem::problems
