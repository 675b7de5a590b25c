#pragma once

#include <tandem/core/math.hpp>
#include <tandem/core/scalar.hpp>
#include <tandem/core/vec3.hpp>

/// Laws of force for joints and frames, generic over the scalar and smooth, so that second derivatives exist: what
/// MultibodyDynamics::force() and wrench() call, and what a model's joint friction is. Numbers may be named ones.
namespace tandem {

/// Coulomb friction -level tanh(rate / slip): within 0.1 % of its level from 4 slip on. At rest it creeps.
template <class S, class Level>
auto coulomb_friction(const S& rate, const Level& level, double slip) {
  return -level * tanh(rate / slip);
}

/// Numbers of friction that falls from its breakaway level to Coulomb's over the rate `stribeck`, and has a viscous
/// part besides (B. Armstrong-Helouvry, P. Dupont, C. Canudas de Wit, Automatica 30 (1994), section 2).
template <class T = double>
struct Friction {
  T coulomb, breakaway, viscous;
  double stribeck, slip;
};

/// -(c + (b - c) exp(-(rate/stribeck)^2)) tanh(rate/slip) - viscous rate.
template <class S, class T>
auto stribeck_friction(const S& rate, const Friction<T>& f) {
  const S x = rate / f.stribeck;
  return -(f.coulomb + (f.breakaway - f.coulomb) * exp(-x * x)) * tanh(rate / f.slip) - f.viscous * rate;
}

/// -factor |v| v, with factor = rho c_d A / 2. |v| is sqrt(v'v + at_rest^2), which has derivatives at rest.
template <class S, class Factor>
Vec3<S> quadratic_drag(const Vec3<S>& velocity, const Factor& factor, double at_rest = 1e-8) {
  return velocity * S(-factor * sqrt(dot(velocity, velocity) + at_rest * at_rest));
}
template <class S, class Factor>
auto quadratic_drag(const S& rate, const Factor& factor, double at_rest = 1e-8) {
  return -factor * rate * sqrt(rate * rate + at_rest * at_rest);
}

/// A direct-current motor at a share `command` of its voltage, from -1 to 1: stall (command - rate / free), with the
/// back-EMF in the second term: at full voltage `stall` at rest, and none at the rate `free`.
template <class C, class S, class Stall, class Free>
auto motor_curve(const C& command, const S& rate, const Stall& stall, const Free& free) {
  return stall * (command - rate / free);
}

/// max(x, 0) with two continuous derivatives: w (s^3 - s^4/2) with s = x/w from 0 to `width` w, then x - w/2.
template <class S>
S smooth_ramp(const S& x, double width) {
  const S s = x / width, nil(0.0);
  const S bent = width * s * s * s * (1.0 - 0.5 * s);
  return select_less(x, nil, nil, S(select_less(s, S(1.0), bent, S(x - 0.5 * width))));
}

/// x held within bounds by a function with two continuous derivatives, x itself but for `width` about each bound:
/// lower + ramp(x - lower + w/2) - ramp(x - upper + w/2).
template <class S>
S smooth_saturation(const S& x, double lower, double upper, double width) {
  return lower + smooth_ramp(S(x - (lower - 0.5 * width)), width) - smooth_ramp(S(x - (upper - 0.5 * width)), width);
}

/// A spring towards `rest` between two end stops: beyond these `stop_stiffness` pushes back, from nothing over `width`.
struct StoppedSpring {
  double stiffness = 0.0, rest = 0.0;
  double lower, upper, stop_stiffness;
  double width;
};

template <class S>
S stopped_spring(const S& position, const StoppedSpring& s) {
  return -s.stiffness * (position - s.rest) + s.stop_stiffness * smooth_ramp(S(s.lower - position), s.width) -
         s.stop_stiffness * smooth_ramp(S(position - s.upper), s.width);
}

}  // namespace tandem
