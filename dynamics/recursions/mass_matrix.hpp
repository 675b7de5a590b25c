#pragma once

#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/recursions/joints.hpp>

/// Body of the function in dynamics/mass_matrix.hpp, for the files that instantiate it.
namespace tandem {
namespace recursions {

/// The columns of S of a joint in the root's frame, in which its body stands at X.
template <class S>
void root_columns(const RevoluteJoint<S>&, const Transform<S>& X, Motion<S>* columns) {
  columns[0] = {X.rotation.z, cross(X.translation, X.rotation.z)};
}
template <class S>
void root_columns(const PrismaticJoint<S>&, const Transform<S>& X, Motion<S>* columns) {
  columns[0] = {Vec3<S>::zero(), X.rotation.z};
}
template <class S>
void root_columns(const FreeJoint<S>&, const Transform<S>& X, Motion<S>* columns) {
  const Vec3<S> axes[3] = {X.rotation.x, X.rotation.y, X.rotation.z};
  for (int k = 0; k < 3; ++k) {
    columns[k] = {axes[k], cross(X.translation, axes[k])};
    columns[k + 3] = {Vec3<S>::zero(), axes[k]};
  }
}
template <class S>
void root_columns(const SubspaceJoint<S>& joint, const Transform<S>& X, Motion<S>* columns) {
  for (int k = 0; k < joint.count; ++k) columns[k] = to_parent(X, joint.columns[k]);
}

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

/// F = I S_d of every freedom, and M(d, e) = S_e' F for every freedom e on its way to the root.
template <class S>
void multiply_composites(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, S* M, long stride) {
  const int *inward = model.inward().data(), *free_root = model.free_root().data();
  const Motion<S>* columns = ws.root_subspace.data();
  for (int d = 0; d < model.nv(); ++d) {
    for (int e = 0; e < model.nv(); ++e) M[d * stride + e] = S(0.0);
  }
  for (int d = model.nv() - 1; d >= 0; --d) {
    const Wrench<S> F = ws.composite_inertia[model.body_of_velocity(d)] * columns[d];
    M[d * stride + d] = dot(columns[d], F) + parameters.rotor_inertias()[d];
    const int root = free_root[d];
    const bool beyond_root = root >= 0 && d > root + 5;
    const int stop = beyond_root ? root + 5 : -1;
    for (int e = inward[d]; e > stop; e = inward[e]) {
      const S entry = dot(columns[e], F);
      M[d * stride + e] = entry;
      M[e * stride + d] = entry;
    }
    if (beyond_root) {  // S = 1 in the root's frame: the six entries are F itself
      write_wrench(F, M + d * stride + root);
      for (int k = 0; k < 6; ++k) M[(root + k) * stride + d] = M[d * stride + root + k];
    }
  }
}

}  // namespace recursions

template <class S>
void mass_matrix(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, OutMatrix<S> mass) {
  check_model(model, parameters, ws);
  check_length(model, "q", q.size(), model.nq());
  check_shape(model, "mass matrix", mass.rows(), mass.cols(), model.nv(), model.nv());
  recursions::check_quaternions(model, q.data());
  recursions::composites_outward(model, parameters, ws, q.data());

  const Link* links = model.links().data();
  for (int i = model.body_count() - 1; i > 0; --i) {
    if (links[i].parent != kWorld) ws.composite_inertia[links[i].parent] += ws.composite_inertia[i];
  }
  recursions::multiply_composites(model, parameters, ws, mass.data(), mass.outerStride());
}

}  // namespace tandem
