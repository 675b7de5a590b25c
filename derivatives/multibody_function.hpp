#pragma once

#include <tandem/derivatives/knot_view.hpp>
#include <tandem/derivatives/multibody_dynamics.hpp>

#include <memory>
#include <span>
#include <string>

namespace tandem {

/// Multibody dynamics as a function of one instant: its rates, or the force of one of its joints.
class MultibodyFunction {
 public:
  explicit MultibodyFunction(MultibodyDynamics dynamics);
  explicit MultibodyFunction(MultibodyForce force);
  ~MultibodyFunction();

  const MultibodyDynamics& dynamics() const { return dynamics_; }
  int outputs() const { return force_of_ >= 0 ? 1 : dynamics_.states(); }
  /// The freedom whose force is the output, -1 for rates.
  int force_of() const { return force_of_; }

  /// Refuses a knot of other sizes, by name of the model.
  void check_sizes(int states, int controls) const;

  /// "the wrench on 'hull' (body 'hull')": the first law of force that is not finite there, or nothing.
  std::string law_without_value(const KnotView<double>& knot) const;

  /// Values for one state, for four, or recorded; threads may call it together. Nothing is allocated for doubles and
  /// packs once a thread's first call is over. Where the model has no accelerations (a quaternion far from unit, a
  /// joint that carries no inertia, NaN) all outputs are NaN, those of the whole pack.
  template <class S>
  void operator()(const KnotView<S>& knot, std::span<S> out) const;

 private:
  template <class S>
  struct Scratch;
  struct Pools;

  template <class S>
  void evaluate(Scratch<S>& scratch, const KnotView<S>& knot, std::span<S> out) const;

  MultibodyDynamics dynamics_;
  int force_of_ = -1;
  std::unique_ptr<Pools> pools_;
};

}  // namespace tandem
