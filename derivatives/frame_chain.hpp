#pragma once

#include <tandem/core/pack.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/derivatives/following_parameters.hpp>
#include <tandem/derivatives/kinematics_derivatives.hpp>
#include <tandem/derivatives/multibody_inputs.hpp>

#include <array>
#include <vector>

namespace tandem {

/// A model at four knots: a state, and the named numbers that its parameters follow.
struct FourKnots {
  const VectorX<Pack4>& q;
  const VectorX<Pack4>& v;
  const VectorX<Pack4>& a;  ///< zeros where accelerations are not looked at
  const Parameters<Pack4>& parameters;
  const std::vector<Pack4>& numbers;
};

/// What the functions below write; for all frames of a model, one after the other.
class FrameScratch {
 public:
  FrameScratch(const MultibodyDynamics& dynamics, std::size_t number_count);

 private:
  friend class FrameChain;
  using Dual4 = Dual<Pack4>;
  using Second4 = Dual<Dual4>;

  /// A state of the model, its numbers, and what kinematics writes, in one scalar.
  template <class S>
  struct Point {
    Point(const MultibodyDynamics& dynamics, std::size_t number_count);
    void set(const FourKnots& at, const VectorX<Pack4>& its_v);
    /// The motion of a frame.
    void move(const Model& model, const Parameters<S>& its_parameters, const Frame& frame);

    FollowingParameters<S> parameters;
    std::vector<S> numbers;
    VectorX<S> q, v, a;
    Workspace<S> ws;
    FrameMotion<S> motion;
  };

  DerivativeWorkspace<Pack4> ws;
  DerivativeWorkspace<Dual4> along_ws;
  FrameMotionDerivatives<Pack4> first;
  FrameMotionDerivatives<Dual4> along_first;
  Point<Pack4> here;
  Point<Dual4> along;
  Point<Second4> across;
  std::vector<Pack4> tangent;
  std::vector<Dual4> along_tangent, along_by_q;
  std::vector<Pack4> mixed;  ///< by an input and each acceleration
};

/// The numbers of a frame's motion at four knots, and how they follow the inputs [q; v; u; time; free numbers]: first
/// order from frame_motion_derivatives(), second order, contracted with weights, as slopes of the same along each
/// coordinate of a joint that carries the frame. With R the frame's axes, w and v its velocity and J_j = (w_j, l_j) its
/// Jacobian, all in the frame's axes, a displacement of coordinate j moves
///   the origin by R l_j,   the axis e_k by R (w_j x e_k),   the velocity by R (w_j x v + dv/dq_j),
/// and the turn rate and accelerations likewise; O(depth) a direction. Accelerations follow the inputs by S, rows of
/// which are given: of second derivatives S'HS is added, with H that by q, v, a and numbers, and what weights of
/// accelerations they leave are said.
class FrameChain {
 public:
  FrameChain(const MultibodyDynamics& dynamics, Frame frame, int numbers, const MultibodyInputs& inputs);

  /// Values.
  void move(const FourKnots& at, FrameScratch& scratch);
  /// First order, after move(). `accelerations_by` are the rows of S, of freedoms, or nothing.
  void differentiate(const FourKnots& at, FrameScratch& scratch, const Pack4* accelerations_by);
  /// Adds the second derivatives of weights'numbers, after differentiate(), but for those of accelerations.
  void add_hessian(const FourKnots& at, FrameScratch& scratch, const Pack4* weights, const Pack4* accelerations_by,
                   Pack4* hessian);
  /// Adds the weights of accelerations to those of freedoms.
  void weigh_accelerations(const Pack4* weights, Pack4* freedoms) const;
  /// The frame's velocity J y, in its axes, and its derivatives by the inputs while y stays, after differentiate().
  void move_along(const FourKnots& at, FrameScratch& scratch, const VectorX<Pack4>& y);

  const Frame& frame() const { return frame_; }
  /// The inputs that the numbers depend on.
  const std::vector<int>& reached() const { return reached_; }
  /// Of the joints that carry the frame.
  const std::vector<int>& freedoms() const { return freedoms_; }
  const Pack4& number(int i) const { return numbers_[i]; }
  const Pack4* number_by(int i) const { return by_.data() + i * inputs_.count; }
  /// 6 x nv, in the frame's axes.
  const Eigen::Matrix<Pack4, 6, Eigen::Dynamic>& jacobian() const { return jacobian_; }
  const Pack4& along(int k) const { return along_[k]; }
  const Pack4* along_by(int k) const { return along_by_.data() + k * inputs_.count; }

 private:
  using Dual4 = FrameScratch::Dual4;
  bool is_accelerated() const { return count_ > kMovingNumbers; }
  template <class Visit>
  void for_each_link(const Visit& visit) const;
  void write_row(const VectorX<Pack4>& q, FrameScratch& scratch, Pack4* row) const;
  void add_slopes(const Pack4* accelerations_by);
  void by_number(const FourKnots& at, FrameScratch& scratch, const MultibodyInputs::FreeNumber& number);
  enum class Along { coordinate, velocity, number };
  void add_direction(FrameScratch& scratch, const Pack4* weights, int input, Along kind, const Pack4* accelerations_by,
                     Pack4* hessian) const;
  void add_accelerations(const FrameScratch& scratch, int input, const Pack4* accelerations_by, Pack4* hessian) const;
  void add_pair(const FourKnots& at, FrameScratch& scratch, const Pack4* weights, const MultibodyInputs::FreeNumber& a,
                const MultibodyInputs::FreeNumber& b, Pack4* hessian) const;

  const MultibodyDynamics& dynamics_;
  const Model& model_;
  const MultibodyInputs& inputs_;
  Frame frame_;
  std::vector<int> reached_, freedoms_;
  int count_;  ///< of numbers
  std::array<Pack4, kAcceleratedNumbers> numbers_;
  std::array<Pack4, 6> along_;
  Eigen::Matrix<Pack4, 6, Eigen::Dynamic> jacobian_;
  std::vector<Pack4> by_, along_by_;
  std::vector<Pack4> by_accelerations_;  ///< numbers x nv
};

}  // namespace tandem
