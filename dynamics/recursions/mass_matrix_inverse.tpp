#pragma once

#include <tandem/dynamics/recursions/forward_dynamics.tpp>
#include <tandem/dynamics/recursions/mass_matrix.tpp>

#include <algorithm>

/// The inverse of the mass matrix: columns of the identity go through the two sweeps of the articulated-body method, as
/// many together as a ColumnBlock holds (docs/notes/recursions.md). Motions and wrenches stand in the frame of the
/// first body of each tree, so that from body to body nothing is transformed: with S, U = J S and D = S'U + rotor
/// there,
///
///   inward    r = x - S'p,  p_parent += p + U D^-1 r
///   outward   y = D^-1 (r - U'a_parent),  a = a_parent + S y
namespace tandem::recursions {

template <class C, class S>
Motion<C> widened(const Motion<S>& m) {
  return {m.angular.template cast<C>(), m.linear.template cast<C>()};
}
template <class C, class S>
Wrench<C> widened(const Wrench<S>& f) {
  return {f.torque.template cast<C>(), f.force.template cast<C>()};
}

/// Where bodies stand in the frame of their tree's first body, and there S and, from articulate(), U: for one-freedom
/// joints U D^-1.
template <class S>
void columns_in_root(const Model& model, Workspace<S>& ws) {
  const Link* links = model.links().data();
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = links[i];
    Transform<S>& X = ws.root_from_body[i];
    X = link.parent == kWorld ? Transform<S>::identity() : ws.root_from_body[link.parent] * ws.parent_from_body[i];
    at_joint(link, ws, [&](const auto& joint) { root_columns(joint, X, ws.root_subspace.data() + link.v_index); });
    if (link.path == JointPath::free) continue;  // U = J there, of which only the factors are needed
    for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) {
      ws.column_force[d] = to_parent(X, ws.column_force[d]);
      if (link.path != JointPath::subspace) ws.column_force[d] = ws.column_force[d] * ws.pivot[6 * d];
    }
  }
}

/// The joint of one body while a block of columns passes it. `x` are the forces of its freedoms, `r` what p leaves of
/// them, `y` its accelerations.
template <class S>
struct BlockPass {
  using C = typename ColumnBlock<S>::Type;
  Workspace<S>& ws;
  int body;
  int d;  ///< its first freedom

  // One freedom. column_force holds U D^-1.
  template <class Joint>
  void remove(const Joint&, const C* x, C* r, Wrench<C>& p) const {
    r[0] = x[0] - dot(widened<C>(ws.root_subspace[d]), p);
    p += widened<C>(ws.column_force[d]) * r[0];
  }
  template <class Joint>
  void accelerate(const Joint&, const C* r, Motion<C>& a, C* y) const {
    y[0] = r[0] * C(ws.pivot[6 * d]) - dot(a, widened<C>(ws.column_force[d]));
    a += widened<C>(ws.root_subspace[d]) * y[0];
  }

  // Six freedoms: nothing of J reaches the parent, which feels the forces x alone; a + S y = J^-1 r.
  void remove(const FreeJoint<S>&, const C* x, C* r, Wrench<C>& p) const {
    const Transform<C> X = ws.root_from_body[body].template cast<C>();
    write_wrench(to_child(X, p), r);
    for (int k = 0; k < 6; ++k) r[k] = x[k] - r[k];
    p = to_parent(X, Wrench<C>{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}});
  }
  void accelerate(const FreeJoint<S>&, const C* r, Motion<C>& a, C* y) const {
    const Transform<C> X = ws.root_from_body[body].template cast<C>();
    for (int k = 0; k < 6; ++k) y[k] = r[k];
    solve(ws.pivot.data() + 6 * d, 6, y);
    const Motion<C> total = read_motion(y), relative = total - to_child(X, a);
    write_wrench(Wrench<C>{relative.angular, relative.linear}, y);
    a = to_parent(X, total);
  }

  // Any subspace.
  void remove(const SubspaceJoint<S>& joint, const C* x, C* r, Wrench<C>& p) const {
    C rate[6];
    for (int k = 0; k < joint.count; ++k) rate[k] = r[k] = x[k] - dot(widened<C>(ws.root_subspace[d + k]), p);
    solve(ws.pivot.data() + 6 * d, joint.count, rate);
    for (int k = 0; k < joint.count; ++k) p += widened<C>(ws.column_force[d + k]) * rate[k];
  }
  void accelerate(const SubspaceJoint<S>& joint, const C* r, Motion<C>& a, C* y) const {
    for (int k = 0; k < joint.count; ++k) y[k] = r[k] - dot(a, widened<C>(ws.column_force[d + k]));
    solve(ws.pivot.data() + 6 * d, joint.count, y);
    for (int k = 0; k < joint.count; ++k) a += widened<C>(ws.root_subspace[d + k]) * y[k];
  }
};

/// Remainders of the columns from freedom `first` on. Bodies without any of theirs below them are passed over.
template <class S>
void block_inward(const Model& model, Workspace<S>& ws, int first) {
  using Block = ColumnBlock<S>;
  using C = typename Block::Type;
  const Link* links = model.links().data();
  const int end = std::min(first + Block::kWidth, model.nv());
  const int first_body = model.body_of_velocity(first), last_body = model.body_of_velocity(end - 1);
  for (int i = 1; i <= last_body; ++i) ws.block_force[i] = Wrench<C>::zero();
  for (int i = last_body; i > 0; --i) {
    const Link& link = links[i];
    if (model.last_below()[i] < first_body) continue;
    C x[6];
    for (int k = 0; k < link.velocity_count; ++k) {
      x[k] = C(0.0);
      const int column = link.v_index + k - first;
      if (column >= 0 && column < Block::kWidth) Block::set(x[k], column, S(1.0));
    }
    at_joint(link, ws, [&](const auto& joint) {
      BlockPass<S>{ws, i, link.v_index}.remove(joint, x, ws.block_remainder.data() + link.v_index, ws.block_force[i]);
    });
    if (link.parent != kWorld) ws.block_force[link.parent] += ws.block_force[i];
  }
}

/// Accelerations of the same columns: rows `first` and below of the inverse, written to the right of its diagonal, as
/// it is symmetric. Of other bodies only those are visited that carry one of these.
template <class S>
void block_outward(const Model& model, Workspace<S>& ws, int first, S* inverse, long stride) {
  using Block = ColumnBlock<S>;
  using C = typename Block::Type;
  const Link* links = model.links().data();
  const int end = std::min(first + Block::kWidth, model.nv());
  const int first_body = model.body_of_velocity(first), last_body = model.body_of_velocity(end - 1);
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = links[i];
    if (model.last_below()[i] < first_body) continue;
    C* const r = ws.block_remainder.data() + link.v_index;
    if (i > last_body) std::fill(r, r + link.velocity_count, C(0.0));
    Motion<C> a = link.parent == kWorld ? Motion<C>::zero() : ws.block_acceleration[link.parent];
    C y[6];
    at_joint(link, ws, [&](const auto& joint) { BlockPass<S>{ws, i, link.v_index}.accelerate(joint, r, a, y); });
    ws.block_acceleration[i] = a;
    for (int d = std::max(link.v_index, first); d < link.v_index + link.velocity_count; ++d) {
      Block::write(y[d - link.v_index], std::min(d + 1, end) - first, inverse + d * stride + first);
    }
  }
}

}  // namespace tandem::recursions

namespace tandem {

template <class S>
void mass_matrix_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                         OutMatrix<S> inverse) {
  check_model(model, parameters, ws);
  check_length(model, "q", q.size(), model.nq());
  check_shape(model, "inverse", inverse.rows(), inverse.cols(), model.nv(), model.nv());
  recursions::check_quaternions(model, q.data());
  if (model.has_loops()) return recursions::closed::mass_matrix_inverse<S>(model, parameters, ws, q, inverse);
  recursions::articulate(model, parameters, ws, q.data());
  recursions::columns_in_root(model, ws);
  S* const entries = inverse.data();
  const long stride = inverse.outerStride();
  for (int first = 0; first < model.nv(); first += ColumnBlock<S>::kWidth) {
    recursions::block_inward(model, ws, first);
    recursions::block_outward(model, ws, first, entries, stride);
  }
  for (int d = 0; d < model.nv(); ++d) {
    for (int e = 0; e < d; ++e) entries[e * stride + d] = entries[d * stride + e];
  }
}

}  // namespace tandem
