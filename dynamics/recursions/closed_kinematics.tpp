#pragma once

#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/recursions/closed_dynamics.tpp>

/// Kinematics and energies of models with loops: bodies of functions in recursions/closed.hpp, for the files that
/// instantiate them.
namespace tandem::recursions::closed {

/// The model's part of the tree's configuration.
template <class S>
void collect_configuration(const Model& model, const S* tree_q, S* q) {
  const std::vector<int>& own = model.clusters().own_coordinate;
  for (int i = 0; i < model.tree().nq(); ++i) {
    if (own[i] >= 0) q[own[i]] = tree_q[i];
  }
}

/// With the model's own numbers; dependent joints come out closed.
template <class S>
void integrate(const Model& model, In<S> q, In<S> v, Out<S> result) {
  const Parameters<S> parameters = model.parameters().cast<S>();
  Workspace<S> ws(model);
  SpanningState<S>& spanning = ws.spanning;
  span_configuration(model, parameters, ws, q.data());
  span_rates(model, spanning, v.data(), spanning.v.data());
  VectorX<S> moved(spanning.q.size());
  tandem::integrate<S>(model.tree(), spanning.q, spanning.v, moved);
  for (int twice = 0; twice < 2; ++twice) {  // steps may be long
    for (std::size_t c = 0; c < spanning.clusters.size(); ++c) {
      close_loops(model.tree(), model.clusters().all[c], parameters, ws, moved.data(), spanning.clusters[c]);
    }
  }
  collect_configuration<S>(model, moved.data(), result.data());
}

/// Closes the loops from where q has them.
template <class S>
void close(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, Out<S> q) {
  span_configuration(model, parameters, ws, q.data());
  collect_configuration<S>(model, ws.spanning.q.data(), q.data());
}

/// The tree's configuration of the model's, joints that follow by couplings at zero.
template <class S>
VectorX<S> spread_configuration(const Model& model, const S* q) {
  const std::vector<int>& own = model.clusters().own_coordinate;
  VectorX<S> spread(model.tree().nq());
  for (int i = 0; i < model.tree().nq(); ++i) spread(i) = own[i] >= 0 ? q[own[i]] : S(0.0);
  return spread;
}

/// Of independent joints.
template <class S>
void difference(const Model& model, In<S> from, In<S> to, Out<S> v) {
  const Model& tree = model.tree();
  VectorX<S> all(tree.nv());
  tandem::difference<S>(tree, spread_configuration<S>(model, from.data()), spread_configuration<S>(model, to.data()),
                        all);
  for (int d = 0; d < tree.nv(); ++d) {
    const int own = model.clusters().own_velocity[d];
    if (own >= 0) v.data()[own] = all(d);
  }
}

template <class S>
void coordinate_rates(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v,
                      Out<S> rates) {
  SpanningState<S>& spanning = ws.spanning;
  span_configuration(model, parameters, ws, q.data());
  span_rates(model, spanning, v.data(), spanning.v.data());
  tandem::coordinate_rates<S>(model.tree(), spanning.q, spanning.v, spanning.rates);
  collect_configuration<S>(model, spanning.rates.data(), rates.data());
}

/// With the model's own numbers.
template <class S>
void coordinate_rates(const Model& model, In<S> q, In<S> v, Out<S> rates) {
  Workspace<S> ws(model);
  closed::coordinate_rates<S>(model, model.parameters().cast<S>(), ws, q, v, rates);
}
template <class S>
void close(const Model& model, Out<S> q) {
  Workspace<S> ws(model);
  closed::close<S>(model, model.parameters().cast<S>(), ws, q);
}

template <class S>
void frame_motion(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                  const Frame& frame, FrameMotion<S>& motion) {
  SpanningState<S>& spanning = ws.spanning;
  span_state(model, parameters, ws, q.data(), v.data());
  span_accelerations(model, ws, a.data());
  tandem::frame_motion<S>(model.tree(), parameters, ws, spanning.q, spanning.v, spanning.a, frame, motion);
}

template <class S>
void frame_jacobian(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, const Frame& frame,
                    OutMatrix<S> jacobian) {
  SpanningState<S>& spanning = ws.spanning;
  span_configuration(model, parameters, ws, q.data());
  tandem::frame_jacobian<S>(model.tree(), parameters, ws, spanning.q, frame, spanning.jacobian);
  for (int k = 0; k < 6; ++k) {
    for (int d = 0; d < model.tree().nv(); ++d) spanning.tau(d) = spanning.jacobian(k, d);
    gather_forces(model, spanning, spanning.tau.data(), spanning.own.data());
    for (int d = 0; d < model.nv(); ++d) jacobian(k, d) = spanning.own(d);
  }
}

template <class S>
void body_placements(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                     std::span<Transform<S>> placements) {
  span_configuration(model, parameters, ws, q.data());
  tandem::body_placements<S>(model.tree(), parameters, ws, ws.spanning.q, placements);
}

/// J M^-1 J'.
template <class S>
void operational_inertia_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                 const Frame& frame, OutMatrix<S> inverse) {
  SpanningState<S>& spanning = ws.spanning;
  closed::frame_jacobian<S>(model, parameters, ws, q, frame, spanning.own_jacobian);
  articulate_clusters(model, parameters, ws);
  for (int k = 0; k < 6; ++k) {
    for (int d = 0; d < model.nv(); ++d) spanning.own(d) = spanning.own_jacobian(k, d);
    solve_column<S>(model, parameters, ws, spanning.own.data(), spanning.own.data());
    for (int i = 0; i < 6; ++i) {
      inverse(i, k) = S(0.0);
      for (int d = 0; d < model.nv(); ++d) inverse(i, k) += spanning.own_jacobian(i, d) * spanning.own(d);
    }
  }
}

template <class S>
S kinetic_energy(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v) {
  span_configuration(model, parameters, ws, q.data());
  span_rates(model, ws.spanning, v.data(), ws.spanning.v.data());
  return tandem::kinetic_energy<S>(model.tree(), parameters, ws, ws.spanning.q, ws.spanning.v);
}

template <class S>
S potential_energy(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q) {
  span_configuration(model, parameters, ws, q.data());
  return tandem::potential_energy<S>(model.tree(), parameters, ws, ws.spanning.q);
}

template <class S>
Wrench<S> momentum(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v) {
  span_configuration(model, parameters, ws, q.data());
  span_rates(model, ws.spanning, v.data(), ws.spanning.v.data());
  return tandem::momentum<S>(model.tree(), parameters, ws, ws.spanning.q, ws.spanning.v);
}

template <class S>
void span(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, Out<S> tree_q,
          Out<S> tree_v) {
  span_configuration(model, parameters, ws, q.data());
  span_rates(model, ws.spanning, v.data(), tree_v.data());
  tree_q = ws.spanning.q;
}

}  // namespace tandem::recursions::closed
