#include <tandem/core/table.hpp>
#include <tandem/problems/all.hpp>

#include <array>

namespace tandem::problems {
namespace {

constexpr std::array kMach{0.0, 0.4, 0.8, 1.2, 1.6, 2.0};
constexpr std::array kHeight{0.0, 4e3, 8e3, 12e3, 16e3, 20e3};

/// An aircraft by its tables: thrust in kN by Mach number and height, coefficients by the Mach number, air by height.
struct Aircraft {
  TableOfTwo thrust = TableOfTwo(kMach, kHeight,
                                 (Eigen::MatrixXd(6, 6) << 110, 78, 50, 28, 15, 8,  // M = 0
                                  112, 82, 55, 31, 17, 9,                           // 0.4
                                  122, 94, 66, 39, 21, 11,                          // 0.8
                                  150, 125, 96, 64, 36, 18,                         // 1.2
                                  160, 148, 122, 88, 52, 27,                        // 1.6
                                  155, 152, 138, 104, 64, 35)                       // 2.0
                                     .finished());
  Table lift{{0.0, 0.4, 0.8, 0.95, 1.2, 1.6, 2.0}, {3.4, 3.4, 3.5, 4.1, 3.5, 2.9, 2.4}};
  Table drag{{0.0, 0.4, 0.8, 0.95, 1.2, 1.6, 2.0}, {0.014, 0.014, 0.0145, 0.028, 0.040, 0.037, 0.034}};
  Table induced{{0.0, 0.4, 0.8, 0.95, 1.2, 1.6, 2.0}, {0.55, 0.55, 0.6, 0.7, 0.75, 0.85, 0.9}};
  /// ISA at every three or four kilometres: the logarithm of the density, the speed of sound.
  Table air{{0.0, 4e3, 8e3, 11e3, 14e3, 17e3, 20e3}, {0.2029, -0.1995, -0.6432, -1.0105, -1.4796, -1.9527, -2.4257}};
  Table sound{{0.0, 4e3, 8e3, 11e3, 14e3, 17e3, 20e3}, {340.3, 324.6, 308.1, 295.1, 295.1, 295.1, 295.1}};
};

}  // namespace

/// minimise  T  for  h' = v sin g,   v' = (F cos a - D)/m - g0 sin g,
///
///   g' = (F sin a + L)/(m v) - g0 cos(g)/v,   m' = -F/(g0 I),   D = q S (C_D(M) + e(M) C_L(M) a^2),   L = q S C_L(M)
///   a,
///
/// with the angle of attack a, from the runway's end to 20 km at the speed of sound, flying level. The thrust F is a
/// table of Mach number and height; splines join all points. The aircraft gathers speed at the ground, climbs just
/// above the speed of sound, gathers more at eleven kilometres, and spends it on the last eight. The form is A. E.
/// Bryson's, M. N. Desai's and W. C. Hoffman's ("Energy-state approximation in performance optimization of supersonic
/// aircraft", J. Aircraft 6, 1969); the numbers are not.
Problem climb() {
  Problem problem("climb");
  problem.description() = {
      .title = "Climb to twenty kilometres in the least time",
      .source = "after Bryson, Desai and Hoffman, J. Aircraft 6 (1969), with other numbers",
      .teaches = "tables of one and two variables",
      .reference = ReferenceValue{396.87986, 1e-3, "radau with 200 intervals, Hermite-Simpson with 400"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 40, .degree = 3};

  const Number height = problem.number({"height", 20e3, "m", "at the end", {}, 1e3});
  const Number speed = problem.number({"speed", 295.1, "m/s", "at the end", {}, 100.0, 600.0});
  const Number mass = problem.number({"mass", 19e3, "kg", "at the start", {}, 15e3});
  const Number area = problem.number({"area", 49.0, "m^2", "of the wings", {}, 1.0});
  const Number impulse = problem.number({"impulse", 1600.0, "s", "of the engines, specific", {}, 100.0});
  const Number gravity = problem.number({"gravity", 9.80665, "m/s^2", "acceleration of gravity", {}, 0.0});

  auto phase = problem.phase<4, 1>("climb");
  phase.time({.start = 0.0, .end = {100.0, 800.0}, .guess = 300.0});
  phase.state("height", {.unit = "m", .bounds = {0.0, 22e3}, .start = 100.0, .end = height});
  phase.state("speed", {.unit = "m/s",
                        .bounds = {50.0, 700.0},
                        .start = 130.0,
                        .end = speed,
                        .guess = {{130.0, speed, {{0.7, 480.0}}}}});
  phase.state("angle",
              {.unit = "rad", .bounds = {-0.7, 0.7}, .start = 0.0, .end = 0.0, .guess = {{0.0, 0.0, {{0.5, 0.2}}}}});
  phase.state("mass", {.unit = "kg", .bounds = {12e3, mass}, .start = mass, .guess = {{mass, 16.5e3}}});
  phase.control("attack", {.unit = "rad", .bounds = {-0.35, 0.35}, .guess = {{0.05, 0.05}}});
  phase.dynamics([=, aircraft = Aircraft()](const auto& k) {
    const auto& [h, v, angle, m] = k.x;
    const auto& [attack] = k.u;
    const auto mach = v / aircraft.sound(h), force = 0.5 * k[area] * exp(aircraft.air(h)) * square(v);
    const auto slope = aircraft.lift(mach), thrust = 1e3 * aircraft.thrust(mach, h);
    const auto drag = force * (aircraft.drag(mach) + aircraft.induced(mach) * slope * square(attack));
    return rates(v * sin(angle), (thrust * cos(attack) - drag) / m - k[gravity] * sin(angle),
                 (thrust * sin(attack) + force * slope * attack) / (m * v) - k[gravity] * cos(angle) / v,
                 -thrust / (k[gravity] * k[impulse]));
  });
  phase.end_cost([](const auto& k) { return k.t; });
  return problem;
}

}  // namespace tandem::problems
