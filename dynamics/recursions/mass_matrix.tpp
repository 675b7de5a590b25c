#pragma once

#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/recursions/closed.hpp>
#include <tandem/dynamics/recursions/joints.tpp>

/// Body of the function in dynamics/mass_matrix.hpp, for the files that instantiate it.
namespace tandem {
namespace recursions {

/// Outward: where bodies stand in the frame of their tree's first body, their inertias and columns of S there.
template <class S>
void composites_outward(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, const S* q) {
  const Link* links = model.links().data();
  const Transform<S>* placements = parameters.canonical_placements();
  const Inertia<S>* inertias = parameters.canonical_inertias();
  for (int i = 1; i < model.body_count(); ++i) {
    const Link& link = links[i];
    Transform<S>& X = ws.root_from_body[i];
    at_joint(link, ws, [&](const auto& joint) {
      if (link.parent == kWorld) {
        X = Transform<S>::identity();
        ws.composite_inertia[i] = inertias[i];
        joint.place_axes(q + link.q_index);
      } else {
        Transform<S> parent_from_body;
        joint.place(placements[i], q + link.q_index, parent_from_body);
        X = ws.root_from_body[link.parent] * parent_from_body;
        ws.composite_inertia[i] = to_parent(X, inertias[i]);
      }
      root_columns(joint, X, ws.root_subspace.data() + link.v_index);
    });
  }
}

/// The block of a free root, in whose frame composites are: its composite inertia as a 6 x 6 matrix.
template <class S>
void write_block(const Inertia<S>& I, S* M, long stride) {
  const S nil(0.0), &m = I.mass;
  const Vec3<S>& h = I.moment;
  const SymMat3<S>& J = I.rotational;
  write_wrench(Wrench<S>{{J.xx, J.xy, J.xz}, {nil, -h.z, h.y}}, M);
  write_wrench(Wrench<S>{{J.xy, J.yy, J.yz}, {h.z, nil, -h.x}}, M + stride);
  write_wrench(Wrench<S>{{J.xz, J.yz, J.zz}, {-h.y, h.x, nil}}, M + 2 * stride);
  write_wrench(Wrench<S>{{nil, h.z, -h.y}, {m, nil, nil}}, M + 3 * stride);
  write_wrench(Wrench<S>{{-h.z, nil, h.x}, {nil, m, nil}}, M + 4 * stride);
  write_wrench(Wrench<S>{{h.y, -h.x, nil}, {nil, nil, m}}, M + 5 * stride);
}

/// F = I S_d of a freedom, and M(d, e) = S_e' F for every freedom e on its way to the root.
template <class S>
void write_row(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, int d, S* M, long stride) {
  const int *inward = model.inward().data(), root = model.free_root()[d];
  const Motion<S>* columns = ws.root_subspace.data();
  const Wrench<S> F = ws.composite_inertia[model.body_of_velocity(d)] * columns[d];
  M[d * stride + d] = dot(columns[d], F) + parameters.rotor_inertias()[d];
  const int stop = root < 0 ? -1 : root + 5;
  for (int e = inward[d]; e > stop; e = inward[e]) {
    const S entry = dot(columns[e], F);
    M[d * stride + e] = entry;
    M[e * stride + d] = entry;
  }
  if (root >= 0) {  // S = 1 in the root's frame: the six entries are F itself
    write_wrench(F, M + d * stride + root);
    for (int k = 0; k < 6; ++k) M[(root + k) * stride + d] = M[d * stride + root + k];
  }
}

template <class S>
void multiply_composites(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, S* M, long stride) {
  const S nil(0.0);
  for (const ZeroRun& run : model.zero_runs()) {
    for (int e = run.begin; e < run.end; ++e) {
      M[run.row * stride + e] = nil;
      M[e * stride + run.row] = nil;
    }
  }
  for (int d = 0; d < model.nv(); ++d) {
    const int root = model.free_root()[d];
    const bool in_root = root >= 0 && d < root + 6;
    if (!in_root) write_row(model, parameters, ws, d, M, stride);
    if (d == root) write_block(ws.composite_inertia[model.body_of_velocity(d)], M + d * stride + d, stride);
  }
}

}  // namespace recursions

template <class S>
void mass_matrix(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, OutMatrix<S> mass) {
  check_model(model, parameters, ws);
  check_length(model, "q", q.size(), model.nq());
  check_shape(model, "mass matrix", mass.rows(), mass.cols(), model.nv(), model.nv());
  recursions::check_quaternions(model, q.data());
  if (model.has_loops()) return recursions::closed::mass_matrix<S>(model, parameters, ws, q, mass);
  recursions::composites_outward(model, parameters, ws, q.data());

  const Link* links = model.links().data();
  for (int i = model.body_count() - 1; i > 0; --i) {
    if (links[i].parent != kWorld) ws.composite_inertia[links[i].parent] += ws.composite_inertia[i];
  }
  recursions::multiply_composites(model, parameters, ws, mass.data(), mass.outerStride());
}

}  // namespace tandem
