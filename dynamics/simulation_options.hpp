#pragma once

#include <tandem/dynamics/arguments.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>

#include <functional>
#include <span>
#include <vector>

namespace tandem {

class Servo;

enum class Integrator {
  rk4,        ///< the classical Runge-Kutta method with a fixed step
  fehlberg78  ///< Fehlberg's pair of orders 7 and 8 with a step chosen from its error estimate
};

/// In what a model moves.
enum class Form {
  minimal,      ///< its own coordinates, loops embedded: its recursions
  multipliers,  ///< accelerations of all joints, loops held by multipliers (LoopMultipliers)
  descriptor  ///< places and turns of all bodies, joints and loops held by multipliers (AbsoluteMotion); no integrator
};

/// Writes the generalized forces of the drives at a time and state; they come in as zeros.
using ForceLaw = std::function<void(double t, In<double> q, In<double> v, Out<double> tau)>;

/// Writes external wrenches, one for each body, about the origin of its frame and in its axes; zeros come in.
using WrenchLaw = std::function<void(double t, In<double> q, In<double> v, std::span<Wrench<double>> wrenches)>;

/// Writes the accelerations of motion-driven joints at a time and state; they come in as zeros, others are ignored.
using MotionLaw = std::function<void(double t, In<double> q, In<double> v, Out<double> a)>;

struct SimulationOptions {
  double duration = 10;  ///< s
  /// Spacing of the series, and RK4's step, s; made a little smaller where it does not divide the duration. The
  /// adaptive integrator makes steps of its own, and shortens those that would pass a time of the series.
  double step = 0.01;
  Integrator integrator = Integrator::fehlberg78;
  /// The other forms take neither a servo nor motion-driven joints, and the descriptor no wrenches and no samples: it
  /// makes a step of order 8 from each time of the series to the next.
  Form form = Form::minimal;
  double tolerance = 1e-14;     ///< of the adaptive integrator: error of a step in each number x, times 1 + |x|
  long max_steps = 10'000'000;  ///< accepted and rejected ones
  ForceLaw forces;
  WrenchLaw wrenches;
  /// A controller that works in samples: forces are taken at multiples of this time, s, and held in between. 0: they
  /// are taken at all times.
  double sample_period = 0;
  std::vector<Drive> drives;  ///< of the joints, an entry a body; empty: all are force-driven
  MotionLaw motions;          ///< without it, motion-driven joints keep their velocities
  Servo* servo = nullptr;     ///< keeps frames on paths by forces beside `forces`
};

}  // namespace tandem
