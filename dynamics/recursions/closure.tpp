#pragma once

#include <tandem/dynamics/recursions/closed.hpp>
#include <tandem/dynamics/recursions/joints.tpp>

#include <cmath>

/// Where the joints of a cluster stand and how they move by its independent freedoms.
///
/// A loop's frames stand at X_1 and X_2 in the frame of the cluster's parent, (R, p) = X_1^-1 X_2. The second moves
/// against the first with the motion (w; v), given in the first's axes at its origin: R e_k turns by w x R e_k, and
/// p' = v + w x p. So an equation sum_k c_k . R e_k + d . p = 0 changes by
///   (sum_k R e_k x c_k + p x d) . w + d . v,
/// the power of a wrench: its Jacobian's entries are products of that wrench with joints' axes (Jain, DETC2009-87663,
/// (40), (41), in which A turns with the first frame). It changes again by the same of (w'; v') and
///   sum_k c_k . w x (w x R e_k) + d . w x (v + w x p).
namespace tandem::recursions {

/// Bodies of a cluster and axes of its joints in the frame of its parent: ws.root_from_body, ws.root_subspace.
template <class S>
void place_cluster(const Model& tree, const Cluster& cluster, const Parameters<S>& parameters, Workspace<S>& ws,
                   const S* q) {
  for (const int i : cluster.bodies) {
    const Link& link = tree.links()[i];
    Transform<S>&X = ws.parent_from_body[i], &in_parent = ws.root_from_body[i];
    at_joint(link, ws, [&](const auto& joint) {
      joint.place(parameters.canonical_placements()[i], q + link.q_index, X);
      in_parent = link.parent == cluster.parent ? X : ws.root_from_body[link.parent] * X;
      root_columns(joint, in_parent, ws.root_subspace.data() + link.v_index);
    });
  }
}

template <class S>
Transform<S> place_in_cluster(const Cluster& cluster, const Parameters<S>& parameters, const Workspace<S>& ws,
                              const Frame& frame) {
  const Transform<S> X = canonical_placement(parameters, frame);
  return frame.body == cluster.parent ? X : ws.root_from_body[frame.body] * X;
}

/// (sum_k R e_k x c_k + p x d; d), in the axes of the loop's first frame.
template <class S>
Wrench<S> wrench_of(const LoopRow& row, const Transform<S>& X) {
  const Mat3<S> c = row.turns.template cast<S>();
  const Vec3<S> d = row.shift.template cast<S>();
  return {cross(X.rotation.x, c.x) + cross(X.rotation.y, c.y) + cross(X.rotation.z, c.z) + cross(X.translation, d), d};
}

template <class S>
S gap_of(const LoopRow& row, const Transform<S>& X) {
  const Mat3<S> c = row.turns.template cast<S>();
  return dot(c.x, X.rotation.x) + dot(c.y, X.rotation.y) + dot(c.z, X.rotation.z) +
         dot(row.shift.template cast<S>(), X.translation);
}

/// [Y_u | gap] of a placed cluster.
template <class S>
void evaluate_loops(const Cluster& cluster, const Parameters<S>& parameters, const Workspace<S>& ws,
                    ClusterState<S>& state) {
  std::fill(state.equations.begin(), state.equations.end(), S(0.0));
  S* const gap = state.equations.data() + state.rows * cluster.carried.size();
  int e = 0;
  for (const Loop& loop : cluster.loops) {
    const Transform<S> first = place_in_cluster(cluster, parameters, ws, loop.first);
    const Transform<S> X = inverse(first) * place_in_cluster(cluster, parameters, ws, loop.second);
    for (const LoopRow& row : loop.rows) {
      gap[e] = gap_of(row, X);
      const Wrench<S> f = to_parent(first, wrench_of(row, X));
      for (const LoopLeg& leg : loop.legs) {
        const S entry = dot(ws.root_subspace[cluster.freedoms[leg.freedom]], f) * S(leg.sign);
        for (const Share& share : cluster.shares[leg.freedom]) {
          state.equations[share.carried * state.rows + e] += entry * S(share.ratio);
        }
      }
      ++e;
    }
  }
}

/// Coordinates of the joints that follow by couplings.
template <class S>
void follow(const Cluster& cluster, S* q) {
  for (const int f : cluster.followers) {
    S& own = q[cluster.coordinates[f]];
    own = S(cluster.offsets[f]);
    for (const Share& share : cluster.shares[f]) {
      own += S(share.ratio) * q[cluster.coordinates[cluster.carried[share.carried]]];
    }
  }
}

/// A cluster as it stands at q, on its way to being closed: [Y_u | gap] in `state`.
template <class S>
void closed::evaluate(const Model& tree, const Cluster& cluster, const Parameters<S>& parameters, Workspace<S>& ws,
                      S* q, ClusterState<S>& state) {
  follow(cluster, q);
  place_cluster(tree, cluster, parameters, ws, static_cast<const S*>(q));
  evaluate_loops(cluster, parameters, ws, state);
}

/// x = Y_z^-1 b by the factors in `state`; b is spoilt.
template <class S>
void solve_loops(const ClusterState<S>& state, S* b, S* x) {
  const int n = state.rows;
  for (int j = 0; j < n; ++j) {
    const S* const column = state.equations.data() + j * n;
    S product(0.0);
    for (int i = 0; i < n; ++i) product += column[i] * b[i];
    for (int i = 0; i < n; ++i) b[i] -= product * column[i];
    x[j] = product;
  }
  for (int j = n - 1; j >= 0; --j) {
    for (int k = j + 1; k < n; ++k) x[j] -= state.triangle[k * n + j] * x[k];
    x[j] = x[j] / state.triangle[j * n + j];
  }
}

/// The multipliers lambda, Y_z' lambda = what is needed, by the same factors.
template <class S>
void find_multipliers(ClusterState<S>& state) {
  const int n = state.rows;
  std::vector<S>& w = state.rates;  // R'w = needed, lambda = Q w
  std::fill(state.multipliers.begin(), state.multipliers.end(), S(0.0));
  for (int j = 0; j < n; ++j) {
    w[j] = state.needed[j];
    for (int k = 0; k < j; ++k) w[j] -= state.triangle[j * n + k] * w[k];
    w[j] = w[j] / state.triangle[j * n + j];
    for (int i = 0; i < n; ++i) state.multipliers[i] += state.equations[j * n + i] * w[j];
  }
}

/// Y_z = Q R by Gram and Schmidt, modified: no pivot is chosen, so that it is one function everywhere, which nothing
/// but dependence of the columns can stop. Returns false where that does.
template <class S>
bool factor_loops(ClusterState<S>& state) {
  using std::sqrt;
  const int n = state.rows;
  const auto column = [&](int j) { return state.equations.data() + j * n; };
  const auto product = [&](int j, int k) {
    S sum(0.0);
    for (int i = 0; i < n; ++i) sum += column(j)[i] * column(k)[i];
    return sum;
  };
  for (int j = 0; j < n; ++j) state.rates[j] = product(j, j);
  for (int j = 0; j < n; ++j) {
    const S left = product(j, j);
    if (ScalarTraits<S>::is_below(left, state.rates[j] * S(1e-20)) || ScalarTraits<S>::is_below(left, S(1e-300))) {
      return false;
    }
    const S length = sqrt(left);
    state.triangle[j * n + j] = length;
    for (int i = 0; i < n; ++i) column(j)[i] = column(j)[i] / length;
    for (int k = j + 1; k < n; ++k) {
      const S along = product(j, k);
      state.triangle[k * n + j] = along;
      for (int i = 0; i < n; ++i) column(k)[i] -= along * column(j)[i];
    }
  }
  return true;
}

/// The loops of a cluster at the tree's coordinates q, evaluated and factored.
template <class S>
void linearize_loops(const Model& tree, const Cluster& cluster, const Parameters<S>& parameters, Workspace<S>& ws,
                     const S* q, ClusterState<S>& state) {
  place_cluster(tree, cluster, parameters, ws, q);
  evaluate_loops(cluster, parameters, ws, state);
  if (factor_loops(state)) return;
  evaluate_loops(cluster, parameters, ws, state);
  Eigen::MatrixXd equations(state.rows, cluster.carried.size());
  for (long k = 0; k < equations.size(); ++k) {
    equations.data()[k] = ScalarTraits<S>::first_value(state.equations[k]);
  }
  report_change_point(tree, cluster, equations);
}

/// Closes the loops from where q has them: two steps of Newton's method, whose Jacobian is made anew. From a gap of h
/// they leave h^4, and the same of derivatives.
template <class S>
void close_loops(const Model& tree, const Cluster& cluster, const Parameters<S>& parameters, Workspace<S>& ws, S* q,
                 ClusterState<S>& state) {
  follow(cluster, q);
  if (state.rows == 0) return;
  for (int step = 0; step < 2; ++step) {
    linearize_loops(tree, cluster, parameters, ws, static_cast<const S*>(q), state);
    const std::size_t last = state.rows * cluster.carried.size();
    S* const change = state.triangle.data() + last;
    solve_loops(state, state.equations.data() + last, change);
    for (int z = 0; z < state.rows; ++z) q[cluster.coordinates[cluster.carried[z]]] -= change[z];
    follow(cluster, q);
  }
  linearize_loops(tree, cluster, parameters, ws, static_cast<const S*>(q), state);
}

/// G = A [-Y_z^-1 Y_y; 1], once the loops are closed.
template <class S>
void make_transfer(const Cluster& cluster, ClusterState<S>& state) {
  const int n = state.rows, freedoms = cluster.freedom_count();
  for (int y = 0; y < cluster.independent_count(); ++y) {
    S* const dependent = state.triangle.data() + (n + y) * n;
    if (n > 0) solve_loops(state, state.equations.data() + (n + y) * n, dependent);
    for (int f = 0; f < freedoms; ++f) {
      S& entry = state.transfer[y * freedoms + f];
      entry = S(0.0);
      for (const Share& share : cluster.shares[f]) {
        if (share.carried < n) entry -= S(share.ratio) * dependent[share.carried];
        if (share.carried == n + y) entry += S(share.ratio);
      }
    }
  }
}

}  // namespace tandem::recursions
