#pragma once

#include <tandem/derivatives/contracted_inverse_dynamics.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/derivatives/recursive_jacobian.hpp>
#include <tandem/derivatives/user_function.hpp>

#include <utility>
#include <vector>

namespace tandem {

/// Contracted Hessian of multibody dynamics at four knots, exact. With mu the weights of accelerations and nu those of
/// forces, and
///   y_p = nu,   y_f = -M_ff^-1 (mu + M_fp nu),   S = d(q, v, p, a)/d inputs,
/// it is S' H S, H the Hessian of the one number y'ID(q, v, a, p) by its arguments with y held fixed. Columns of H are
/// slopes of its gradient along each q and p; ID is affine in a, so that those by a are there by symmetry, and
/// quadratic in v, with coefficients that one recursion finds (contracted_inverse_dynamics.hpp). By two numbers:
/// inverse dynamics along two directions. O(n) a direction. Quaternions are four inputs each; what the rates of their
/// coordinates add goes along. Laws of force add -d2 (y'g) to H and their slopes to S (acting_laws.hpp). An effort
/// 1/2 tau'tau with the weight w has nu = w tau and adds w dtau'dtau.
class RecursiveHessian {
 public:
  /// Inputs of which `pattern` has nothing in its row get no direction.
  RecursiveHessian(const MultibodyFunction& function, const RecursiveJacobian& first, std::size_t numbers,
                   const BoolMatrix& pattern);

  /// After those of `first` were set.
  void set_numbers();

  /// After `first` was evaluated with its Jacobian, with the weights of the outputs. Allocates nothing.
  void evaluate(const Pack4* weights);

  /// Of entries in the pattern; those outside may hold anything.
  const Pack4& hessian(int row, int column) const { return hessian_[row * inputs_.count + column]; }

 private:
  using Dual4 = Dual<Pack4>;
  using Second4 = Dual<Dual4>;

  /// A state of the model and its numbers, in one scalar.
  template <class S>
  struct Point {
    Point(const MultibodyDynamics& dynamics, std::size_t number_count);
    void set(const RecursiveJacobian& first);
    /// Parameters, and the laws' wrenches, which stay.
    void follow(const MultibodyDynamics& dynamics, const RecursiveJacobian& first);

    FollowingParameters<S> parameters;
    std::vector<S> numbers;
    VectorX<S> q, v, a, y;
  };
  /// Derivatives of y'ID, by tangents and by coordinates.
  template <class S>
  struct Gradient {
    explicit Gradient(const Model& model) : tangent(model.nv()), by_q(model.nq()), by_v(model.nv()), by_a(model.nv()) {}
    VectorX<S> tangent, by_q, by_v, by_a;
  };

  bool is_force(int freedom) const { return dynamics_.drive_of(freedom) == Drive::force; }
  Pack4& entry(int row, int column) { return hessian_[row * inputs_.count + column]; }
  void set_both(int row, int column, const Pack4& value) { entry(row, column) = entry(column, row) = value; }

  void weigh(const Pack4* weights);
  void weigh_rates(const Pack4* weights);
  void weigh_forces(const Pack4& weight);
  void take_gradient();
  void add_direction(int input);
  void add_coordinates();
  void add_numbers();
  void add_pair(const MultibodyInputs::FreeNumber& a, const MultibodyInputs::FreeNumber& b);
  void add_velocities();
  void add_accelerations();
  void add_squares(const Pack4& weight);

  const MultibodyFunction& function_;
  const MultibodyDynamics& dynamics_;
  const Model& model_;
  const RecursiveJacobian& first_;
  const MultibodyInputs& inputs_;
  std::vector<unsigned char> is_curved_;  ///< of each input
  /// Numbers by two of which inverse dynamics has second derivatives.
  std::vector<std::pair<MultibodyInputs::FreeNumber, MultibodyInputs::FreeNumber>> pairs_;
  VectorX<Pack4> y_;
  std::vector<Dual4> rate_weights_;
  Point<Dual4> along_;
  Gradient<Dual4> gradient_;
  ContractedWorkspace<Dual4> along_ws_;
  DerivativeWorkspace<Pack4> rate_ws_;
  MatrixX<Pack4> by_rates_;
  Point<Second4> across_;
  Workspace<Second4> across_ws_;
  VectorX<Second4> across_force_;
  std::vector<Pack4> hessian_;
  std::vector<Pack4> mixed_;  ///< second derivatives of y'ID by an input (rows) and an acceleration
};

}  // namespace tandem
