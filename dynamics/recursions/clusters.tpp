#pragma once

#include <tandem/dynamics/recursions/articulated_start.tpp>
#include <tandem/dynamics/recursions/spanning_state.tpp>

/// A cluster while the articulated-body method passes it, as one link with the joints' motions W = phi* H* G, each
/// body's by each independent freedom (Jain, DETC2009-87663, (19), (21)-(24)). With J and p of its bodies, which hold
/// what they carry outside, and c their accelerations where the parent and the independent freedoms have none:
///
///   F = J W,  U = sum in the parent's frame,  D = W'F + rotors
///   forces of independent freedoms  G'tau = U'a_parent + D y'' + W'(p + J c)
///
/// which is split into force-driven and motion-driven ones: y'' of the former, U and D eliminated, remain of them.
namespace tandem::recursions {

template <class S>
struct ClusterPass {
  const Model& tree;
  const Parameters<S>& parameters;
  Workspace<S>& ws;
  const Cluster& cluster;
  ClusterState<S>& state;

  int bodies() const { return static_cast<int>(cluster.bodies.size()); }
  int count() const { return cluster.independent_count(); }
  const Transform<S>& place(int b) const { return ws.parent_from_body[cluster.bodies[b]]; }
  int tree_freedom(int y) const { return cluster.freedoms[cluster.independent(y)]; }
  const S& transfer(int f, int y) const { return state.transfer[y * cluster.freedom_count() + f]; }
  Motion<S>& motion(int b, int y) const { return state.motion[b * count() + y]; }
  Wrench<S>& body_force(int b, int y) const { return state.body_force[b * count() + y]; }

  /// Which independent freedoms are force-driven.
  void sort_drives(const Drive* drives) const {
    state.driven_by_force.clear();
    for (int y = 0; y < count(); ++y) {
      const int body = cluster.body_of[cluster.independent(y)];
      if (drives == nullptr || drives[body] == Drive::force) state.driven_by_force.push_back(y);
    }
  }

  /// W and F, outward.
  void move_bodies() const {
    int f = 0;
    for (int b = 0; b < bodies(); ++b) {
      const Link& link = tree.links()[cluster.bodies[b]];
      for (int y = 0; y < count(); ++y) {
        Motion<S>& W = motion(b, y);
        W = cluster.inner_parents[b] < 0 ? Motion<S>::zero() : to_child(place(b), motion(cluster.inner_parents[b], y));
        const S* const rates = state.transfer.data() + y * cluster.freedom_count() + f;
        at_joint(link, ws, [&](const auto& joint) { joint.add_rate(W, rates); });
        body_force(b, y) = ws.articulated_inertia[cluster.bodies[b]] * W;
      }
      f += link.velocity_count;
    }
  }

  /// D of all independent freedoms.
  void make_inertia() const {
    for (int y = 0; y < count(); ++y) {
      for (int z = 0; z <= y; ++z) {
        S sum(0.0);
        for (int b = 0; b < bodies(); ++b) sum += dot(motion(b, z), body_force(b, y));
        for (int f = 0; f < cluster.freedom_count(); ++f) {
          sum += transfer(f, y) * transfer(f, z) * parameters.rotor_inertias()[cluster.freedoms[f]];
        }
        state.inertia[y * count() + z] = state.inertia[z * count() + y] = sum;
      }
    }
  }

  /// U and the sum of J in the parent's frame, inward.
  ArticulatedInertia<S> carry() const {
    ArticulatedInertia<S> sum{SymMat3<S>::zero(), Mat3<S>::zero(), SymMat3<S>::zero()};
    for (Wrench<S>& U : state.force) U = Wrench<S>::zero();
    for (int b = 0; b < bodies(); ++b) state.composite[b] = ws.articulated_inertia[cluster.bodies[b]];
    for (int b = bodies() - 1; b >= 0; --b) {
      const int parent = cluster.inner_parents[b];
      (parent < 0 ? sum : state.composite[parent]) += to_parent(place(b), state.composite[b]);
      for (int y = 0; y < count(); ++y) {
        (parent < 0 ? state.force[y] : body_force(parent, y)) += to_parent(place(b), body_force(b, y));
      }
    }
    return sum;
  }

  /// All of J that the parent feels: sum - U D^-1 U' of the force-driven freedoms.
  void condense() const {
    move_bodies();
    make_inertia();
    ArticulatedInertia<S> J = carry();
    const int n = static_cast<int>(state.driven_by_force.size());
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < n; ++k) {
        state.factors[n * i + k] = state.inertia[state.driven_by_force[i] * count() + state.driven_by_force[k]];
      }
    }
    factor(tree, cluster.body_of[cluster.independent(0)], state.factors.data(), n, n);
    if (cluster.parent == kWorld) return;
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < n; ++i) state.solution[i] = S(i == k ? 1.0 : 0.0);
      solve(state.factors.data(), n, state.solution.data(), n);
      subtract_term(J, state.force[state.driven_by_force[k]], driven_force());
    }
    ws.articulated_inertia[cluster.parent] += J;
  }

  /// U x of the force-driven freedoms, x being the solution.
  Wrench<S> driven_force() const {
    Wrench<S> sum = Wrench<S>::zero();
    for (std::size_t i = 0; i < state.driven_by_force.size(); ++i) {
      sum += state.force[state.driven_by_force[i]] * state.solution[i];
    }
    return sum;
  }

  /// p + J c of all bodies, and their sum in the parent's frame.
  Wrench<S> gather_bias(const S* turning) const {
    int f = 0;
    for (int b = 0; b < bodies(); ++b) {
      const int i = cluster.bodies[b], parent = cluster.inner_parents[b];
      Motion<S>& c = state.convection[b];
      c = ws.convection[i];
      if (parent >= 0) c += to_child(place(b), state.convection[parent]);
      const Link& link = tree.links()[i];
      S rates[6];
      for (int k = 0; k < link.velocity_count; ++k) rates[k] = turning[cluster.freedoms[f++]];
      at_joint(link, ws, [&](const auto& joint) { joint.add_rate(c, rates); });
      state.bias[b] = ws.force[i] + ws.articulated_inertia[i] * c;
    }
    Wrench<S> sum = Wrench<S>::zero();
    for (int y = 0; y < count(); ++y) {
      state.remainder[y] = S(0.0);
      for (int b = 0; b < bodies(); ++b) state.remainder[y] -= dot(motion(b, y), state.bias[b]);
    }
    for (int b = bodies() - 1; b >= 0; --b) {
      const int parent = cluster.inner_parents[b];
      (parent < 0 ? sum : state.bias[parent]) += to_parent(place(b), state.bias[b]);
    }
    return sum;
  }

  /// Bias forces to the parent. `given` are forces of force-driven joints of the tree, less those of dampers and
  /// springs, and accelerations of motion-driven ones.
  void remove(const S* given, const S* turning) const {
    Wrench<S> p = gather_bias(turning);
    for (int y = 0; y < count(); ++y) state.prescribed[y] = given[tree_freedom(y)];
    for (const int y : state.driven_by_force) state.prescribed[y] = S(0.0);
    for (int y = 0; y < count(); ++y) {
      for (int f = 0; f < cluster.freedom_count(); ++f) {
        const int d = cluster.freedoms[f];
        state.remainder[y] += transfer(f, y) * (given[d] - parameters.rotor_inertias()[d] * turning[d]);
      }
      // What was taken for a force of a motion-driven freedom is none.
      state.remainder[y] -= state.prescribed[y];
      p += state.force[y] * state.prescribed[y];
    }
    for (std::size_t i = 0; i < state.driven_by_force.size(); ++i) state.solution[i] = driven_remainder(i);
    const int n = static_cast<int>(state.driven_by_force.size());
    solve(state.factors.data(), n, state.solution.data(), n);
    if (cluster.parent != kWorld) ws.force[cluster.parent] += p + driven_force();
  }

  /// What forces and motion-driven freedoms leave to a force-driven one.
  S driven_remainder(std::size_t i) const {
    const int y = state.driven_by_force[i];
    S left = state.remainder[y];
    for (int z = 0; z < count(); ++z) left -= state.inertia[y * count() + z] * state.prescribed[z];
    return left;
  }

  /// Accelerations of joints of the tree and of bodies.
  void accelerate(const S* turning, S* accelerations) const {
    const Motion<S>& a = ws.acceleration[cluster.parent];
    const int n = static_cast<int>(state.driven_by_force.size());
    for (int i = 0; i < n; ++i) {
      state.solution[i] = driven_remainder(i) - dot(a, state.force[state.driven_by_force[i]]);
    }
    solve(state.factors.data(), n, state.solution.data(), n);
    for (int i = 0; i < n; ++i) state.prescribed[state.driven_by_force[i]] = state.solution[i];
    for (int f = 0; f < cluster.freedom_count(); ++f) {
      S& acceleration = accelerations[cluster.freedoms[f]];
      acceleration = turning[cluster.freedoms[f]];
      for (int y = 0; y < count(); ++y) acceleration += transfer(f, y) * state.prescribed[y];
    }
    for (const int i : cluster.bodies) {
      const Link& link = tree.links()[i];
      at_joint(link, ws, [&](const auto& joint) {
        Motion<S> A = to_child(ws.parent_from_body[i], ws.acceleration[link.parent]) + ws.convection[i];
        joint.add_rate(A, accelerations + link.v_index);
        ws.acceleration[i] = A;
      });
    }
  }

  /// The force that a motion-driven freedom takes, but for those of its own damper and spring.
  S force_of(int y) const {
    S force = dot(ws.acceleration[cluster.parent], state.force[y]) - state.remainder[y];
    for (int z = 0; z < count(); ++z) force += state.inertia[y * count() + z] * state.prescribed[z];
    return force;
  }
};

/// Calls `at_body(i)` for bodies in no cluster and `at_cluster(pass)` at the first body of each.
template <class S, class AtBody, class AtCluster>
void visit(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, int i, const AtBody& at_body,
           const AtCluster& at_cluster) {
  const int c = model.clusters().of_body[i];
  if (c < 0) return at_body();
  const Cluster& cluster = model.clusters().all[c];
  if (cluster.bodies.front() == i) {
    at_cluster(ClusterPass<S>{model.tree(), parameters, ws, cluster, ws.spanning.clusters[c]});
  }
}

/// A joint in no cluster, as in articulated_inward() of trees: its body's articulated inertia and bias force come to
/// the parent.
template <class S>
void alone_inward(const JointPass<S>& pass, const Link& link, bool is_force_driven, const S* given) {
  Workspace<S>& ws = pass.ws;
  at_joint(link, ws, [&](const auto& joint) {
    ArticulatedInertia<S> J = ws.articulated_inertia[pass.body];
    Wrench<S> p = ws.force[pass.body];
    Motion<S> c = ws.convection[pass.body];
    if (is_force_driven) {
      pass.condense(joint, J);
      pass.remove(joint, given, p);
    } else {
      joint.add_rate(c, given);
    }
    if (link.parent == kWorld) return;
    p += J * c;
    ws.articulated_inertia[link.parent] +=
        is_force_driven ? pass.carry(joint, J) : to_parent(ws.parent_from_body[pass.body], J);
    ws.force[link.parent] += to_parent(ws.parent_from_body[pass.body], p);
  });
}

/// The same outward: `wanted` is the joint's acceleration, or the force that the known one takes.
template <class S>
void alone_outward(const JointPass<S>& pass, const Link& link, bool is_force_driven, const S* given, S* wanted) {
  Workspace<S>& ws = pass.ws;
  at_joint(link, ws, [&](const auto& joint) {
    Motion<S> A = to_child(ws.parent_from_body[pass.body], ws.acceleration[link.parent]) + ws.convection[pass.body];
    if (is_force_driven) {
      pass.accelerate(joint, A, wanted);
    } else {
      joint.add_rate(A, given);
      joint.project(ws.articulated_inertia[pass.body] * A + ws.force[pass.body], wanted);
    }
    ws.acceleration[pass.body] = A;
  });
}

/// Inward: `given` is of the tree's freedoms.
template <class S>
void clusters_inward(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const Drive* drives,
                     const S* given) {
  const Model& tree = model.tree();
  for (int i = tree.body_count() - 1; i > 0; --i) {
    visit(
        model, parameters, ws, i,
        [&] {
          const Link& link = tree.links()[i];
          alone_inward<S>({tree, parameters, ws, i, link.v_index}, link, drives == nullptr || drives[i] == Drive::force,
                          given + link.v_index);
        },
        [&](const ClusterPass<S>& pass) {
          pass.sort_drives(drives);
          pass.condense();
          pass.remove(given, ws.spanning.turning.data());
        });
  }
}

/// Outward: accelerations of all joints of the tree, but forces of motion-driven ones outside clusters.
template <class S>
void clusters_outward(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const Drive* drives,
                      const S* given, S* wanted) {
  const Model& tree = model.tree();
  ws.acceleration[kWorld] = {Vec3<S>::zero(), -parameters.gravity()};
  for (int i = 1; i < tree.body_count(); ++i) {
    visit(
        model, parameters, ws, i,
        [&] {
          const Link& link = tree.links()[i];
          const int d = link.v_index;
          alone_outward<S>({tree, parameters, ws, i, d}, link, drives == nullptr || drives[i] == Drive::force,
                           given + d, wanted + d);
        },
        [&](const ClusterPass<S>& pass) { pass.accelerate(ws.spanning.turning.data(), wanted); });
  }
}

}  // namespace tandem::recursions
