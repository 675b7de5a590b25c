#pragma once

#include <tandem/dynamics/loop_multipliers.hpp>
#include <tandem/dynamics/simulation_options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// What simulate() integrates: x = [q; v; work; impulse] and its rate.
class SimulatedSystem {
 public:
  using Values = std::vector<double>;

  SimulatedSystem(const Model& model, const Parameters<double>& parameters, const SimulationOptions& options);

  Values start(In<double> q, In<double> v) const;
  /// x'(x, t). NaN where the dynamics cannot be evaluated, which trouble() then explains: a trial step of an adaptive
  /// integrator may come there and be taken back.
  void operator()(const Values& x, Values& rate, double t);
  /// The same, but what is wrong is thrown.
  void evaluate(const Values& x, Values& rate, double t);
  /// Takes the forces of a controller that works in samples.
  void sample(const Values& x, double t);
  /// Accelerations, and the forces of all drives.
  void forces_at(const Values& x, double t, Out<double> a, Out<double> tau);
  /// Forces of drives and friction alone.
  Eigen::VectorXd drives_at(double t, In<double> q, In<double> v);
  /// Brings quaternions back to unit length and loops together; returns how far the worst was from it.
  double renormalize(Values& x);

  /// The coordinate or velocity that is largest in size.
  std::string wildest(const Values& x) const;
  /// Why the dynamics could not be evaluated at a finite state since forget_trouble(), or "".
  const std::string& trouble() const { return trouble_; }
  void forget_trouble() { trouble_.clear(); }
  long evaluations() const { return evaluations_; }

 private:
  using ConstVector = Eigen::Map<const Eigen::VectorXd>;
  void apply_laws(double t, const ConstVector& q, const ConstVector& v);
  void take_forces(double t, const ConstVector& q, const ConstVector& v);
  void accelerate(double t, const ConstVector& q, const ConstVector& v, Out<double> a);
  void accelerate_by_multipliers(const ConstVector& q, const ConstVector& v, Out<double> a);
  void accelerate_driven(double t, const ConstVector& q, const ConstVector& v, Out<double> a);
  double power(const ConstVector& q, const ConstVector& v);
  Wrench<double> external_wrench(const ConstVector& q, const ConstVector& v);

  const Model& model_;
  const Parameters<double>& parameters_;
  const SimulationOptions& options_;
  bool floats_, is_damped_;
  std::vector<int> rough_;  ///< bodies whose joints have friction
  Workspace<double> ws_;
  Eigen::VectorXd tau_, without_wrenches_, with_wrenches_;
  Eigen::VectorXd sampled_, known_, wanted_;
  Eigen::VectorXd tree_q_, tree_v_, tree_a_;
  std::optional<LoopMultipliers> multipliers_;
  std::vector<Wrench<double>> wrenches_;
  std::vector<Transform<double>> placements_;
  std::string trouble_;
  long evaluations_ = 0;
};

}  // namespace tandem
