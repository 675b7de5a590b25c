#pragma once

#include <tandem/dynamics/arguments.hpp>

#include <span>

namespace tandem {

/// How a frame stands and moves.
template <class S>
struct FrameMotion {
  Transform<S> placement;  ///< world_from_frame
  Motion<S> velocity;      ///< spatial, in the frame's axes, at its origin
  Motion<S> acceleration;  ///< spatial, in the frame's axes; gravity is not in it

  /// The acceleration of the frame's origin as a point, in the frame's axes: a + w x v.
  Vec3<S> point_acceleration() const { return acceleration.linear + cross(velocity.angular, velocity.linear); }
};

/// The motion of a frame of the model. Walks the frame's path to the world only: O(depth).
template <class S>
void frame_motion(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                  const Frame& frame, FrameMotion<S>& motion);

/// 6 x nv: columns bring v to the frame's spatial velocity (angular; linear) in the frame's axes. O(depth).
template <class S>
void frame_jacobian(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, const Frame& frame,
                    OutMatrix<S> jacobian);

/// world_from_body of every body, in its own frame: for pictures.
template <class S>
void body_placements(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                     std::span<Transform<S>> placements);

/// The inverse of the operational inertia of a frame, J M^-1 J', 6 x 6: the acceleration that a wrench on the frame
/// makes from rest without gravity. Exists for every model. O(n): six columns through the articulated bodies.
template <class S>
void operational_inertia_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                 const Frame& frame, OutMatrix<S> inverse);

/// The operational inertia of a frame, (J M^-1 J')^-1, 6 x 6. A NumericalError where some direction cannot move.
void operational_inertia(const Model& model, const Parameters<double>& parameters, Workspace<double>& ws, In<double> q,
                         const Frame& frame, OutMatrix<double> inertia);

/// With the model's own parameters.
inline void frame_motion(const Model& model, Workspace<double>& ws, In<double> q, In<double> v, In<double> a,
                         const Frame& frame, FrameMotion<double>& motion) {
  frame_motion(model, model.parameters(), ws, q, v, a, frame, motion);
}
inline void frame_jacobian(const Model& model, Workspace<double>& ws, In<double> q, const Frame& frame,
                           OutMatrix<double> jacobian) {
  frame_jacobian(model, model.parameters(), ws, q, frame, jacobian);
}
inline void body_placements(const Model& model, Workspace<double>& ws, In<double> q,
                            std::span<Transform<double>> placements) {
  body_placements(model, model.parameters(), ws, q, placements);
}
inline void operational_inertia_inverse(const Model& model, Workspace<double>& ws, In<double> q, const Frame& frame,
                                        OutMatrix<double> inverse) {
  operational_inertia_inverse(model, model.parameters(), ws, q, frame, inverse);
}
inline void operational_inertia(const Model& model, Workspace<double>& ws, In<double> q, const Frame& frame,
                                OutMatrix<double> inertia) {
  operational_inertia(model, model.parameters(), ws, q, frame, inertia);
}

}  // namespace tandem
