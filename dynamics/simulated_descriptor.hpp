#pragma once

#include <tandem/dynamics/absolute_motion.hpp>
#include <tandem/dynamics/simulated_system.hpp>

namespace tandem {

/// Moves what SimulatedSystem calls x in absolute coordinates.
class SimulatedDescriptor {
 public:
  using Values = SimulatedSystem::Values;

  SimulatedDescriptor(const Model& model, const Parameters<double>& parameters, SimulatedSystem& system);

  void start(const Values& x);
  /// One composed step.
  void advance(Values& x, double t, double end);
  long newton_steps() const { return motion_.newton_steps(); }

 private:
  const Model& model_;
  const Parameters<double>& parameters_;
  AbsoluteMotion motion_;
};

}  // namespace tandem
