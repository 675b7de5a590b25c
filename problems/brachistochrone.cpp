#include <tandem/problems/all.hpp>

#include <numbers>

namespace tandem::problems {

/// A bead slides without friction from rest at (0, 0) to (width, depth), y downwards, in the shortest time.
///
///   minimise  T,  x' = v sin a,  y' = v cos a,  v' = g cos a,  0 <= a <= pi
///
/// Exact (a cycloid): (phi - sin phi)/(1 - cos phi) = width/depth, k = depth/(1 - cos phi), T* = phi sqrt(k/g).
/// J. Bernoulli, Acta Eruditorum, 1696.
Problem brachistochrone() {
  Problem problem("brachistochrone");
  problem.description() = {.title = "The fastest slide between two points",
                           .source = "J. Bernoulli, Acta Eruditorum, 1696",
                           .teaches = "a free end time and a control that is an angle",
                           .reference = ReferenceValue{0.824338669439, 1e-8, "the cycloid"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 100};

  const Number width = problem.number({"width", 2.0, "m", "end point, sideways", {}, 1e-6});
  const Number depth = problem.number({"depth", 2.0, "m", "end point, downwards", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards", {}, 1e-6});

  auto phase = problem.phase<3, 1>("slide");
  phase.time({.start = 0.0, .end = {0.01, 100.0}, .guess = 1.0});
  phase.state("x", {.unit = "m", .start = 0.0, .end = width});
  phase.state("y", {.unit = "m", .start = 0.0, .end = depth});
  phase.state("speed", {.unit = "m/s", .bounds = {0.0, kInfinity}, .start = 0.0, .guess = {{0.0, 5.0}}});
  phase.control("slope", {.unit = "rad", .bounds = {0.0, std::numbers::pi}, .guess = {{0.5, 1.5}}});
  phase.dynamics([=](const auto& k) {
    const auto& v = k.x[2];
    const auto& a = k.u[0];
    return rates(v * sin(a), v * cos(a), k[gravity] * cos(a));
  });
  phase.end_cost([](const auto& k) { return k.t; });

  phase.drawing([=](const auto& k) {
    const Picture::Point bead{k.x[0], -k.x[1], 0.0};
    Picture picture;
    picture.line({{0.0, 0.0, 0.0}, {k[width], -k[depth], 0.0}}, 0.01, "ground");
    picture.circle({k[width], -k[depth], 0.0}, 0.05, "target");
    picture.circle(bead, 0.05);
    picture.trace(bead);
    return picture;
  });
  return problem;
}

}  // namespace tandem::problems
