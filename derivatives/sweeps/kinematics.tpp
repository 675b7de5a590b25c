#pragma once

#include <tandem/derivatives/kinematics_derivatives.hpp>
#include <tandem/derivatives/sweeps/columns.tpp>
#include <tandem/dynamics/recursions/kinematics.tpp>

/// Bodies of the functions in derivatives/kinematics_derivatives.hpp, for the files that instantiate them.
namespace tandem {
namespace sweeps {

/// The columns of S of all joints that carry the frame, in the frame's axes, into ws.freedom[..].axis; where their
/// bodies stand in the frame into root_from_body.
template <class S>
void axes_in_frame(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws, const S* q,
                   const Frame& frame) {
  recursions::walk_to_world(model, parameters, ws.recursions, q, frame,
                            [&](int i, const Link& link, const auto& joint, const Transform<S>& body_from_frame) {
                              ws.recursions.root_from_body[i] = inverse(body_from_frame);
                              for (int k = 0; k < link.velocity_count; ++k) {
                                ws.freedom[link.v_index + k].axis = to_child(body_from_frame, joint.column(k));
                              }
                            });
}

/// S r of a joint.
template <class S>
Motion<S> joint_rate(const DerivativeWorkspace<S>& ws, const Link& link, const S* r) {
  Motion<S> rate = Motion<S>::zero();
  for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) rate += ws.freedom[d].axis * r[d];
  return rate;
}

/// S° v of the joint of body i, in the frame's axes.
template <class S>
Motion<S> joint_turning(DerivativeWorkspace<S>& ws, const Link& link, int i, const S* v) {
  Motion<S> turning = Motion<S>::zero();
  at_joint(link, ws.recursions,
           [&](const auto& joint) { add_turning(joint, ws.recursions.root_from_body[i], v + link.v_index, turning); });
  return turning;
}

}  // namespace sweeps

template <class S>
void frame_motion_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws, In<S> q,
                              In<S> v, In<S> a, const Frame& frame, FrameMotionDerivatives<S>& derivatives) {
  recursions::check_state(model, parameters, ws.recursions, q, v);
  check_length(model, "a", a.size(), model.nv());
  recursions::check_frame(model, frame);
  for (auto* m : {&derivatives.velocity_by_q, &derivatives.acceleration_by_q, &derivatives.acceleration_by_v,
                  &derivatives.jacobian}) {
    check_shape(model, "derivatives of a frame's motion", m->rows(), m->cols(), 6, model.nv());
    m->setConstant(S(0.0));
  }
  sweeps::axes_in_frame<S>(model, parameters, ws, q.data(), frame);
  const Link* links = model.links().data();
  // V and A of each joint's parent, in the frame's axes: the frame's, less what the joints from there on add.
  Motion<S> V = Motion<S>::zero(), A = Motion<S>::zero();
  for (int i = frame.body; i != kWorld; i = links[i].parent) {
    const Motion<S> rate = sweeps::joint_rate<S>(ws, links[i], v.data());
    A += sweeps::joint_rate<S>(ws, links[i], a.data()) + cross(rate, V);
    A += sweeps::joint_turning<S>(ws, links[i], i, v.data());
    V += rate;
  }
  const Motion<S> frame_velocity = V;
  for (int i = frame.body; i != kWorld; i = links[i].parent) {
    const Link& link = links[i];
    const Motion<S> rate = sweeps::joint_rate<S>(ws, link, v.data()), body_velocity = V;
    // A = A_parent + S a + V x S v + S° v
    A = A - sweeps::joint_rate<S>(ws, link, a.data()) - cross(body_velocity, rate);
    A = A - sweeps::joint_turning<S>(ws, link, i, v.data());
    V = V - rate;
    for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) {
      FreedomColumn<S>& f = ws.freedom[d];
      const Motion<S> axis = f.axis;
      sweeps::fill_freedom<S>(axis, {V, A}, body_velocity, link.velocity_count == 1, f);
    }
    sweeps::at_joint(link, ws.recursions, [&](const auto& joint) {
      sweeps::add_turning_columns(joint, ws.recursions.root_from_body[i], q.data() + link.q_index,
                                  v.data() + link.v_index, a.data() + link.v_index, V, body_velocity,
                                  ws.freedom.data() + link.v_index);
    });
    for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) {
      const FreedomColumn<S>& f = ws.freedom[d];
      derivatives.jacobian.col(d) = f.axis.eigen();
      derivatives.velocity_by_q.col(d) = f.rate.eigen();
      derivatives.acceleration_by_q.col(d) = (f.by_q - cross(frame_velocity, f.rate)).eigen();
      derivatives.acceleration_by_v.col(d) = (f.by_v - cross(frame_velocity, f.axis)).eigen();
    }
  }
}

template <class S>
void frame_jacobian_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                In<S> q, const Frame& frame, OutMatrix<S> by_q) {
  check_model(model, parameters, ws.recursions);
  check_length(model, "q", q.size(), model.nq());
  check_shape(model, "derivative of a frame's Jacobian", by_q.rows(), by_q.cols(), 6L * model.nv(), model.nv());
  recursions::check_frame(model, frame);
  recursions::check_quaternions(model, q.data());
  sweeps::axes_in_frame<S>(model, parameters, ws, q.data(), frame);
  by_q.setConstant(S(0.0));
  const Link* links = model.links().data();
  for (int i = frame.body; i != kWorld; i = links[i].parent) {
    for (int d = links[i].v_index; d < links[i].v_index + links[i].velocity_count; ++d) {
      for (int e = model.inward()[links[i].v_index]; e >= 0; e = model.inward()[e]) {
        by_q.template block<6, 1>(6 * e, d) = cross(ws.freedom[e].axis, ws.freedom[d].axis).eigen();
      }
    }
    if (!has_moving_axes(links[i].type)) continue;
    // A joint's own columns: dS_k/dq_j, in the frame's axes.
    const recursions::SubspaceJoint<S> joint = recursions::subspace_joint(links[i], ws.recursions);
    for (int k = 0; k < joint.count; ++k) {
      for (int j = 0; j < joint.count; ++j) {
        const Motion<S> slope = to_parent(ws.recursions.root_from_body[i], joint.slopes[6 * k + j]);
        by_q.template block<6, 1>(6 * (links[i].v_index + k), links[i].v_index + j) = slope.eigen();
      }
    }
  }
}

}  // namespace tandem
