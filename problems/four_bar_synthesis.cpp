#include <tandem/problems/all.hpp>

#include <cmath>
#include <numbers>
#include <type_traits>

namespace tandem::problems {
namespace {

/// A four-bar from the origin along x, and a point on its coupler: along it from the crank's pin, and across.
template <class S>
struct FourBar {
  S ground, crank, coupler, rocker, along, across;
};
constexpr FourBar<double> kWanted{0.9, 0.3, 0.8, 0.6, 0.5, 0.3};

template <class S>
struct Spot {
  S x, y;
};

/// Angles of coupler and rocker when the crank stands at t: where the circles about its pin and the rocker's pivot
/// meet.
template <class S>
struct FourBarMotion {
  Spot<S> pin, coupler, rocker;  ///< the latter two unit vectors along the links

  FourBarMotion(const FourBar<double>& bars, const S& t) {
    pin = {bars.crank * cos(t), bars.crank * sin(t)};
    const S dx = bars.ground - pin.x, dy = -pin.y, d = sqrt(dx * dx + dy * dy);
    const S c = (bars.coupler * bars.coupler + d * d - bars.rocker * bars.rocker) / (2.0 * bars.coupler * d);
    const S s = sqrt(1.0 - c * c);
    coupler = {(dx * c - dy * s) / d, (dy * c + dx * s) / d};
    rocker = {(pin.x + bars.coupler * coupler.x - bars.ground) / bars.rocker,
              (pin.y + bars.coupler * coupler.y) / bars.rocker};
  }
};

/// The point on a coupler that stands along a unit vector.
template <class S, class L>
Spot<S> coupler_point(const FourBar<L>& bars, const Spot<S>& pin, const Spot<S>& direction) {
  return {pin.x + bars.along * direction.x - bars.across * direction.y,
          pin.y + bars.along * direction.y + bars.across * direction.x};
}

/// The angle of a link over a turn of the crank, as a guess.
LinearGuess guess_of(Spot<double> FourBarMotion<double>::*link) {
  const auto at = [&](int twelfth) {
    const Spot<double> direction = FourBarMotion<double>(kWanted, 2.0 * std::numbers::pi * twelfth / 12).*link;
    return std::atan2(direction.y, direction.x);
  };
  LinearGuess guess{at(0), at(12)};
  for (int twelfth = 1; twelfth < 12; ++twelfth) guess.between.push_back({twelfth / 12.0, at(twelfth)});
  return guess;
}

}  // namespace

/// The lengths of a four-bar are sought whose coupler carries a point along a given curve, at the crank's own pace.
///
///   minimise  integral over a turn of sqrt(1 + |point - curve|^2) over ground, crank, coupler, rocker and the point's
///             place, with  crank e(t) + coupler e(beta) = ground e(0) + rocker e(gamma),   e(a) = (cos a, sin a),
///   point = crank e(t) + along e(beta) + across e(beta + pi/2)
///
/// The crank's angle t is the time. The states are the angles of coupler and rocker, which turn so that the loop stays
/// closed, and its equation is asked for at the end: they cannot change branches on the way. The curve is that of a
/// ground of 0.9 m, a crank of 0.3, a coupler of 0.8 and a rocker of 0.6, met at 20 intervals of the mesh; the lengths
/// are found again from others a fifth off, and cost 2 pi then.
Problem four_bar_synthesis() {
  Problem problem("four-bar-synthesis");
  problem.description() = {
      .title = "Find the four-bar whose coupler draws a curve",
      .source = "a four-bar of 0.9, 0.3, 0.8 and 0.6 m; by construction",
      .teaches = "lengths of a linkage as design numbers; a loop closed once and kept by its rates",
      .reference = ReferenceValue{2.0 * std::numbers::pi, 1e-9, "the lengths that the curve was made with"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 20, .degree = 4};
  constexpr double kTurn = 2.0 * std::numbers::pi;

  const Number ground = problem.number({"ground", 1.08, "m", "between the pivots", Role::design, 0.5, 2.0});
  const Number crank = problem.number({"crank", 0.24, "m", "of the crank", Role::design, 0.1, 0.6});
  const Number coupler = problem.number({"coupler", 0.96, "m", "of the coupler", Role::design, 0.4, 1.5});
  const Number rocker = problem.number({"rocker", 0.72, "m", "of the rocker", Role::design, 0.3, 1.2});
  const Number along = problem.number({"along", 0.4, "m", "of the point along the coupler", Role::design, 0.0, 1.0});
  const Number across =
      problem.number({"across", 0.36, "m", "of the point across the coupler", Role::design, 0.0, 1.0});

  auto phase = problem.phase<2, 0>("turn");
  phase.time({.start = 0.0, .end = kTurn});
  phase.state("coupler_angle", {.unit = "rad", .guess = guess_of(&FourBarMotion<double>::coupler)});
  phase.state("rocker_angle", {.unit = "rad", .guess = guess_of(&FourBarMotion<double>::rocker)});
  phase.dynamics([=](const auto& k) {
    const auto& [beta, gamma] = k.x;
    return rates(-k[crank] * sin(gamma - k.t) / (k[coupler] * sin(gamma - beta)),
                 k[crank] * sin(beta - k.t) / (k[rocker] * sin(beta - gamma)));
  });
  phase.end_constraint("closed-along", 0.0, [=](const auto& k) {
    return k[crank] * cos(k.t) + k[coupler] * cos(k.x[0]) - k[ground] - k[rocker] * cos(k.x[1]);
  });
  phase.end_constraint("closed-across", 0.0, [=](const auto& k) {
    return k[crank] * sin(k.t) + k[coupler] * sin(k.x[0]) - k[rocker] * sin(k.x[1]);
  });
  phase.running_cost([=](const auto& k) {
    using S = std::decay_t<decltype(k.x[0])>;
    const S t(k.t);
    const FourBarMotion<S> wanted(kWanted, t);
    const Spot<S> curve = coupler_point(kWanted, wanted.pin, wanted.coupler);
    const Spot<S> pin{k[crank] * cos(t), k[crank] * sin(t)}, direction{cos(k.x[0]), sin(k.x[0])};
    const FourBar<S> bars{S(k[ground]), S(k[crank]), S(k[coupler]), S(k[rocker]), S(k[along]), S(k[across])};
    const Spot<S> point = coupler_point(bars, pin, direction);
    return sqrt(1.0 + square(point.x - curve.x) + square(point.y - curve.y));
  });

  phase.drawing([=](const auto& k) {
    const Spot<double> pin{k[crank] * std::cos(k.t), k[crank] * std::sin(k.t)};
    const Spot<double> direction{std::cos(k.x[0]), std::sin(k.x[0])};
    const FourBar<double> bars{k[ground], k[crank], k[coupler], k[rocker], k[along], k[across]};
    const Spot<double> point = coupler_point(bars, pin, direction);
    const Picture::Point end{k[ground] + k[rocker] * std::cos(k.x[1]), k[rocker] * std::sin(k.x[1]), 0.0};
    Picture picture;
    const Picture::Point origin{0.0, 0.0, 0.0}, pivot{k[ground], 0.0, 0.0}, crank_end{pin.x, pin.y, 0.0},
        drawn{point.x, point.y, 0.0};
    picture.circle(origin, 0.02, "ground");
    picture.circle(pivot, 0.02, "ground");
    picture.line({origin, crank_end}, 0.03);
    picture.line({pivot, end}, 0.03);
    picture.line({crank_end, end, drawn, crank_end}, 0.02);
    picture.trace(drawn);
    return picture;
  });
  return problem;
}

}  // namespace tandem::problems
