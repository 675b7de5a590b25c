#include <tandem/dynamics/structures/structure.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/spacecraft_pictures.hpp>

#include <array>

namespace tandem::problems {
namespace {

constexpr int kElements = 2, kNodes = kElements + 1, kFreedoms = 1 + 2 * kElements;
constexpr double kElement = 0.5, kRadius = 0.1, kLength = kElements * kElement;

template <class S>
using Matrix = std::array<std::array<S, kFreedoms>, kFreedoms>;

/// The hub and its beam, [angle; w1, slope1; w2, slope2] relative to the hub, for unit mass a length and unit bending
/// stiffness at each Gauss point of each element.
structures::Structure beam_on_hub(double hub_inertia) {
  Eigen::VectorXd rigid(2 * kNodes);
  for (int node = 0; node < kNodes; ++node) rigid.segment(2 * node, 2) << kRadius + kElement * node, 1.0;
  return structures::on_hub(structures::tapered_beam(kElements, kElement, false), rigid, std::array{2, 3, 4, 5},
                            hub_inertia);
}

/// constant + sum over Gauss points of coefficient(depth there) part.
template <class S, class Coefficient>
Matrix<S> assembled(const SeparableMatrix& matrix, const std::array<S, kNodes>& depths,
                    const Coefficient& coefficient) {
  constexpr int kPoints = structures::kTaperPoints;
  const auto points = structures::gauss_points(kPoints);
  Matrix<S> sum;
  for (int i = 0; i < kFreedoms; ++i) {
    for (int j = 0; j < kFreedoms; ++j) sum[i][j] = S(matrix.constant(i, j));
  }
  for (int k = 0; k < kElements * kPoints; ++k) {
    const double s = points[k % kPoints].at;
    const S weight = coefficient((1.0 - s) * depths[k / kPoints] + s * depths[k / kPoints + 1]);
    for (int i = 0; i < kFreedoms; ++i) {
      for (int j = 0; j < kFreedoms; ++j) {
        if (matrix.parts[k](i, j) != 0.0) sum[i][j] = sum[i][j] + matrix.parts[k](i, j) * weight;
      }
    }
  }
  return sum;
}

/// x with A x = b, A symmetric and positive definite: Gauss's elimination without pivots.
template <class S>
std::array<S, kFreedoms> solved(Matrix<S> a, std::array<S, kFreedoms> b) {
  for (int k = 0; k < kFreedoms; ++k) {
    for (int i = k + 1; i < kFreedoms; ++i) {
      const S factor = a[i][k] / a[k][k];
      for (int j = k + 1; j < kFreedoms; ++j) a[i][j] = a[i][j] - factor * a[k][j];
      b[i] = b[i] - factor * b[k];
    }
  }
  for (int k = kFreedoms - 1; k >= 0; --k) {
    for (int j = k + 1; j < kFreedoms; ++j) b[k] = b[k] - a[k][j] * b[j];
    b[k] = b[k] / a[k][k];
  }
  return b;
}

/// x' A y.
template <class S>
S form(const Matrix<S>& a, const std::array<S, kFreedoms>& x) {
  S sum(0.0);
  for (int i = 0; i < kFreedoms; ++i) {
    for (int j = 0; j < kFreedoms; ++j) sum = sum + x[i] * a[i][j] * x[j];
  }
  return sum;
}

template <class S, class States>
std::array<S, kFreedoms> part_of(const States& x, int first) {
  std::array<S, kFreedoms> part;
  for (int i = 0; i < kFreedoms; ++i) part[i] = x[first + i];
  return part;
}

}  // namespace

/// minimise  (1 - weight) mass / 0.2 kg + weight E(T) / 10 mJ + price integral of u^2   over u(t) and the depths d_1..3
///
///   M(d) r'' + K(d) r = (u, 0, 0, 0, 0),   r = (angle, w1, slope1, w2, slope2),   |u| <= u_max,
///   E = 1/2 r'' M r' + 1/2 r' K r  at T, with the angle's own part left out of r,
///
/// A hub turns a beam by an angle in a given time. What it is left with at the end, moving or bent, is residual energy;
/// a heavy beam has little of it, a light one more. `weight` goes along the front from lightness to quiet. The depth is
/// linear within each of two elements, so that the beam may taper: mass A = b d and stiffness I = b d^3 / 12 are
/// integrated exactly.
Problem slewing_beam() {
  Problem problem("slewing-beam");
  problem.description() = {.title = "Taper a beam together with the torque that slews it",
                           .source = "a hub and beam as in Salama et al., NASA CP-3031 (1989), example 2, in motion",
                           .teaches = "a structure and a motion designed together: mass against residual energy",
                           .reference = ReferenceValue{0.484091, 2e-6, "80 and 120 intervals"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 80, .degree = 4};

  const Number weight = problem.number({"weight", 0.5, "", "of residual energy; the rest is mass's", {}, 0.0, 1.0});
  std::array<Number, kNodes> depths;
  constexpr std::array kFirstDepths{5e-3, 2e-3, 1.2e-3};
  for (int i = 0; i < kNodes; ++i) {
    depths[i] = problem.number({"depth_" + std::to_string(i + 1), kFirstDepths[i], "m", "of the beam, from the hub on",
                                Role::design, 1e-3, 2e-2});
  }
  const Number modulus = problem.number({"modulus", 7e10, "N/m2", "Young's modulus E", {}, 1.0});
  const Number density = problem.number({"density", 2700.0, "kg/m3", "of the beam", {}, 1.0});
  const Number width = problem.number({"width", 0.02, "m", "of the beam, b", {}, 1e-6});
  const Number angle = problem.number({"angle", 1.0, "rad", "of the slew"});
  const Number duration = problem.number({"duration", 0.3, "s", "of the slew", {}, 1e-3});
  const Number max_torque = problem.number({"max_torque", 2.0, "N m", "bound of the torque", {}, 0.0});
  const Number price = problem.number({"price", 0.05, "1/(N^2 m^2 s)", "of the effort", {}, 0.0});

  const structures::Structure hub = beam_on_hub(0.01);
  const auto depths_of = [=](const auto& k) { return std::array{k[depths[0]], k[depths[1]], k[depths[2]]}; };
  const auto mass_of = [=](const auto& k) {
    return assembled(hub.mass, depths_of(k), [&](const auto& d) { return k[density] * k[width] * d; });
  };
  const auto stiffness_of = [=](const auto& k) {
    return assembled(hub.stiffness, depths_of(k),
                     [&](const auto& d) { return k[modulus] * k[width] * (d * d * d) / 12.0; });
  };

  auto phase = problem.phase<2 * kFreedoms, 1>("slew");
  phase.time({.start = 0.0, .end = duration});
  phase.state(
      "angle",
      {.unit = "rad", .start = 0.0, .end = angle, .guess = {{0.0, 1.0, {{0.25, 0.125}, {0.5, 0.5}, {0.75, 0.875}}}}});
  for (const char* name : {"middle", "middle_slope", "tip", "tip_slope"}) phase.state(name, {.start = 0.0});
  phase.state("rate", {.unit = "rad/s", .start = 0.0, .guess = {{0.0, 0.0, {{0.5, 2.0 / 0.3}}}}});
  for (const char* name : {"middle_rate", "middle_slope_rate", "tip_rate", "tip_slope_rate"}) {
    phase.state(name, {.start = 0.0});
  }
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});
  phase.dynamics([=](const auto& k) {
    using S = std::decay_t<decltype(k.x[0] + k[width])>;
    const Matrix<S> stiffness = stiffness_of(k);
    std::array<S, kFreedoms> force;
    for (int i = 0; i < kFreedoms; ++i) {
      force[i] = i == 0 ? S(k.u[0]) : S(0.0);
      for (int j = 1; j < kFreedoms; ++j) force[i] = force[i] - stiffness[i][j] * k.x[j];
    }
    const std::array<S, kFreedoms> a = solved<S>(mass_of(k), force);
    return rates(k.x[5], k.x[6], k.x[7], k.x[8], k.x[9], a[0], a[1], a[2], a[3], a[4]);
  });
  phase.running_cost([=](const auto& k) { return k[price] * square(k.u[0]); });
  phase.end_cost([=](const auto& k) {
    using S = std::decay_t<decltype(k.x[0] + k[width])>;
    std::array<S, kFreedoms> bent = part_of<S>(k.x, 0);
    bent[0] = S(0.0);
    const S energy = 0.5 * form<S>(mass_of(k), part_of<S>(k.x, kFreedoms)) + 0.5 * form<S>(stiffness_of(k), bent);
    const auto d = depths_of(k);
    const S mass = k[density] * k[width] * kElement * (0.5 * d[0] + d[1] + 0.5 * d[2]);
    return (1.0 - k[weight]) * mass / 0.2 + k[weight] * energy / 0.01;
  });

  phase.drawing([=](const auto& k) {
    const auto beam = bent_boom(kRadius, kLength, [&](double s) {
      const int element = s < 0.5 ? 0 : 1;
      const Eigen::Vector4d shapes = structures::beam_shapes(kElement, 2.0 * s - element);
      const Eigen::Vector4d ends =
          element == 0 ? Eigen::Vector4d(0.0, 0.0, k.x[1], k.x[2]) : Eigen::Vector4d(k.x[1], k.x[2], k.x[3], k.x[4]);
      return shapes.dot(ends);
    });
    return picture_of(BoomedHubPose{k.x[0], k[angle], kRadius, {beam}});
  });
  return problem;
}

}  // namespace tandem::problems
