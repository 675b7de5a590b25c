#pragma once

#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/recursions/clusters.tpp>

/// Dynamics of models with loops: bodies of functions in recursions/closed.hpp, for the files that instantiate them.
namespace tandem::recursions::closed {

/// Accelerations of the tree's joints, G a + G' y', in ws.spanning.a.
template <class S>
void span_accelerations(const Model& model, Workspace<S>& ws, const S* a) {
  SpanningState<S>& spanning = ws.spanning;
  span_rates(model, spanning, a, spanning.a.data());
  for (int d = 0; d < model.tree().nv(); ++d) spanning.a(d) += spanning.turning(d);
}

template <class S>
void inverse_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                      Out<S> tau, ExternalWrenches<S> wrenches) {
  SpanningState<S>& spanning = ws.spanning;
  span_state(model, parameters, ws, q.data(), v.data());
  span_accelerations(model, ws, a.data());
  tandem::inverse_dynamics<S>(model.tree(), parameters, ws, spanning.q, spanning.v, spanning.a, spanning.tau, wrenches);
  gather_forces(model, spanning, spanning.tau.data(), tau.data());
}

template <class S>
void bias(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, Out<S> tau,
          ExternalWrenches<S> wrenches) {
  SpanningState<S>& spanning = ws.spanning;
  span_state(model, parameters, ws, q.data(), v.data());
  tandem::inverse_dynamics<S>(model.tree(), parameters, ws, spanning.q, spanning.v, spanning.turning, spanning.tau,
                              wrenches);
  gather_forces(model, spanning, spanning.tau.data(), tau.data());
}

/// Lets a loop's frames push each other with the multipliers of its equations, the first of which is number `e`: as
/// external wrenches on their bodies, spanning.pushes.
template <class S>
int push_loop(const Cluster& cluster, const Parameters<S>& parameters, Workspace<S>& ws, const Loop& loop,
              const ClusterState<S>& state, int e) {
  const Transform<S> first = place_in_cluster(cluster, parameters, ws, loop.first);
  const Transform<S> X = inverse(first) * place_in_cluster(cluster, parameters, ws, loop.second);
  Wrench<S> f = Wrench<S>::zero();
  for (const LoopRow& row : loop.rows) f += to_parent(first, wrench_of(row, X)) * state.multipliers[e++];
  for (const Frame* frame : {&loop.first, &loop.second}) {
    if (frame->body == kWorld) continue;
    const Wrench<S> own = frame->body == cluster.parent ? f : to_child(ws.root_from_body[frame->body], f);
    const Wrench<S> push = to_user(parameters, frame->body, own);
    if (frame == &loop.first) {
      ws.spanning.pushes[frame->body] -= push;
    } else {
      ws.spanning.pushes[frame->body] += push;
    }
  }
  return e;
}

/// Multipliers are what the joints that loops move would need as drives: Y_z' lambda = (A'tau)_z.
template <class S>
void push_loops(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws) {
  for (std::size_t c = 0; c < model.clusters().all.size(); ++c) {
    const Cluster& cluster = model.clusters().all[c];
    ClusterState<S>& state = ws.spanning.clusters[c];
    std::fill(state.needed.begin(), state.needed.end(), S(0.0));
    for (int f = 0; f < cluster.freedom_count(); ++f) {
      for (const Share& share : cluster.shares[f]) {
        if (share.carried >= state.rows) continue;
        state.needed[share.carried] += S(share.ratio) * ws.spanning.tau(cluster.freedoms[f]);
      }
    }
    find_multipliers(state);
    int e = 0;
    for (const Loop& loop : cluster.loops) e = push_loop(cluster, parameters, ws, loop, state, e);
  }
}

template <class S>
void joint_wrenches(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                    std::span<Wrench<S>> wrenches_out, ExternalWrenches<S> wrenches) {
  SpanningState<S>& spanning = ws.spanning;
  span_state(model, parameters, ws, q.data(), v.data());
  span_accelerations(model, ws, a.data());
  tandem::inverse_dynamics<S>(model.tree(), parameters, ws, spanning.q, spanning.v, spanning.a, spanning.tau, wrenches);
  for (int i = 0; i < model.body_count(); ++i) {
    spanning.pushes[i] = wrenches.empty() ? Wrench<S>::zero() : wrenches[i];
  }
  push_loops(model, parameters, ws);
  tandem::joint_wrenches<S>(model.tree(), parameters, ws, spanning.q, spanning.v, spanning.a, wrenches_out,
                            spanning.pushes);
}

template <class S>
void gravity_forces(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, Out<S> tau) {
  SpanningState<S>& spanning = ws.spanning;
  span_configuration(model, parameters, ws, q.data());
  tandem::gravity_forces<S>(model.tree(), parameters, ws, spanning.q, spanning.tau);
  gather_forces(model, spanning, spanning.tau.data(), tau.data());
}

template <class S>
void apply_mass(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> x, Out<S> y) {
  SpanningState<S>& spanning = ws.spanning;
  span_configuration(model, parameters, ws, q.data());
  span_rates(model, spanning, x.data(), spanning.a.data());
  tandem::apply_mass<S>(model.tree(), parameters, ws, spanning.q, spanning.a, spanning.tau);
  gather_forces(model, spanning, spanning.tau.data(), y.data());
}

template <class S>
void mass_matrix(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, OutMatrix<S> mass) {
  SpanningState<S>& spanning = ws.spanning;
  const int n = model.tree().nv();
  span_configuration(model, parameters, ws, q.data());
  tandem::mass_matrix<S>(model.tree(), parameters, ws, spanning.q, spanning.mass);
  for (int d = 0; d < n; ++d) {
    gather_forces(model, spanning, spanning.mass.data() + d * n, spanning.projected.data() + d * model.nv());
  }
  for (int i = 0; i < model.nv(); ++i) {
    for (int d = 0; d < n; ++d) spanning.tau(d) = spanning.projected(i, d);
    gather_forces(model, spanning, spanning.tau.data(), mass.data() + i * mass.outerStride());
  }
}

/// What a motion-driven joint of the model takes, from what clusters_outward() left.
template <class S>
void collect_wanted(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const Drive* drives,
                    const S* given, S* wanted) {
  const Model& tree = model.tree();
  SpanningState<S>& spanning = ws.spanning;
  for (int d = 0; d < tree.nv(); ++d) {
    if (model.clusters().own_velocity[d] >= 0) wanted[model.clusters().own_velocity[d]] = spanning.a(d);
  }
  if (drives == nullptr) return;
  for (std::size_t c = 0; c < spanning.clusters.size(); ++c) {
    const Cluster& cluster = model.clusters().all[c];
    const ClusterPass<S> pass{tree, parameters, ws, cluster, spanning.clusters[c]};
    for (int y = 0; y < cluster.independent_count(); ++y) {
      if (drives[cluster.body_of[cluster.independent(y)]] == Drive::force) continue;
      wanted[model.clusters().own_velocity[pass.tree_freedom(y)]] = pass.force_of(y);
    }
  }
  for (int i = 1; i < tree.body_count(); ++i) {
    if (drives[i] == Drive::force) continue;
    const Link &link = tree.links()[i], &own = model.links()[i];
    S* const out = wanted + own.v_index;
    const bool is_alone = model.clusters().of_body[i] < 0;
    if (own.velocity_count == 1 && is_alone) out[0] += parameters.rotor_inertias()[link.v_index] * given[link.v_index];
    add_passive_forces(parameters, link, static_cast<const S*>(spanning.q.data()),
                       static_cast<const S*>(spanning.v.data()), out);
  }
}

/// Refuses drives that give the motion of a joint that follows others.
inline void check_driven(const Model& model, const Drive* drives) {
  for (int i = 1; i < model.body_count(); ++i) {
    const bool follows = model.links()[i].velocity_count < model.tree().links()[i].velocity_count;
    if (follows && drives[i] == Drive::motion) refuse_driven(model, i);
  }
}

template <class S>
void hybrid_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v,
                     const Drive* drives, In<S> known, Out<S> wanted, ExternalWrenches<S> wrenches) {
  if (drives != nullptr) check_driven(model, drives);
  const Model& tree = model.tree();
  SpanningState<S>& spanning = ws.spanning;
  span_state(model, parameters, ws, q.data(), v.data());
  for (int d = 0; d < tree.nv(); ++d) {
    const int own = model.clusters().own_velocity[d];
    spanning.known(d) = own < 0 ? S(0.0) : known.data()[own];
  }
  const S *const tree_q = spanning.q.data(), *const tree_v = spanning.v.data();
  S* const given = ws.scratch.data();
  take_passive_forces<S>(tree, parameters, drives, tree_q, tree_v, spanning.known.data(), given);
  articulated_outward<S>(tree, parameters, ws, tree_q, tree_v, wrenches);
  clusters_inward<S>(model, parameters, ws, drives, given);
  clusters_outward<S>(model, parameters, ws, drives, given, spanning.a.data());
  collect_wanted<S>(model, parameters, ws, drives, given, wanted.data());
}

/// M^-1 of a column of the model, once clusters and joints are condensed.
template <class S>
void solve_column(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* x, S* y) {
  const Model& tree = model.tree();
  SpanningState<S>& spanning = ws.spanning;
  const std::vector<int>& own = model.clusters().own_velocity;
  for (int d = 0; d < tree.nv(); ++d) spanning.known(d) = own[d] < 0 ? S(0.0) : x[own[d]];
  for (Wrench<S>& p : ws.force) p = Wrench<S>::zero();
  for (int i = tree.body_count() - 1; i > 0; --i) {
    const Link& link = tree.links()[i];
    const auto at_body = [&] {
      at_joint(link, ws, [&](const auto& joint) {
        JointPass<S>{tree, parameters, ws, i, link.v_index}.remove(joint, spanning.known.data() + link.v_index,
                                                                   ws.force[i]);
      });
      if (link.parent != kWorld) ws.force[link.parent] += to_parent(ws.parent_from_body[i], ws.force[i]);
    };
    visit(model, parameters, ws, i, at_body,
          [&](const ClusterPass<S>& pass) { pass.remove(spanning.known.data(), ws.zeros.data()); });
  }
  ws.acceleration[kWorld] = Motion<S>::zero();
  for (int i = 1; i < tree.body_count(); ++i) {
    const Link& link = tree.links()[i];
    const auto at_body = [&] {
      at_joint(link, ws, [&](const auto& joint) {
        Motion<S> A = to_child(ws.parent_from_body[i], ws.acceleration[link.parent]);
        JointPass<S>{tree, parameters, ws, i, link.v_index}.accelerate(joint, A, spanning.a.data() + link.v_index);
        ws.acceleration[i] = A;
      });
    };
    visit(model, parameters, ws, i, at_body,
          [&](const ClusterPass<S>& pass) { pass.accelerate(ws.zeros.data(), spanning.a.data()); });
  }
  for (int d = 0; d < tree.nv(); ++d) {
    if (own[d] >= 0) y[own[d]] = spanning.a(d);
  }
}

/// Articulated inertias of joints and clusters at ws.spanning.q.
template <class S>
void articulate_clusters(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws) {
  const Model& tree = model.tree();
  place_joints(tree, parameters, ws, static_cast<const S*>(ws.spanning.q.data()));
  for (int i = 1; i < tree.body_count(); ++i) {
    ws.articulated_inertia[i] = articulated(parameters.canonical_inertias()[i]);
    ws.convection[i] = Motion<S>::zero();
  }
  for (int i = tree.body_count() - 1; i > 0; --i) {
    const Link& link = tree.links()[i];
    const auto at_body = [&] {
      at_joint(link, ws, [&](const auto& joint) {
        const JointPass<S> pass{tree, parameters, ws, i, link.v_index};
        pass.condense(joint, ws.articulated_inertia[i]);
        if (link.parent == kWorld) return;
        ws.articulated_inertia[link.parent] += pass.carry(joint, ws.articulated_inertia[i]);
      });
    };
    visit(model, parameters, ws, i, at_body, [&](const ClusterPass<S>& pass) {
      pass.sort_drives(nullptr);
      pass.condense();
    });
  }
}

template <class S>
void apply_mass_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, InMatrix<S> x,
                        OutMatrix<S> y) {
  span_configuration(model, parameters, ws, q.data());
  articulate_clusters(model, parameters, ws);
  for (long column = 0; column < x.cols(); ++column) {
    solve_column<S>(model, parameters, ws, x.data() + column * x.outerStride(), y.data() + column * y.outerStride());
  }
}

template <class S>
void mass_matrix_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                         OutMatrix<S> inverse) {
  for (int j = 0; j < model.nv(); ++j) {
    for (int i = 0; i < model.nv(); ++i) inverse(i, j) = S(i == j ? 1.0 : 0.0);
  }
  closed::apply_mass_inverse<S>(model, parameters, ws, q, inverse, inverse);
  for (int j = 0; j < model.nv(); ++j) {
    for (int i = 0; i < j; ++i) inverse(i, j) = inverse(j, i);
  }
}

}  // namespace tandem::recursions::closed
