#pragma once

#include <tandem/dynamics/cluster.hpp>
#include <tandem/dynamics/inertia.hpp>

#include <vector>

namespace tandem {

/// What the recursions write of one cluster. Matrices are kept by columns.
template <class S>
struct ClusterState {
  ClusterState() = default;
  explicit ClusterState(const Cluster& cluster);

  int rows = 0;                ///< equations of all loops
  std::vector<S> equations;    ///< of u, and the gap: [Y_u | gap]; orthonormal columns once they are factored
  std::vector<S> triangle;     ///< R of Y_z = Q R, and Y_z^-1 [Y_y | gap] beside it
  std::vector<S> rates;        ///< a right-hand side of such equations
  std::vector<S> needed;       ///< forces of the joints that loops move
  std::vector<S> multipliers;  ///< of the equations
  std::vector<S> transfer;     ///< G, freedoms x independent ones

  // While articulated bodies pass; the forces and inertias of all bodies in the parent's frame.
  std::vector<Motion<S>> motion;                   ///< of each body by each independent freedom
  std::vector<Wrench<S>> body_force;               ///< J of it
  std::vector<Motion<S>> convection;               ///< of each body, its parent at rest
  std::vector<Wrench<S>> bias;                     ///< of each body
  std::vector<ArticulatedInertia<S>> composite;    ///< of each body with what it carries in the cluster
  std::vector<Wrench<S>> force;                    ///< U, of each independent freedom
  std::vector<S> inertia;                          ///< D, of all independent freedoms
  std::vector<S> factors;                          ///< of D of the force-driven ones, in rows
  std::vector<S> remainder, solution, prescribed;  ///< of each independent freedom
  std::vector<int> driven_by_force;                ///< the independent freedoms that are
};

template <class S>
ClusterState<S>::ClusterState(const Cluster& cluster)
    : rows(0),
      transfer(cluster.freedom_count() * cluster.independent_count()),
      motion(cluster.bodies.size() * cluster.independent_count()),
      body_force(motion.size()),
      convection(cluster.bodies.size()),
      bias(cluster.bodies.size()),
      composite(cluster.bodies.size()),
      force(cluster.independent_count()),
      inertia(cluster.independent_count() * cluster.independent_count()),
      factors(inertia.size()),
      remainder(cluster.independent_count()),
      solution(cluster.independent_count()),
      prescribed(cluster.independent_count()) {
  for (const Loop& loop : cluster.loops) rows += static_cast<int>(loop.rows.size());
  equations.resize(rows * (cluster.carried.size() + 1));
  triangle.resize(equations.size());
  rates.resize(rows);
  needed.resize(rows);
  multipliers.resize(rows);
  driven_by_force.reserve(cluster.independent_count());
}

/// What the recursions write of the tree of a model with loops; empty for others.
template <class S>
struct SpanningState {
  using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;
  using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

  explicit SpanningState(const Model& model);

  Vector q, v, a, tau;            ///< of the tree
  Vector known;                   ///< of hybrid dynamics
  Vector turning;                 ///< G' y', what accelerations are without those of independent freedoms
  Vector rates;                   ///< of the tree's coordinates
  Vector own;                     ///< of the model
  Matrix mass, projected;         ///< the tree's M, and G'M
  std::vector<Wrench<S>> pushes;  ///< on bodies, those of loops besides
  Matrix jacobian, own_jacobian;
  std::vector<ClusterState<S>> clusters;
};

template <class S>
SpanningState<S>::SpanningState(const Model& model) {
  if (!model.has_loops()) return;
  const int nq = model.tree().nq(), nv = model.tree().nv();
  for (Vector* x : {&v, &a, &tau, &known, &turning}) x->setConstant(nv, S(0.0));
  q.setConstant(nq, S(0.0));
  rates.setConstant(nq, S(0.0));
  own.setConstant(model.nv(), S(0.0));
  mass.setConstant(nv, nv, S(0.0));
  pushes.resize(model.body_count());
  projected.setConstant(model.nv(), nv, S(0.0));
  jacobian.setConstant(6, nv, S(0.0));
  own_jacobian.setConstant(6, model.nv(), S(0.0));
  for (const Cluster& cluster : model.clusters().all) clusters.emplace_back(cluster);
}

}  // namespace tandem
