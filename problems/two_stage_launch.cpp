#include <tandem/core/table.hpp>
#include <tandem/problems/all.hpp>

#include <numbers>

namespace tandem::problems {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kGravity = 3.9906e14, kEarth = 6.378e6, kArea = 33.468;  // m^3/s^2 (as the paper prints it), m, m^2
constexpr double kTropopause = 11e3;                                      // m

struct Engines {
  double thrust;   ///< in vacuum, N
  double nozzle;   ///< area of the exits, m^2
  double impulse;  ///< specific, s
};

/// Coefficients of the axial force and of the normal one by the Mach number, one polynomial through each group.
struct Aerodynamics {
  Table axial = Table::through({{{0.2, 1.0}, {0.75, 0.45}, {0.98, 0.8}},
                                {{0.98, 0.8}, {1.0, 0.8}, {1.02, 0.8}},
                                {{1.02, 0.8}, {3.5, 0.2}, {6.0, 0.02}}});
  Table normal = Table::through({{{0.0, 6.2}, {0.5, 6.35}, {0.98, 7.7}},
                                 {{0.98, 7.7}, {1.0, 7.7}, {1.02, 7.7}},
                                 {{1.02, 7.7}, {2.5, 5.2}, {4.4, 4.7}},
                                 {{4.4, 4.7}, {5.0, 5.5}, {6.0, 6.0}}});
};

/// Rates of mass, height, energy and climb of one stage.
struct Ascent {
  Engines engines;
  Aerodynamics air = {};

  template <class K>
  auto operator()(const K& k) const {
    const auto& [m, h, energy, climb] = k.x;
    const auto& [attack] = k.u;
    const auto r = kEarth + h, v = sqrt(2.0 * (energy + kGravity / r));
    const auto cooling = 1.0 - 2.255e-5 * min(h, kTropopause);
    const auto pressure =
        select_less(h, kTropopause, 101320.0 * pow(cooling, 5.256), 22637.0 * exp((kTropopause - h) / 6350.0));
    const auto sound = select_less(h, kTropopause, 340.3 * sqrt(cooling), 295.03);
    const auto force = 0.5 * 1.225 * kArea * exp(-h / 6700.0) * square(v), mach = v / sound;
    const auto axial = air.axial(mach), normal = air.normal(mach);
    const auto thrust = engines.thrust - engines.nozzle * pressure;
    const auto drag = force * (axial + square(attack) * normal), lift = force * (normal - axial) * attack;
    return rates(-thrust / (9.81 * engines.impulse), v * sin(climb), (thrust - drag) * v / m,
                 (thrust * attack + lift) / (m * v) + (v / r - kGravity / (square(r) * v)) * cos(climb));
  }
};

}  // namespace

/// maximise  m(T)  for  m' = -F/(9.81 I),  h' = v sin g,  E' = (F - D) v/m,
///
///   g' = (F + q S C_L) a/(m v) + (v/r - mu/(r^2 v)) cos g,   v^2 = 2 (E + mu/r),  r = R + h,
///
/// with the angle of attack a, until the energy E is the orbit's. The first stage burns until 192 t are left and drops
/// 51 t; when the stages part is free. D = q S (C_A(M) + a^2 C_N(M)), C_L = C_N - C_A, piecewise quadratics of the Mach
/// number, held beyond their ends. There are other minima: 22158.0 kg, 21989.1 kg. R. R. Bless, D. H. Hodges and
/// A. J. Calise, "A finite element based method for solution of optimal control problems", Workshop on Computational
/// Control of Aerospace Systems, 1989, example 2, with the data of Saturn IB SA-217.
Problem two_stage_launch() {
  Problem problem("two-stage-launch");
  problem.description() = {.title = "Bring as much as two stages can to an orbit's energy",
                           .source = "Bless, Hodges and Calise, A finite element based method (1989)",
                           .teaches = "two phases that part at a free time with a jump of the mass; tables",
                           .reference = ReferenceValue{22290.74, 0.1, "gauss with 200 and 400 intervals a phase"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 40, .degree = 3};
  problem.maximise();

  const Number start_mass = problem.number({"start_mass", 520e3, "kg", "of both stages", {}, 192e3});
  const Number burnt_mass = problem.number({"burnt_mass", 192e3, "kg", "of both stages when they part", {}, 1e3});
  const Number dropped = problem.number({"dropped_mass", 51e3, "kg", "of the empty first stage", {}, 0.0});
  const Number energy = problem.number({"orbit_energy", -1.25e7, "m^2/s^2", "at the end, by mass"});

  const Range heights{0.0, 150e3}, energies{-6.26e7, 0.0}, climbs{-0.5, 1.6}, attacks{-1.0, 1.0};
  auto first = problem.phase<4, 1>("first");
  first.time({.start = 0.0, .end = {60.0, 200.0}, .guess = 105.0});
  first.state("mass", {.unit = "kg", .bounds = {burnt_mass, start_mass}, .start = start_mass, .end = burnt_mass});
  first.state("height", {.unit = "m", .bounds = heights, .start = 1800.0, .guess = {{1800.0, 37e3}}});
  first.state("energy", {.unit = "m^2/s^2", .bounds = energies, .start = -6.25e7, .guess = {{-6.25e7, -5.9e7}}});
  first.state("climb", {.unit = "rad",
                        .bounds = climbs,
                        .start = 75.0 * kDegree,
                        .guess = {{75.0 * kDegree, 12.0 * kDegree, {{0.4, 20.0 * kDegree}}}}});
  first.control("attack", {.unit = "rad", .bounds = attacks, .guess = {{0.0, 0.1}}});
  first.dynamics(Ascent{{8155800.0, 8.47, 263.4}});

  auto second = problem.phase<4, 1>("second");
  second.time({.end = {300.0, 700.0}, .guess = 528.0, .continues = true});
  second.state("mass", {.unit = "kg", .bounds = {5e3, burnt_mass}, .guess = {{141e3, 22e3}}});
  second.state("height", {.unit = "m", .bounds = heights, .guess = {{37e3, 66e3, {{0.3, 70e3}}}}});
  second.state("energy", {.unit = "m^2/s^2", .bounds = energies, .end = energy, .guess = {{-5.9e7, -1.25e7}}});
  second.state("climb", {.unit = "rad", .bounds = climbs, .guess = {{12.0 * kDegree, 0.0}}});
  second.control("attack", {.unit = "rad", .bounds = attacks, .guess = {{0.2, 0.05}}});
  second.dynamics(Ascent{{1186200.0, 5.29, 430.4}});
  second.end_cost([](const auto& k) { return k.x[0]; });

  problem.link("staging", first, second, 0.0,
               [=](const auto& before, const auto& after) { return after.x[0] - before.x[0] + after[dropped]; });
  problem.continue_states(first, second, {"mass"});
  return problem;
}

}  // namespace tandem::problems
