#pragma once

#include <tandem/dynamics/recursions/closure.tpp>

/// The state of the tree of a model with loops, in ws.spanning.
namespace tandem::recursions {

/// The tree's configuration of the model's q, in ws.spanning.q, and every G.
template <class S>
void span_configuration(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* q) {
  SpanningState<S>& spanning = ws.spanning;
  const Clusters& clusters = model.clusters();
  for (int i = 0; i < model.tree().nq(); ++i) {
    if (clusters.own_coordinate[i] >= 0) spanning.q(i) = q[clusters.own_coordinate[i]];
  }
  for (std::size_t c = 0; c < clusters.all.size(); ++c) {
    close_loops(model.tree(), clusters.all[c], parameters, ws, spanning.q.data(), spanning.clusters[c]);
    make_transfer(clusters.all[c], spanning.clusters[c]);
  }
}

/// x = G y of all joints.
template <class S>
void span_rates(const Model& model, const SpanningState<S>& spanning, const S* y, S* x) {
  const Clusters& clusters = model.clusters();
  for (int d = 0; d < model.tree().nv(); ++d) {
    x[d] = clusters.own_velocity[d] >= 0 ? y[clusters.own_velocity[d]] : S(0.0);
  }
  for (std::size_t c = 0; c < clusters.all.size(); ++c) {
    const Cluster& cluster = clusters.all[c];
    for (int y_ = 0; y_ < cluster.independent_count(); ++y_) {
      const S& rate = y[clusters.own_velocity[cluster.freedoms[cluster.independent(y_)]]];
      const S* const column = spanning.clusters[c].transfer.data() + y_ * cluster.freedom_count();
      for (int f = 0; f < cluster.freedom_count(); ++f) {
        if (clusters.own_velocity[cluster.freedoms[f]] < 0) x[cluster.freedoms[f]] += column[f] * rate;
      }
    }
  }
}

/// y = G'x of all joints.
template <class S>
void gather_forces(const Model& model, const SpanningState<S>& spanning, const S* x, S* y) {
  const Clusters& clusters = model.clusters();
  for (int d = 0; d < model.tree().nv(); ++d) {
    if (clusters.own_velocity[d] >= 0) y[clusters.own_velocity[d]] = x[d];
  }
  for (std::size_t c = 0; c < clusters.all.size(); ++c) {
    const Cluster& cluster = clusters.all[c];
    for (int y_ = 0; y_ < cluster.independent_count(); ++y_) {
      S& force = y[clusters.own_velocity[cluster.freedoms[cluster.independent(y_)]]];
      const S* const column = spanning.clusters[c].transfer.data() + y_ * cluster.freedom_count();
      for (int f = 0; f < cluster.freedom_count(); ++f) {
        if (clusters.own_velocity[cluster.freedoms[f]] < 0) force += column[f] * x[cluster.freedoms[f]];
      }
    }
  }
}

/// Velocities of bodies of a placed cluster against its parent, and their accelerations without those of its joints, in
/// the parent's frame: ws.velocity, ws.acceleration.
template <class S>
void move_cluster(const Model& tree, const Cluster& cluster, Workspace<S>& ws, const S* v) {
  for (const int i : cluster.bodies) {
    const Link& link = tree.links()[i];
    const bool is_first = link.parent == cluster.parent;
    Motion<S> rate = Motion<S>::zero(), turning = Motion<S>::zero();
    for (int k = 0; k < link.velocity_count; ++k) rate += ws.root_subspace[link.v_index + k] * v[link.v_index + k];
    at_joint(link, ws, [&](const auto& joint) { joint.add_turning(turning, v + link.v_index); });
    ws.velocity[i] = is_first ? rate : ws.velocity[link.parent] + rate;
    ws.acceleration[i] = cross(ws.velocity[i], rate) + to_parent(ws.root_from_body[i], turning);
    if (!is_first) ws.acceleration[i] += ws.acceleration[link.parent];
  }
}

/// Y' u' of a loop's equations, to `out`.
template <class S>
S* write_loop_turning(const Cluster& cluster, const Parameters<S>& parameters, const Workspace<S>& ws, const Loop& loop,
                      S* out) {
  const Transform<S> first = place_in_cluster(cluster, parameters, ws, loop.first);
  const Transform<S> X = inverse(first) * place_in_cluster(cluster, parameters, ws, loop.second);
  const auto of_body = [&](const std::vector<Motion<S>>& motions, const Frame& frame) {
    return frame.body == cluster.parent ? Motion<S>::zero() : motions[frame.body];
  };
  const Motion<S> own = of_body(ws.velocity, loop.first), between = of_body(ws.velocity, loop.second) - own;
  const Motion<S> V = to_child(first, between);
  const Motion<S> A = to_child(
      first, of_body(ws.acceleration, loop.second) - of_body(ws.acceleration, loop.first) - cross(own, between));
  const auto whirl = [&](const Vec3<S>& x) { return cross(V.angular, cross(V.angular, x)); };
  for (const LoopRow& row : loop.rows) {
    const Mat3<S> c = row.turns.template cast<S>();
    *out++ = dot(A, wrench_of(row, X)) + dot(c.x, whirl(X.rotation.x)) + dot(c.y, whirl(X.rotation.y)) +
             dot(c.z, whirl(X.rotation.z)) +
             dot(row.shift.template cast<S>(), Vec3<S>(cross(V.angular, V.linear + cross(V.angular, X.translation))));
  }
  return out;
}

/// Accelerations of the joints without those of independent freedoms, G' y': ws.spanning.turning, from ws.spanning.v.
template <class S>
void span_turning(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws) {
  SpanningState<S>& spanning = ws.spanning;
  const std::vector<Cluster>& clusters = model.clusters().all;
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    const Cluster& cluster = clusters[c];
    ClusterState<S>& state = spanning.clusters[c];
    if (state.rows == 0) continue;
    move_cluster(model.tree(), cluster, ws, static_cast<const S*>(spanning.v.data()));
    S* end = state.rates.data();
    for (const Loop& loop : cluster.loops) end = write_loop_turning(cluster, parameters, ws, loop, end);
    S* const dependent = state.triangle.data() + state.rows * cluster.carried.size();
    solve_loops(state, state.rates.data(), dependent);
    for (int f = 0; f < cluster.freedom_count(); ++f) {
      S& turning = spanning.turning(cluster.freedoms[f]);
      turning = S(0.0);
      for (const Share& share : cluster.shares[f]) {
        if (share.carried < state.rows) turning -= S(share.ratio) * dependent[share.carried];
      }
    }
  }
}

/// All of that at a state of the model.
template <class S>
void span_state(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* q, const S* v) {
  span_configuration(model, parameters, ws, q);
  span_rates(model, ws.spanning, v, ws.spanning.v.data());
  span_turning(model, parameters, ws);
}

}  // namespace tandem::recursions
