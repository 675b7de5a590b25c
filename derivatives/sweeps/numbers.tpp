#pragma once

#include <tandem/derivatives/model_number.hpp>
#include <tandem/derivatives/sweeps/columns.tpp>

#include <algorithm>

/// Columns of derivatives of inverse dynamics by a model's numbers, from what columns_outward(), composites_inward()
/// and multiply_columns() left in the workspace.
namespace tandem::sweeps {

inline void check_numbers(const Model& model, std::span<const ModelNumber> numbers) {
  for (const ModelNumber& number : numbers) check_number(model, number);
}

/// A column of a matrix whose rows are `row` apart.
template <class S>
struct Column {
  S* data;
  long row;
  S& operator()(int d) const { return data[d * row]; }
};

/// S_d' w for every freedom d from body i to the root, given a wrench w that acts on body i.
template <class S>
void project_to_root(const Model& model, const DerivativeWorkspace<S>& ws, int i, const Wrench<S>& w,
                     const Column<S>& out) {
  const Link* links = model.links().data();
  for (; i != kWorld; i = links[i].parent) {
    const int end = links[i].v_index + links[i].velocity_count;
    for (int d = links[i].v_index; d < end; ++d) out(d) = dot(ws.freedom[d].axis, w);
  }
}

/// root_from_body of the user's frame.
template <class S>
Transform<S> root_from_user(const Parameters<S>& parameters, const DerivativeWorkspace<S>& ws, int body) {
  const Mat3<S> turn_back = transposed(parameters.user_from_canonical(body)).template cast<S>();
  return ws.recursions.root_from_body[body] * Transform<S>::rotated(turn_back);
}

template <class S>
Motion<S> unit_motion(int k) {
  return recursions::FreeJoint<S>::column(k);
}

/// The force that a body with this number alone would need: I a + v x* I v is linear in I.
template <class S>
void write_inertia_column(const Model& model, const Parameters<S>& parameters, const DerivativeWorkspace<S>& ws,
                          const ModelNumber& number, const Column<S>& out) {
  const int i = number.index;
  Inertia<S> unit = Inertia<S>::zero();
  model_numbers_detail::component_of(unit, number.component) = S(1.0);
  const Inertia<S> I = to_parent(root_from_user(parameters, ws, i), unit);
  const Motion<S>& V = ws.velocity[i];
  project_to_root(model, ws, i, I * ws.acceleration[i] + cross(V, I * V), out);
}

template <class S>
void write_wrench_column(const Model& model, const Parameters<S>& parameters, const DerivativeWorkspace<S>& ws,
                         const ModelNumber& number, const Column<S>& out) {
  const Motion<S> unit = unit_motion<S>(number.component);
  const Wrench<S> on_body{-unit.angular, -unit.linear};
  project_to_root(model, ws, number.index, to_parent(root_from_user(parameters, ws, number.index), on_body), out);
}

/// A placement X exp(d) is a locked joint with S = 1 between X and the joint: its derivatives are those by its
/// position, without equations of its own.
template <class S>
void write_placement_column(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws,
                            const ModelNumber& number, const Column<S>& out) {
  const Link* links = model.links().data();
  const int i = number.index, parent = links[i].parent;
  const Transform<S> body_from_placed =
      inverse(ws.recursions.parent_from_body[i]) * parameters.canonical_placements()[i];
  const Mat3<S> turn_back = transposed(parameters.user_from_canonical(i)).template cast<S>();
  const Transform<S> root_from_placed =
      ws.recursions.root_from_body[i] * body_from_placed * Transform<S>::rotated(turn_back);
  FreedomColumn<S> column;
  fill_freedom(to_parent(root_from_placed, unit_motion<S>(number.component)), parent_motion(parameters, ws, i, parent),
               Motion<S>::zero(), true, column);
  const CompositeBody<S>& body = ws.composite[i];
  project_to_root(model, ws, parent,
                  spin_times(body, column.rate) + body.inertia * column.by_q + cross(column.axis, body.force), out);
  std::fill(ws.is_beyond.begin() + i, ws.is_beyond.end(), 0);
  ws.is_beyond[i] = 1;
  for (int j = i; j < model.body_count(); ++j) {
    if (j > i) ws.is_beyond[j] = links[j].parent >= i && ws.is_beyond[links[j].parent];
    if (!ws.is_beyond[j]) continue;
    for (int d = links[j].v_index; d < links[j].v_index + links[j].velocity_count; ++d) {
      out(d) = dot(ws.freedom[d].turn, column.rate.angular) + dot(column.by_q, ws.freedom[d].momentum);
    }
  }
}

/// The world accelerates against gravity: -I (0; e) on the composite bodies.
template <class S>
void write_gravity_column(const Model& model, const DerivativeWorkspace<S>& ws, int component, const Column<S>& out) {
  const Motion<S> unit = unit_motion<S>(component + 3);
  for (int d = 0; d < model.nv(); ++d) {
    const int root = ws.root[model.body_of_velocity(d)];
    const Vec3<S> e = transposed_times(ws.recursions.parent_from_body[root].rotation, unit.linear);
    out(d) = -dot(e, ws.freedom[d].momentum.force);
  }
}

/// The column of one number. `q`, `v`, `a` are the state.
template <class S>
void write_number_column(const Model& model, const Parameters<S>& parameters, DerivativeWorkspace<S>& ws, const S* q,
                         const S* v, const S* a, const ModelNumber& number, S* column, long row) {
  using Kind = ModelNumber::Kind;
  const Column<S> out{column, row};
  for (int d = 0; d < model.nv(); ++d) out(d) = S(0.0);
  const int d = number.index;
  const auto coordinate = [&] { return q[model.links()[model.body_of_velocity(d)].q_index]; };
  switch (number.kind) {
    case Kind::inertia:
      return write_inertia_column(model, parameters, ws, number, out);
    case Kind::placement:
      return write_placement_column(model, parameters, ws, number, out);
    case Kind::wrench:
      return write_wrench_column(model, parameters, ws, number, out);
    case Kind::gravity:
      return write_gravity_column(model, ws, number.component, out);
    // Drives: rotor a + damping v + stiffness (q - rest).
    case Kind::rotor_inertia:
      out(d) = a[d];
      return;
    case Kind::damping:
      out(d) = v[d];
      return;
    case Kind::stiffness:
      out(d) = coordinate() - parameters.rests()[d];
      return;
    case Kind::rest:
      out(d) = -parameters.stiffnesses()[d];
      return;
  }
}

}  // namespace tandem::sweeps
