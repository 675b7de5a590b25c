#pragma once

#include <tandem/core/pack.hpp>
#include <tandem/derivatives/following_parameters.hpp>
#include <tandem/derivatives/forward_dynamics_derivatives.hpp>
#include <tandem/derivatives/multibody_function.hpp>
#include <tandem/derivatives/multibody_inputs.hpp>

#include <memory>
#include <span>
#include <vector>

namespace tandem {

class ActingLaws;
struct FourKnots;

/// Values and Jacobian of multibody dynamics at four knots: the rules of hybrid_dynamics_derivatives(). By a named
/// number p, with c the slope of inverse dynamics at the solved accelerations,
///   da_f/dp = -M_ff^-1 c_f,   dtau_p/dp = c_p - M_pf M_ff^-1 c_f.
/// With laws of force, of which dg is what acting_laws.hpp leaves,
///   da_f gains M_ff^-1 dg_f,   dtau_p gains M_pf M_ff^-1 dg_f - dg_p.
/// Of an effort 1/2 tau'tau it is tau'dtau.
/// Throws what the recursions throw; nothing is allocated by evaluate().
class RecursiveJacobian {
 public:
  RecursiveJacobian(const MultibodyFunction& function, const std::vector<int>& free_numbers,
                    std::span<const double> numbers);
  ~RecursiveJacobian();

  void set_numbers(std::span<const double> numbers);
  void evaluate(const Pack4* inputs, bool with_jacobian);

  const Pack4& value(int output) const { return values_[output]; }
  const Pack4& jacobian(int output, int input) const { return jacobian_[output * inputs_.count + input]; }

  // Of the last evaluation, for the second order.
  const MultibodyInputs& inputs() const { return inputs_; }
  const std::vector<Pack4>& numbers() const { return numbers_; }
  const Parameters<Pack4>& parameters() const { return parameters_.current; }
  std::span<const Wrench<Pack4>> wrenches() const { return parameters_.wrenches; }
  const VectorX<Pack4>& q() const { return q_; }
  const VectorX<Pack4>& v() const { return v_; }
  const VectorX<Pack4>& accelerations() const { return accelerations_; }
  /// d wanted / d known of hybrid dynamics.
  const MatrixX<Pack4>& by_known() const { return by_known_; }
  /// d accelerations / d inputs: a row of inputs().count for each freedom.
  const Pack4* accelerations_by(int freedom) const { return accelerations_by_.data() + freedom * inputs_.count; }
  /// d wanted / d inputs of a freedom: of motion-driven ones that of their force.
  const Pack4* wanted_by(int freedom) const { return wanted_by_.data() + freedom * inputs_.count; }
  /// d output / d force of a freedom whose force or effort is the output.
  Pack4 by_force(int freedom) const { return function_.output() == Output::effort ? wanted_(freedom) : Pack4(1.0); }
  /// Nothing where no law acts.
  ActingLaws* laws() const { return laws_.get(); }
  /// Without accelerations, which laws do not see.
  FourKnots knots() const;

 private:
  using Output = MultibodyFunction::Output;
  struct Slopes;  ///< what inverse dynamics with slopes writes

  bool is_force(int freedom) const { return dynamics_.drive_of(freedom) == Drive::force; }
  void load(const Pack4* inputs);
  void act(const Pack4* inputs, bool with_jacobian);
  void solve_values();
  void solve_jacobian();
  void by_state(int freedom, Pack4* row) const;
  void by_number(const MultibodyInputs::FreeNumber& number);
  void by_laws();
  void write_values(const Pack4* inputs);
  void write_jacobian();
  void write_rates();

  const MultibodyFunction& function_;
  const MultibodyDynamics& dynamics_;
  const Model& model_;
  MultibodyInputs inputs_;
  FollowingParameters<Pack4> parameters_;
  std::vector<Pack4> numbers_;
  DerivativeWorkspace<Pack4> ws_;
  VectorX<Pack4> q_, v_, still_, known_, wanted_, accelerations_, rates_;
  MatrixX<Pack4> by_q_, by_v_, by_known_;
  std::unique_ptr<Slopes> slopes_;
  std::unique_ptr<ActingLaws> laws_;
  std::vector<Pack4> wanted_by_, accelerations_by_, values_, jacobian_;
};

}  // namespace tandem
