#pragma once

#include <tandem/derivatives/inverse_dynamics_derivatives.hpp>
#include <tandem/derivatives/sweeps/columns.tpp>
#include <tandem/derivatives/sweeps/numbers.tpp>
#include <tandem/dynamics/recursions/inverse_dynamics.tpp>

/// Bodies of the functions in derivatives/inverse_dynamics_derivatives.hpp, for the files that instantiate them.
namespace tandem {
namespace sweeps {

/// A matrix by its entries, stored by rows or by columns.
template <class S>
struct Entries {
  S* data;
  long row, column;
  S& operator()(int i, int j) const { return data[i * row + j * column]; }
};

template <class S>
Entries<S> entries_of(Eigen::Ref<MatrixX<S>>& m) {
  return {m.data(), 1, m.outerStride()};
}

template <class S>
struct StateEntries {
  Entries<S> by_q, by_v, by_a;
};

/// Force changes of the composite body of a freedom by its own position and velocity, without S x* f.
template <class S>
struct ForceChanges {
  Wrench<S> by_q, by_v;
};
template <class S>
inline ForceChanges<S> force_changes(const CompositeBody<S>& body, const FreedomColumn<S>& f) {
  return {spin_times(body, f.rate) + body.inertia * f.by_q, spin_times(body, f.axis) + body.inertia * f.by_v};
}

/// Entries of a freedom with those of its own joint: they move together, and with them the force between.
template <class S>
inline void write_own_joint(const DerivativeWorkspace<S>& ws, const Link& link, int d, const ForceChanges<S>& changes,
                            const StateEntries<S>& out) {
  for (int e = link.v_index; e < link.v_index + link.velocity_count; ++e) {
    const Motion<S>& axis = ws.freedom[e].axis;
    out.by_q(e, d) = dot(axis, changes.by_q);
    out.by_v(e, d) = dot(axis, changes.by_v);
    if (e > d) continue;
    const S mass = dot(axis, ws.freedom[d].momentum);
    out.by_a(e, d) = mass;
    out.by_a(d, e) = mass;
  }
}

/// Entries of a freedom d with all nearer to the root, from the first freedom `e` there on.
template <class S>
inline void write_way_to_root(const int* inward, const DerivativeWorkspace<S>& ws, int d, int e,
                              const ForceChanges<S>& changes, const StateEntries<S>& out) {
  const Wrench<S> momentum = ws.freedom[d].momentum;
  const Vec3<S> turn = ws.freedom[d].turn;
  for (; e >= 0; e = inward[e]) {
    const FreedomColumn<S>& other = ws.freedom[e];
    out.by_q(d, e) = dot(turn, other.rate.angular) + dot(other.by_q, momentum);
    out.by_v(d, e) = dot(turn, other.axis.angular) + dot(other.by_v, momentum);
    out.by_q(e, d) = dot(other.axis, changes.by_q);
    out.by_v(e, d) = dot(other.axis, changes.by_v);
    const S mass = dot(other.axis, momentum);
    out.by_a(d, e) = mass;
    out.by_a(e, d) = mass;
  }
}

/// The slopes of a joint's columns and a wrench that stands in the root's frame.
template <class S>
struct TurningAxes {
  recursions::SubspaceJoint<S> joint;
  Wrench<S> f;

  TurningAxes(const Link& link, Workspace<S>& ws, int body, const Wrench<S>& in_root)
      : joint(recursions::subspace_joint(link, ws)), f(to_child(ws.root_from_body[body], in_root)) {}
  /// (dS_k/dq_j)'f.
  S operator()(int k, int j) const { return dot(joint.slopes[6 * k + j], f); }
};

/// (dS_k/dq_j)'f of joints whose axes move with their own coordinates.
template <class S>
void add_turning_rows(const Model& model, DerivativeWorkspace<S>& ws, const Entries<S>& by_q) {
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = model.links()[i];
    if (!has_moving_axes(link.type)) continue;
    const TurningAxes<S> turning(link, ws.recursions, i, ws.composite[i].force);
    for (int k = 0; k < link.velocity_count; ++k) {
      for (int j = 0; j < link.velocity_count; ++j) by_q(link.v_index + k, link.v_index + j) += turning(k, j);
    }
  }
}

template <class S>
void write_zeros(const Model& model, const StateEntries<S>& out) {
  const S nil(0.0);
  for (const ZeroRun& run : model.zero_runs()) {
    for (int e = run.begin; e < run.end; ++e) {
      for (const Entries<S>& m : {out.by_q, out.by_v, out.by_a}) {
        m(run.row, e) = nil;
        m(e, run.row) = nil;
      }
    }
  }
}

/// What rotors, dampers and springs add to the diagonals.
template <class S>
void add_passive_diagonals(const Model& model, const Parameters<S>& parameters, const StateEntries<S>& out) {
  for (const Link& link : model.links()) {
    const int d = link.v_index;
    for (int k = d; k < d + link.velocity_count; ++k) out.by_v(k, k) += parameters.dampings()[k];
    if (link.velocity_count != 1) continue;
    out.by_q(d, d) += parameters.stiffnesses()[d];
    out.by_a(d, d) += parameters.rotor_inertias()[d];
  }
}

/// The three matrices, from columns and composites.
template <class S>
void multiply_columns(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                      const StateEntries<S>& out) {
  const Link* links = model.links().data();
  const int* inward = model.inward().data();
  write_zeros(model, out);
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = links[i];
    const CompositeBody<S>& body = ws.composite[i];
    for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) {
      FreedomColumn<S>& f = ws.freedom[d];
      f.momentum = body.inertia * f.axis;
      f.turn = spin_transposed_times(body, f.axis);
      ForceChanges<S> changes = force_changes(body, f);
      write_own_joint(ws, link, d, changes, out);
      changes.by_q += cross(f.axis, body.force);
      write_way_to_root(inward, ws, d, inward[link.v_index], changes, out);
    }
  }
  if (model.has_moving_axes()) add_turning_rows(model, ws, out.by_q);
  add_passive_diagonals(model, parameters, out);
}

template <class S>
void check_derivative_arguments(const Model& model, const Parameters<S>& parameters, const DerivativeWorkspace<S>& ws,
                                In<S> q, In<S> v, In<S> given, const char* name_of_given,
                                ExternalWrenches<S> wrenches) {
  recursions::check_state(model, parameters, ws.recursions, q, v);
  check_length(model, name_of_given, given.size(), model.nv());
  check_wrenches<S>(model, wrenches);
}

template <class S>
void check_square(const Model& model, const char* what, const Eigen::Ref<MatrixX<S>>& m) {
  check_shape(model, what, m.rows(), m.cols(), model.nv(), model.nv());
}

}  // namespace sweeps

template <class S>
void inverse_dynamics_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                  In<S> q, In<S> v, In<S> a, OutMatrix<S> by_q, OutMatrix<S> by_v, OutMatrix<S> by_a,
                                  ExternalWrenches<S> wrenches) {
  sweeps::check_derivative_arguments<S>(model, parameters, ws, q, v, a, "a", wrenches);
  sweeps::check_square<S>(model, "derivative by q", by_q);
  sweeps::check_square<S>(model, "derivative by v", by_v);
  sweeps::check_square<S>(model, "derivative by a", by_a);
  sweeps::columns_outward<S>(model, parameters, ws, q.data(), v.data(), a.data(), wrenches, false);
  sweeps::composites_inward(model, ws);
  sweeps::multiply_columns<S>(model, parameters, ws,
                              {sweeps::entries_of<S>(by_q), sweeps::entries_of<S>(by_v), sweeps::entries_of<S>(by_a)});
}

template <class S>
void inverse_dynamics_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                                  In<S> q, In<S> v, In<S> a, OutMatrix<S> by_q, OutMatrix<S> by_v, OutMatrix<S> by_a,
                                  std::span<const ModelNumber> numbers, OutMatrix<S> by_numbers,
                                  ExternalWrenches<S> wrenches) {
  sweeps::check_numbers(model, numbers);
  check_shape(model, "derivative by numbers", by_numbers.rows(), by_numbers.cols(), model.nv(),
              static_cast<long>(numbers.size()));
  inverse_dynamics_derivatives<S>(model, parameters, ws, q, v, a, by_q, by_v, by_a, wrenches);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    S* const column = by_numbers.data() + static_cast<long>(k) * by_numbers.outerStride();
    sweeps::write_number_column<S>(model, parameters, ws, q.data(), v.data(), a.data(), numbers[k], column, 1);
  }
}

template <class S>
void joint_wrench_derivatives(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws, In<S> q,
                              In<S> v, In<S> a, OutMatrix<S> by_q, OutMatrix<S> by_v, OutMatrix<S> by_a,
                              ExternalWrenches<S> wrenches) {
  sweeps::check_derivative_arguments<S>(model, parameters, ws, q, v, a, "a", wrenches);
  for (const auto* m : {&by_q, &by_v, &by_a}) {
    check_shape(model, "derivatives of joint wrenches", m->rows(), m->cols(), 6L * model.body_count(), model.nv());
  }
  sweeps::columns_outward<S>(model, parameters, ws, q.data(), v.data(), a.data(), wrenches, false);
  sweeps::composites_inward(model, ws);
  by_q.setConstant(S(0.0)), by_v.setConstant(S(0.0)), by_a.setConstant(S(0.0));
  const Link* links = model.links().data();
  const auto write = [&](Eigen::Ref<MatrixX<S>>& out, int body, int d, const Wrench<S>& change) {
    const Wrench<S> own = to_child(ws.recursions.root_from_body[body], change);
    out.template block<6, 1>(6 * body, d) = recursions::to_user(parameters, body, own).eigen();
  };
  for (int i = 1; i < model.body_count(); ++i) {
    const CompositeBody<S>& body = ws.composite[i];
    // Bodies at or beyond a joint move with it; the force between them changes in their frames by its own part alone.
    for (int j = i, d = -1; j != kWorld; j = links[j].parent) {
      for (d = links[j].v_index; d < links[j].v_index + links[j].velocity_count; ++d) {
        const sweeps::ForceChanges<S> changes = sweeps::force_changes(body, ws.freedom[d]);
        write(by_q, i, d, changes.by_q);
        write(by_v, i, d, changes.by_v);
        write(by_a, i, d, body.inertia * ws.freedom[d].axis);
      }
    }
    // Bodies nearer to the root stay, and see the force turn with the joint of i too.
    for (int d = links[i].v_index; d < links[i].v_index + links[i].velocity_count; ++d) {
      const FreedomColumn<S>& f = ws.freedom[d];
      sweeps::ForceChanges<S> changes = sweeps::force_changes(body, f);
      changes.by_q += cross(f.axis, body.force);
      for (int j = links[i].parent; j != kWorld; j = links[j].parent) {
        write(by_q, j, d, changes.by_q);
        write(by_v, j, d, changes.by_v);
        write(by_a, j, d, body.inertia * f.axis);
      }
    }
  }
}

}  // namespace tandem
