#pragma once

#include <tandem/derivatives/derivative_workspace.hpp>
#include <tandem/dynamics/kinematics.hpp>

namespace tandem {

/// Derivatives of frame_motion(), each 6 x nv (angular; linear), in the frame's axes, as the frame sees them: of its
/// spatial velocity and acceleration as six numbers each. The placement's derivative, as a motion of the frame, is the
/// frame's Jacobian, and so are those of velocity by v and of acceleration by a.
template <class S>
struct FrameMotionDerivatives {
  Eigen::Matrix<S, 6, Eigen::Dynamic> velocity_by_q, acceleration_by_q, acceleration_by_v, jacobian;

  explicit FrameMotionDerivatives(const Model& model)
      : velocity_by_q(6, model.nv()),
        acceleration_by_q(6, model.nv()),
        acceleration_by_v(6, model.nv()),
        jacobian(6, model.nv()) {}
};

/// With V, A the motions of the parent of joint j and v that of the frame, all in the frame's axes,
///   dv/dq_j = V x S_j = Psi',   da/dq_j = A x S_j + V x Psi' - v x Psi',   da/dv_j = Psi' + S'_j - v x S_j.
/// Zero for joints that do not carry the frame. Walks the frame's path to the world only: O(depth).
template <class S>
void frame_motion_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws, In<S> q,
                              In<S> v, In<S> a, const Frame& frame, FrameMotionDerivatives<S>& derivatives);

/// Derivative of frame_jacobian(), (6 nv) x nv: column j holds the columns of dJ/dq_j below each other. A joint i
/// nearer to the root than j gives S_i x S_j, in the frame's axes, all else is zero. O(depth^2) besides the zeros.
template <class S>
void frame_jacobian_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                In<S> q, const Frame& frame, OutMatrix<S> by_q);

}  // namespace tandem
