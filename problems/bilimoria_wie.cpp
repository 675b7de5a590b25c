#include <tandem/problems/all.hpp>
#include <tandem/problems/spacecraft_pictures.hpp>

namespace tandem::problems {

/// minimise  T,  q' = 1/2 q (0, w),  w' = u,  |u_i| <= 1,  a turn of a given angle about z, rest to rest.
///
/// A body with equal moments of inertia. Turning about the fixed axis is a stationary point, but not the fastest: with
/// a nutation, 180 degrees take 3.2431 s instead of 3.5449 s, with five switches. The guess leans to one side to leave
/// the symmetric solution. With `lean` = 0 it does not, and the turn about the fixed axis, 2 sqrt(pi), is found: the
/// certificate refuses it by its curvature, as no minimum. Three components of the final quaternion are given; the
/// fourth follows, as its length is kept. Bilimoria and Wie, Journal of Guidance, Control, and Dynamics 16 (1993).
Problem bilimoria_wie() {
  Problem problem("bilimoria-wie");
  problem.description() = {.title = "Turn an inertially symmetric spacecraft by 180 degrees in the shortest time",
                           .source = "Bilimoria and Wie, J. Guidance, Control, and Dynamics 16 (1993)",
                           .teaches = "unit quaternions as states; an eigenaxis turn is not the fastest",
                           .reference = ReferenceValue{3.24308327745, 1e-5, "integrated from its switches"}};
  problem.mesh() = {.transcription = "radau", .intervals = 200, .degree = 3};

  const Number max_torque = problem.number({"max_torque", 1.0, "N m", "bound of each torque", {}, 0.0});
  const Number inertia = problem.number({"inertia", 1.0, "kg m^2", "about every axis", {}, 1e-6});

  const Number lean = problem.number({"lean", 1.0, "", "of the guess, away from the fixed axis; 0 stays on it"});

  auto phase = problem.phase<7, 3>("slew");
  phase.time({.start = 0.0, .end = {0.1, 100.0}, .guess = 3.3});
  phase.state("qw", {.start = 1.0, .end = 0.0});
  phase.state("qx", {.start = 0.0, .end = 0.0, .guess = {{0.0, 0.0, {{0.5, -0.2 * lean}}}}});
  phase.state("qy", {.start = 0.0, .end = 0.0, .guess = {{0.0, 0.0, {{0.25, 0.1 * lean}, {0.75, -0.1 * lean}}}}});
  phase.state("qz", {.start = 0.0, .end = Range(0.0, 2.0), .guess = {{0.0, 1.0}}});
  for (const char* rate : {"wx", "wy", "wz"}) phase.state(rate, {.unit = "rad/s", .start = 0.0, .end = 0.0});
  for (const char* torque : {"tx", "ty", "tz"}) {
    phase.control(torque, {.unit = "N m", .bounds = {-max_torque, max_torque}});
  }
  phase.dynamics([=](const auto& k) {
    const auto& [qw, qx, qy, qz, wx, wy, wz] = k.x;
    const auto& [tx, ty, tz] = k.u;
    const auto& j = k[inertia];
    return rates(-0.5 * (qx * wx + qy * wy + qz * wz), 0.5 * (qw * wx + qy * wz - qz * wy),
                 0.5 * (qw * wy + qz * wx - qx * wz), 0.5 * (qw * wz + qx * wy - qy * wx), tx / j, ty / j, tz / j);
  });
  phase.end_cost([](const auto& k) { return k.t; });

  phase.drawing([](const auto& k) {
    return picture_of(SpacecraftPose{{k.x[0], k.x[1], k.x[2], k.x[3]}, {0.0, 0.0, 0.0, 1.0}});
  });
  return problem;
}

}  // namespace tandem::problems
