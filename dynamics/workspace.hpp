#pragma once

#include <tandem/dynamics/cluster_workspace.hpp>
#include <tandem/dynamics/column_block.hpp>
#include <tandem/dynamics/joint_transform.hpp>
#include <tandem/dynamics/model.hpp>

#include <vector>

namespace tandem {

/// What the recursions write while they run: one array a quantity, one entry a body (0 is the world) or a freedom.
/// Owned by the caller, for one thread at a time; made once for a model, after which no recursion allocates. Every
/// function fills what it reads: nothing depends on what a workspace held before. All in canonical body frames.
template <class S>
struct Workspace {
  explicit Workspace(const Model& model) : Workspace(model, model.tree()) {}
  Workspace(const Model& model, const Model& tree);

  std::vector<Transform<S>> parent_from_body;
  std::vector<Motion<S>> velocity, acceleration;
  std::vector<Motion<S>> convection;  ///< v x S q' of each joint
  std::vector<Wrench<S>> force;       ///< on a body through its joint; bias forces on the way there
  std::vector<ArticulatedInertia<S>> articulated_inertia;

  std::vector<Transform<S>> root_from_body;  ///< in the frame of the first body of each tree
  std::vector<Inertia<S>> composite_inertia;

  std::vector<Motion<S>> subspace;  ///< columns of S of the joints on the general path
  std::vector<Motion<S>> slopes;    ///< six a freedom, dS_k/dq_j; of models with moving axes only
  std::vector<Motion<S>> at_zero;   ///< columns of S at zero coordinates, of the joints on the general path
  std::vector<const JointTransformOf<S>*> transforms;  ///< at the first freedom of each custom joint
  std::vector<Motion<S>> root_subspace;                ///< columns of S of all joints, in the root's frame
  std::vector<Wrench<S>> column_force;                 ///< I S of each freedom
  std::vector<S> pivot;                                ///< six a freedom: 1/(S'IS), or the rows of its factors
  std::vector<S> remainder;                            ///< tau - S'p of each freedom
  std::vector<S> zeros;                                ///< nv of them
  std::vector<S> scratch;                              ///< nv for generalized forces on the way

  // Of a block of columns of the inverse of the mass matrix, in the root's frame.
  using Columns = typename ColumnBlock<S>::Type;
  std::vector<Wrench<Columns>> block_force;
  std::vector<Motion<Columns>> block_acceleration;
  std::vector<Columns> block_remainder;

  SpanningState<S> spanning;  ///< of models with loops
};

template <class S>
Workspace<S>::Workspace(const Model& model, const Model& tree)
    : parent_from_body(tree.body_count()),
      velocity(tree.body_count()),
      acceleration(tree.body_count()),
      convection(tree.body_count()),
      force(tree.body_count()),
      articulated_inertia(tree.body_count()),
      root_from_body(tree.body_count()),
      composite_inertia(tree.body_count()),
      subspace(tree.nv()),
      slopes(tree.has_moving_axes() ? 6 * tree.nv() : 0, Motion<S>::zero()),
      at_zero(tree.nv()),
      transforms(tree.nv(), nullptr),
      root_subspace(tree.nv()),
      column_force(tree.nv()),
      pivot(6 * tree.nv()),
      remainder(tree.nv()),
      zeros(tree.nv(), S(0.0)),
      scratch(tree.nv()),
      block_force(tree.body_count()),
      block_acceleration(tree.body_count()),
      block_remainder(tree.nv()),
      spanning(model) {
  for (const Body& body : tree.bodies()) {
    if (body.joint.transform != nullptr) transforms[body.v_index] = body.joint.transform->template of<S>();
    int k = body.v_index;
    for (const Motion<double>& m : motions_at_zero(body.joint)) {
      subspace[k] = at_zero[k] = {m.angular.template cast<S>(), m.linear.template cast<S>()};
      ++k;
    }
  }
}

}  // namespace tandem
