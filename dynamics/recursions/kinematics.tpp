#pragma once

#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/recursions/closed.hpp>
#include <tandem/dynamics/recursions/forward_dynamics.tpp>
#include <tandem/dynamics/spanning.hpp>

/// Bodies of the functions in dynamics/kinematics.hpp, for the files that instantiate them.
namespace tandem {
namespace recursions {

void check_frame(const Model& model, const Frame& frame);

/// frame_from_world applied from the tip: visits each body from the frame's to the root, its joint placed, with
/// `body_from_frame`, where the frame stands in that body; returns world_from_frame.
template <class S, class Visitor>
Transform<S> walk_to_world(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* q,
                           const Frame& frame, const Visitor& visit) {
  Transform<S> body_from_frame = canonical_placement(parameters, frame);
  for (int i = frame.body; i != kWorld; i = model.links()[i].parent) {
    const Link& link = model.links()[i];
    at_joint(link, ws, [&](const auto& joint) {
      Transform<S>& X = ws.parent_from_body[i];
      joint.place(parameters.canonical_placements()[i], q + link.q_index, X);
      visit(i, link, joint, body_from_frame);
      body_from_frame = X * body_from_frame;
    });
  }
  return body_from_frame;
}

}  // namespace recursions

template <class S>
void frame_motion(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                  const Frame& frame, FrameMotion<S>& motion) {
  recursions::check_state(model, parameters, ws, q, v);
  check_length(model, "a", a.size(), model.nv());
  recursions::check_frame(model, frame);
  if (model.has_loops()) return recursions::closed::frame_motion<S>(model, parameters, ws, q, v, a, frame, motion);
  // Tip to root: velocities and accelerations add up in the frame's axes; the convective part of a joint is
  // V x S v_i + S° v_i with V the velocity of its body, that is the sum over this and all joints nearer to the root.
  motion.velocity = Motion<S>::zero();
  motion.acceleration = Motion<S>::zero();
  motion.placement = recursions::walk_to_world(
      model, parameters, ws, q.data(), frame,
      [&](int, const Link& link, const auto& joint, const Transform<S>& body_from_frame) {
        Motion<S> rate = Motion<S>::zero(), acceleration = Motion<S>::zero();
        joint.add_rate(rate, v.data() + link.v_index);
        joint.add_rate(acceleration, a.data() + link.v_index);
        joint.add_turning(acceleration, v.data() + link.v_index);
        const Motion<S> here = to_child(body_from_frame, rate);
        // Joints nearer to the tip convect with this joint's rate.
        motion.acceleration += to_child(body_from_frame, acceleration) + cross(here, motion.velocity);
        motion.velocity += here;
      });
}

template <class S>
void frame_jacobian(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, const Frame& frame,
                    OutMatrix<S> jacobian) {
  check_model(model, parameters, ws);
  check_length(model, "q", q.size(), model.nq());
  check_shape(model, "jacobian", jacobian.rows(), jacobian.cols(), 6, model.nv());
  recursions::check_frame(model, frame);
  recursions::check_quaternions(model, q.data());
  if (model.has_loops()) return recursions::closed::frame_jacobian<S>(model, parameters, ws, q, frame, jacobian);
  for (int d = 0; d < model.nv(); ++d) {
    for (int k = 0; k < 6; ++k) jacobian(k, d) = S(0.0);
  }
  recursions::walk_to_world(model, parameters, ws, q.data(), frame,
                            [&](int, const Link& link, const auto& joint, const Transform<S>& body_from_frame) {
                              for (int k = 0; k < link.velocity_count; ++k) {
                                const Motion<S> column = to_child(body_from_frame, joint.column(k));
                                jacobian.col(link.v_index + k) = column.eigen();
                              }
                            });
}

template <class S>
void body_placements(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                     std::span<Transform<S>> placements) {
  check_model(model, parameters, ws);
  check_length(model, "q", q.size(), model.nq());
  check_length(model, "placements", static_cast<long>(placements.size()), model.body_count());
  recursions::check_quaternions(model, q.data());
  if (model.has_loops()) return recursions::closed::body_placements<S>(model, parameters, ws, q, placements);
  recursions::place_joints(model, parameters, ws, q.data());
  ws.root_from_body[kWorld] = Transform<S>::identity();
  placements[kWorld] = Transform<S>::identity();
  for (int i = 1; i < model.body_count(); ++i) {
    ws.root_from_body[i] = ws.root_from_body[model.links()[i].parent] * ws.parent_from_body[i];
    const Mat3<S> turn_back = transposed(parameters.user_from_canonical(i)).template cast<S>();
    placements[i] = ws.root_from_body[i] * Transform<S>::rotated(turn_back);
  }
}

template <class S>
void span(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, Out<S> tree_q,
          Out<S> tree_v) {
  recursions::check_state(model, parameters, ws, q, v);
  check_length(model, "coordinates of the tree", tree_q.size(), model.tree().nq());
  check_length(model, "velocities of the tree", tree_v.size(), model.tree().nv());
  if (model.has_loops()) return recursions::closed::span<S>(model, parameters, ws, q, v, tree_q, tree_v);
  tree_q = q;
  tree_v = v;
}

template <class S>
void operational_inertia_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                 const Frame& frame, OutMatrix<S> inverse) {
  check_model(model, parameters, ws);
  check_length(model, "q", q.size(), model.nq());
  check_shape(model, "inverse", inverse.rows(), inverse.cols(), 6, 6);
  recursions::check_frame(model, frame);
  recursions::check_quaternions(model, q.data());
  if (model.has_loops()) {
    return recursions::closed::operational_inertia_inverse<S>(model, parameters, ws, q, frame, inverse);
  }
  recursions::articulate(model, parameters, ws, q.data());
  const Transform<S> placement = recursions::canonical_placement(parameters, frame);
  for (int column = 0; column < 6; ++column) {
    // A unit wrench on the frame is a bias force of its body; then accelerations as in forward dynamics.
    const Motion<S> unit = recursions::FreeJoint<S>::column(column);
    const Wrench<S> p = to_parent(placement, Wrench<S>{-unit.angular, -unit.linear});
    recursions::remainders_from(model, parameters, ws, frame.body, ws.zeros.data(), p);
    recursions::accelerations_outward(model, parameters, ws, frame.body, ws.scratch.data());
    inverse.col(column) = to_child(placement, ws.acceleration[frame.body]).eigen();
  }
}

}  // namespace tandem
