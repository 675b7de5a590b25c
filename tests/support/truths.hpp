#pragma once

#include <array>
#include <string_view>

/// The true optima of shipped problems at the numbers that they come with, each found in two ways that know nothing of
/// each other. Closed forms were evaluated with thirty digits; "radau 5" and "gauss 5" are collocation on meshes whose
/// halves agree to the digits given; "polish" has one phase an arc. docs/notes/stress.md says how they compare.
namespace tandem::test {

/// What sort of answer it is. Orders of convergence, and the range of the error bar over the true error, are those of
/// smooth ones.
enum class Nature {
  smooth,   ///< nothing pushes: states and controls are as smooth as the dynamics
  corners,  ///< bounds or other constraints push for a while
  jumps,    ///< a control goes from bound to bound
  singular  ///< a control in which H is linear stays between its bounds
};

struct Truth {
  const char* problem;
  double objective;    ///< as stated
  double uncertainty;  ///< absolute: of the two ways' difference and of the digits given
  double scale;        ///< integral of |L| + |end cost| along the optimum
  Nature nature;
  const char* how;
  bool is_only = false;  ///< linear dynamics and a convex cost: there is no other minimum
};

inline constexpr std::array kTruths{
    Truth{"aly-chan", 0.0, 0.0, 0.5, Nature::singular, "u = -sin t; gauss 5"},
    Truth{"bilimoria-wie", 3.24308327745, 5e-12, 3.24308327745, Nature::jumps, "integrated from its switches; polish"},
    Truth{"bouncing-mass", 10.045871559633028, 1e-15, 10.045871559633028, Nature::smooth,
          "24 d^2 - 9 d^2 (1 + e)^2 / (1 + e^2); radau 5"},
    Truth{"brachistochrone", 0.8243386694391838, 1e-15, 0.8243386694391838, Nature::smooth, "the cycloid; radau 5"},
    Truth{"bratu", -1.0465167047946651, 1e-15, 1.0465167047946651, Nature::smooth,
          "theta^2 / 2 - 4 theta tanh(theta / 4); radau 5"},
    Truth{"bryson-denham", 4.0, 0.0, 4.0, Nature::corners, "4 / (9 limit); hermite-simpson with junctions at knots",
          true},
    Truth{"cart-pole-multibody", 58.80766745817, 6e-11, 58.80766745817, Nature::smooth, "radau 5; gauss 5"},
    Truth{"cart-pole-swing-up", 58.80766745817, 6e-11, 58.80766745817, Nature::smooth, "radau 5; gauss 5"},
    Truth{"co-design-transfer", 23.622814838917608, 1e-14, 23.622814838917608, Nature::smooth,
          "least over k of z' W(k)^-1 z, W the Gramian; radau 5"},
    Truth{"double-integrator-energy", 12.0, 0.0, 12.0, Nature::smooth, "12 d^2 / T^3; radau 5", true},
    Truth{"double-integrator-speed-limit", 125.0 / 9.0, 0.0, 125.0 / 9.0, Nature::corners,
          "16 V^3 / (9 (V - 1)); hermite-simpson-separated with junctions at knots", true},
    Truth{"double-integrator-time", 2.0, 0.0, 2.0, Nature::jumps, "2 sqrt(d / u_max); polish", true},
    Truth{"flexible-hub", 4.281912159508710, 1e-14, 4.281912159508710, Nature::jumps, "switch equations; polish", true},
    Truth{"free-flying-arm", 84.37684868566, 2e-10, 84.37684868566, Nature::smooth, "radau 5; gauss 5"},
    Truth{"goddard", 1.012836918317, 5e-13, 1.012836918317, Nature::singular, "integrated from its arcs; polish"},
    Truth{"hanging-chain", 5.068480110993413, 1e-14, 5.068480110993413, Nature::smooth, "the catenary; radau 5"},
    Truth{"harmonic-oscillator-time", 6.283185307179586, 2e-7, 6.283185307179586, Nature::jumps,
          "2 pi; polish, which is abnormal here: errors are roots of rounding", true},
    Truth{"hypersensitive", 1.3308069049430023, 1e-10, 1.3308069049430023, Nature::smooth,
          "two integrals over the state; gauss 5"},
    Truth{"particle-steering", 0.5545708783346031, 1e-15, 0.5545708783346031, Nature::smooth,
          "the linear tangent law; radau 5"},
    Truth{"pendulum-swing-up", 2.8604335328, 1e-9, 2.8604335328, Nature::corners, "radau 5; gauss 5"},
    Truth{"periodic-follower", 2.0943951023931953, 1e-15, 2.0943951023931953, Nature::smooth,
          "P/2 (1 + w^2) / (2 + w^2); radau 5", true},
    Truth{"scalar-lqr", 0.3807970779778824, 1e-16, 0.3807970779778824, Nature::smooth, "tanh(1) / 2; radau 5", true},
    Truth{"singular-regulator", 0.3769919302879446, 1e-15, 0.3769919302879446, Nature::singular,
          "full force until x2 = tanh(t - T) x1, then x1 = A cosh(t - T); polish", true},
    Truth{"solar-array", 1.2031313846272903, 1e-15, 1.2031313846272903, Nature::jumps,
          "one switch, the best spring; polish"},
    Truth{"two-mass-spring", 4.217866510451023, 1e-14, 4.217866510451023, Nature::jumps, "switch equations; polish",
          true},
};

/// The truth about a problem; none of one that is not in the list.
constexpr const Truth* truth_of(std::string_view problem) {
  for (const Truth& truth : kTruths) {
    if (problem == truth.problem) return &truth;
  }
  return nullptr;
}

}  // namespace tandem::test
