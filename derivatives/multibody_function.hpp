#pragma once

#include <tandem/derivatives/knot_view.hpp>
#include <tandem/derivatives/multibody_dynamics.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tandem {

/// Multibody dynamics as a function of one instant: its rates, or the force or the effort of some of its joints.
class MultibodyFunction {
 public:
  explicit MultibodyFunction(MultibodyDynamics dynamics);
  explicit MultibodyFunction(MultibodyForce force);
  explicit MultibodyFunction(MultibodyEffort effort);
  ~MultibodyFunction();

  const MultibodyDynamics& dynamics() const { return dynamics_; }
  enum class Output { rates, force, effort };
  Output output() const { return output_; }
  int outputs() const { return output_ == Output::rates ? dynamics_.states() : 1; }
  /// The freedoms whose force or effort is the output.
  std::span<const int> forces_of() const { return forces_of_; }

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
  template <class S>
  void solve(Scratch<S>& scratch, const KnotView<S>& knot) const;
  template <class S>
  void write_rates(Scratch<S>& scratch, const KnotView<S>& knot, std::span<S> out) const;
  int driven_freedom(const std::string& joint) const;

  MultibodyDynamics dynamics_;
  Output output_ = Output::rates;
  std::vector<int> forces_of_;
  std::unique_ptr<Pools> pools_;
};

}  // namespace tandem
