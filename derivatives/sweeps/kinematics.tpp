#pragma once

#include <tandem/derivatives/kinematics_derivatives.hpp>
#include <tandem/derivatives/sweeps/columns.tpp>
#include <tandem/dynamics/recursions/kinematics.tpp>

/// Bodies of the functions in derivatives/kinematics_derivatives.hpp, for the files that instantiate them.
namespace tandem {
namespace sweeps {

/// The columns of S of all joints that carry the frame, in the frame's axes, into ws.freedom[..].axis.
template <class S>
void axes_in_frame(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws, const S* q,
                   const Frame& frame) {
  recursions::walk_to_world(model, parameters, ws.recursions, q, frame,
                            [&](int, const Link& link, const auto& joint, const Transform<S>& body_from_frame) {
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
    V += rate;
  }
  const Motion<S> frame_velocity = V;
  for (int i = frame.body; i != kWorld; i = links[i].parent) {
    const Link& link = links[i];
    const Motion<S> rate = sweeps::joint_rate<S>(ws, link, v.data()), body_velocity = V;
    // A = A_parent + S a + V x S v
    A = A - sweeps::joint_rate<S>(ws, link, a.data()) - cross(body_velocity, rate);
    V = V - rate;
    for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) {
      FreedomColumn<S>& f = ws.freedom[d];
      const Motion<S> axis = f.axis;
      sweeps::fill_freedom<S>(axis, {V, A}, body_velocity, link.velocity_count == 1, f);
      derivatives.jacobian.col(d) = axis.eigen();
      derivatives.velocity_by_q.col(d) = f.rate.eigen();
      derivatives.acceleration_by_q.col(d) = (f.by_q - cross(frame_velocity, f.rate)).eigen();
      derivatives.acceleration_by_v.col(d) = (f.by_v - cross(frame_velocity, axis)).eigen();
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
  }
}

}  // namespace tandem
