#pragma once

#include <tandem/derivatives/contracted_inverse_dynamics.hpp>
#include <tandem/derivatives/sweeps/inverse_dynamics.tpp>

/// Bodies of the functions in derivatives/contracted_inverse_dynamics.hpp, for the files that instantiate them.
namespace tandem {
namespace sweeps {

/// Outward: the motions of bodies as if y were velocities, in the root's frame.
template <class S>
void carry_outward(const Model& model, ContractedWorkspace<S>& ws, const S* y) {
  const Link* links = model.links().data();
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = links[i];
    Motion<S> W = link.parent == kWorld ? Motion<S>::zero() : ws.carried[link.parent];
    for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) W += ws.sweeps.freedom[d].axis * y[d];
    ws.carried[i] = W;
    ws.turn[i] = Vec3<S>::zero();
    ws.momentum[i] = Wrench<S>::zero();
  }
}

/// The derivatives at the joint of body i, from the sums over the freedoms beyond it.
template <class S>
void write_contracted_joint(const Model& model, const ContractedWorkspace<S>& ws, int i, S* by_q, S* by_v, S* by_a) {
  const Link& link = model.links()[i];
  const CompositeBody<S>& body = ws.sweeps.composite[i];
  const Motion<S>& W = ws.carried[i];
  // W'(2B m) = (2B)'W . m, and W'(I m) = (I W) . m: sums of the freedoms beyond and of those up to the root in one.
  const Vec3<S> turn = ws.turn[i] + spin_transposed_times(body, W);
  Wrench<S> momentum = ws.momentum[i];
  momentum += body.inertia * W;
  for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) {
    const FreedomColumn<S>& f = ws.sweeps.freedom[d];
    by_q[d] = dot(turn, f.rate.angular) + dot(f.by_q, momentum);
    if (link.parent != kWorld) by_q[d] += dot(ws.carried[link.parent], cross(f.axis, body.force));
    by_v[d] = dot(turn, f.axis.angular) + dot(f.by_v, momentum);
    by_a[d] = dot(f.axis, momentum);
  }
}

/// sum_k y_k (dS_k/dq_j)'f of joints whose axes move with their own coordinates.
template <class S>
void add_contracted_turning(const Model& model, ContractedWorkspace<S>& ws, const S* y, S* by_q) {
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = model.links()[i];
    if (!has_moving_axes(link.type)) continue;
    const TurningAxes<S> turning(link, ws.sweeps.recursions, i, ws.sweeps.composite[i].force);
    for (int k = 0; k < link.velocity_count; ++k) {
      for (int j = 0; j < link.velocity_count; ++j) by_q[link.v_index + j] += turning(k, j) * y[link.v_index + k];
    }
  }
}

/// I W of each body in the place of its force, once columns_outward() has left W in the velocities.
template <class S>
void put_momenta_for_forces(const Model& model, DerivativeWorkspace<S>& ws) {
  for (int i = 1; i < model.body_count(); ++i) ws.composite[i].force = ws.composite[i].inertia * ws.velocity[i];
}

/// S° v takes (I W)'S° v, with I W summed over the body and those beyond: second derivatives dS_k/dq_j + dS_j/dq_k.
template <class S>
void add_turning_hessian(const Model& model, DerivativeWorkspace<S>& ws, Eigen::Ref<MatrixX<S>>& by_v_v) {
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = model.links()[i];
    if (!has_moving_axes(link.type)) continue;
    const TurningAxes<S> turning(link, ws.recursions, i, ws.composite[i].force);
    for (int k = 0; k < link.velocity_count; ++k) {
      for (int j = 0; j < link.velocity_count; ++j) {
        by_v_v(link.v_index + k, link.v_index + j) += turning(k, j) + turning(j, k);
      }
    }
  }
}

/// Inward: what a joint's own freedoms add to the sums, for those nearer to the root.
template <class S>
void add_own_freedoms(const Model& model, ContractedWorkspace<S>& ws, int i, const S* y) {
  const Link& link = model.links()[i];
  if (link.parent == kWorld) return;
  const CompositeBody<S>& body = ws.sweeps.composite[i];
  Motion<S> own = Motion<S>::zero();
  for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) own += ws.sweeps.freedom[d].axis * y[d];
  ws.turn[link.parent] += ws.turn[i] + spin_transposed_times(body, own);
  ws.momentum[link.parent] += ws.momentum[i] + body.inertia * own;
}

}  // namespace sweeps

template <class S>
void contracted_inverse_dynamics_derivatives(const Model& model, const Parameters<S>& parameters,
                                             ContractedWorkspace<S>& ws, In<S> q, In<S> v, In<S> a, In<S> y,
                                             Out<S> by_q, Out<S> by_v, Out<S> by_a, ExternalWrenches<S> wrenches) {
  sweeps::check_derivative_arguments<S>(model, parameters, ws.sweeps, q, v, a, "a", wrenches);
  check_length(model, "y", y.size(), model.nv());
  check_length(model, "derivative by q", by_q.size(), model.nv());
  check_length(model, "derivative by v", by_v.size(), model.nv());
  check_length(model, "derivative by a", by_a.size(), model.nv());
  sweeps::columns_outward<S>(model, parameters, ws.sweeps, q.data(), v.data(), a.data(), wrenches, false);
  sweeps::composites_inward(model, ws.sweeps);
  sweeps::carry_outward(model, ws, y.data());
  for (int i = model.body_count() - 1; i > 0; --i) {
    sweeps::write_contracted_joint(model, ws, i, by_q.data(), by_v.data(), by_a.data());
    sweeps::add_own_freedoms(model, ws, i, y.data());
  }
  if (model.has_moving_axes()) sweeps::add_contracted_turning(model, ws, y.data(), by_q.data());
  for (const Link& link : model.links()) {
    for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) {
      by_v.data()[d] += parameters.dampings()[d] * y.data()[d];
      if (link.velocity_count != 1) continue;
      by_q.data()[d] += parameters.stiffnesses()[d] * y.data()[d];
      by_a.data()[d] += parameters.rotor_inertias()[d] * y.data()[d];
    }
  }
}

template <class S>
void contracted_velocity_hessian(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                 In<S> q, In<S> y, OutMatrix<S> by_v_v) {
  sweeps::check_derivative_arguments<S>(model, parameters, ws, q, y, y, "y", {});
  sweeps::check_square<S>(model, "second derivative by v", by_v_v);
  sweeps::columns_outward<S>(model, parameters, ws, q.data(), y.data(), ws.recursions.zeros.data(), {}, false);
  if (model.has_moving_axes()) sweeps::put_momenta_for_forces(model, ws);
  sweeps::composites_inward(model, ws);
  by_v_v.setConstant(S(0.0));
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = model.links()[i];
    for (int k = link.v_index; k < link.v_index + link.velocity_count; ++k) {
      const Motion<S>& axis = ws.freedom[k].axis;
      const Vec3<S> turn = sweeps::spin_transposed_times(ws.composite[i], axis);
      const Wrench<S> spin = sweeps::spin_times(ws.composite[i], axis);
      for (int j = link.v_index; j <= k; ++j) {
        const Motion<S>& other = ws.freedom[j].axis;
        by_v_v(k, j) = by_v_v(j, k) = S(-0.5) * (dot(turn, other.angular) + dot(other, spin));
      }
      for (int j = model.inward()[link.v_index]; j >= 0; j = model.inward()[j]) {
        by_v_v(k, j) = by_v_v(j, k) = -dot(turn, ws.freedom[j].axis.angular);
      }
    }
  }
  if (model.has_moving_axes()) sweeps::add_turning_hessian(model, ws, by_v_v);
}

}  // namespace tandem

/// For one scalar; write it at global scope.
// clang-format off
#define TANDEM_INSTANTIATE_CONTRACTED(S)                                                                             \
  namespace tandem {                                                                                                 \
  template void contracted_inverse_dynamics_derivatives<S>(const Model&, const Parameters<S>&,                       \
                                                           ContractedWorkspace<S>&, In<S>, In<S>, In<S>, In<S>,      \
                                                           Out<S>, Out<S>, Out<S>, ExternalWrenches<S>);             \
  template void contracted_velocity_hessian<S>(const Model&, const Parameters<S>&, DerivativeWorkspace<S>&, In<S>,   \
                                               In<S>, OutMatrix<S>);                                                 \
  }
// clang-format on
