#include <tandem/dynamics/loop_equations.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/checks.hpp>
#include <tandem/dynamics/recursions/spanning_state.tpp>

namespace tandem {
namespace {

/// Turns of two directions that a coupling ties, or shifts.
bool is_turning(const Model& tree, const Cluster& cluster, int freedom) {
  const int body = cluster.body_of[freedom], k = cluster.freedoms[freedom] - tree.links()[body].v_index;
  const std::vector<Motion<double>> motions = motions_at_zero(tree.body(body).joint);
  return !motions.empty() && dot(motions[k].angular, motions[k].angular) > 0;
}

}  // namespace

LoopEquations::LoopEquations(const Model& model, LoopRows which) : model_(model) {
  if (model.has_loops()) clusters_ = model.clusters().all;
  for (Cluster& cluster : clusters_) {
    for (const int f : cluster.followers) {
      names_.push_back(fmt::format("coupling of '{}'", model.tree().velocity_name(cluster.freedoms[f])));
      is_turn_.push_back(is_turning(model.tree(), cluster, f));
      is_coupling_.push_back(true);
    }
    for (Loop& loop : cluster.loops) {
      if (which == LoopRows::stated) loop.rows = loop.stated;
      for (const LoopRow& row : loop.rows) {
        names_.push_back(fmt::format("loop '{}'", loop.name));
        is_turn_.push_back(row.shift.eigen().isZero());
        is_coupling_.push_back(false);
      }
    }
  }
  gap_ = turning_ = Eigen::VectorXd::Zero(rows());
  jacobian_ = Eigen::MatrixXd::Zero(rows(), model.tree().nv());
}

/// q = A u + b of what follows.
void LoopEquations::couple(const Cluster& cluster, const double* q, int row) {
  for (const int f : cluster.followers) {
    gap_(row) = q[cluster.coordinates[f]] - cluster.offsets[f];
    jacobian_(row, cluster.freedoms[f]) = 1;
    for (const Share& share : cluster.shares[f]) {
      const int leader = cluster.carried[share.carried];
      gap_(row) -= share.ratio * q[cluster.coordinates[leader]];
      jacobian_(row, cluster.freedoms[leader]) = -share.ratio;
    }
    ++row;
  }
}

/// The power of an equation's wrench on the axis of each joint between its frames (recursions/closure.tpp).
void LoopEquations::close(const Cluster& cluster, const Parameters<double>& parameters, Workspace<double>& ws,
                          int row) {
  for (const Loop& loop : cluster.loops) {
    const Transform<double> first = recursions::place_in_cluster(cluster, parameters, ws, loop.first);
    const Transform<double> X = inverse(first) * recursions::place_in_cluster(cluster, parameters, ws, loop.second);
    recursions::write_loop_turning(cluster, parameters, ws, loop, turning_.data() + row);
    for (const LoopRow& equation : loop.rows) {
      gap_(row) = recursions::gap_of(equation, X);
      const Wrench<double> f = to_parent(first, recursions::wrench_of(equation, X));
      for (const LoopLeg& leg : loop.legs) {
        const int freedom = cluster.freedoms[leg.freedom];
        jacobian_(row, freedom) = dot(ws.root_subspace[freedom], f) * leg.sign;
      }
      ++row;
    }
  }
}

void LoopEquations::evaluate(const Parameters<double>& parameters, Workspace<double>& ws, In<double> tree_q,
                             In<double> tree_v) {
  const Model& tree = model_.tree();
  check_length(model_, "q of all joints", tree_q.size(), tree.nq());
  check_length(model_, "v of all joints", tree_v.size(), tree.nv());
  int row = 0;
  for (const Cluster& cluster : clusters_) {
    couple(cluster, tree_q.data(), row);
    row += static_cast<int>(cluster.followers.size());
    if (cluster.loops.empty()) continue;
    recursions::place_cluster(tree, cluster, parameters, ws, tree_q.data());
    recursions::move_cluster(tree, cluster, ws, tree_v.data());
    close(cluster, parameters, ws, row);
    for (const Loop& loop : cluster.loops) row += static_cast<int>(loop.rows.size());
  }
}

}  // namespace tandem
