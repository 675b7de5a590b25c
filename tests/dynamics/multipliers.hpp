#pragma once

#include <tandem/dynamics/cluster.hpp>

#include "reference.hpp"
#include <Eigen/LU>
#include <Eigen/QR>

#include <utility>

/// Models with loops by Kane's equations and multipliers on the tree: the other way to their motion.
namespace tandem::test {

/// A frame of a loop in the world: its axes and origin, how they move, and by which velocities.
struct ReferenceFrame {
  ReferenceFrame(const ReferenceMotion& motion, const Frame& frame) {
    const ReferenceBody& b = motion.bodies[frame.body];
    const Eigen::Vector3d r = b.R * frame.placement.translation.eigen();
    R = b.R * frame.placement.rotation.eigen();
    p = b.p + r;
    w = b.w, alpha = b.alpha;
    v = b.v + b.w.cross(r);
    a = b.a + b.alpha.cross(r) + b.w.cross(b.w.cross(r));
    Jw = b.Jw, Jv = b.Jv;
    for (int d = 0; d < Jv.cols(); ++d) Jv.col(d) += Eigen::Vector3d(Jw.col(d)).cross(r);
  }
  Eigen::Matrix3d R;
  Eigen::Vector3d p, w, alpha, v, a;
  Eigen::MatrixXd Jw, Jv;
};

/// A x' = 0 and A x'' + rest = 0 of all couplings and loops, x the velocities of the tree.
struct Constraints {
  Eigen::MatrixXd A;
  Eigen::VectorXd rest;

  Constraints(const Model& model, const Eigen::VectorXd& tree_q, const Eigen::VectorXd& tree_v)
      : A(0, model.tree().nv()), rest(0) {
    const ReferenceMotion motion =
        reference_motion(model.tree(), tree_q, tree_v, Eigen::VectorXd::Zero(model.tree().nv()));
    for (const Cluster& cluster : model.clusters().all) {
      for (const int f : cluster.followers) add_coupling(cluster, f);
      for (const Loop& loop : cluster.loops) {
        const ReferenceFrame first(motion, loop.first), second(motion, loop.second);
        for (const LoopRow& row : loop.rows) add_equation(first, second, row);
      }
    }
  }

  /// Velocities of the tree, those of the model given.
  Eigen::VectorXd tree_rates(const Model& model, const Eigen::VectorXd& v) const {
    Eigen::MatrixXd all(A.rows() + v.size(), A.cols());
    all << A, Eigen::MatrixXd::Zero(v.size(), A.cols());
    Eigen::VectorXd right = Eigen::VectorXd::Zero(all.rows());
    right.tail(v.size()) = v;
    for (int d = 0; d < A.cols(); ++d) {
      const int own = model.clusters().own_velocity[d];
      if (own >= 0) all(A.rows() + own, d) = 1;
    }
    return all.fullPivLu().solve(right);
  }

 private:
  void add_row(const Eigen::RowVectorXd& row, double its_rest) {
    A.conservativeResize(A.rows() + 1, Eigen::NoChange);
    rest.conservativeResize(A.rows());
    A.bottomRows(1) = row;
    rest(rest.size() - 1) = its_rest;
  }
  void add_coupling(const Cluster& cluster, int f) {
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(A.cols());
    row(cluster.freedoms[f]) = 1;
    for (const Share& share : cluster.shares[f]) {
      row(cluster.freedoms[cluster.carried[share.carried]]) -= share.ratio;
    }
    add_row(row, 0);
  }
  /// Sums of s . t, s fixed in the first frame and t in the second, or t the way from one origin to the other.
  void add_equation(const ReferenceFrame& f, const ReferenceFrame& g, const LoopRow& equation) {
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(A.cols());
    double sum = 0;
    const auto whirl = [](const ReferenceFrame& frame, const Eigen::Vector3d& x) -> Eigen::Vector3d {
      return frame.alpha.cross(x) + frame.w.cross(frame.w.cross(x));
    };
    const Eigen::Matrix3d turns = equation.turns.eigen();
    for (int k = 0; k < 3; ++k) {
      const Eigen::Vector3d s = f.R * turns.col(k), t = g.R.col(k);
      row += t.cross(s).transpose() * (g.Jw - f.Jw);
      sum += whirl(f, s).dot(t) + 2 * f.w.cross(s).dot(g.w.cross(t)) + s.dot(whirl(g, t));
    }
    const Eigen::Vector3d s = f.R * equation.shift.eigen(), t = g.p - f.p;
    row += s.transpose() * (g.Jv - f.Jv) + s.cross(t).transpose() * f.Jw;
    sum += whirl(f, s).dot(t) + 2 * f.w.cross(s).dot(g.v - f.v) + s.dot(g.a - f.a);
    add_row(row, sum);
  }
};

/// Coordinates of the tree: those that follow by couplings from those that are the model's.
inline Eigen::VectorXd tree_coordinates_of(const Model& model, const Eigen::VectorXd& q) {
  Eigen::VectorXd tree_q(model.tree().nq());
  for (int i = 0; i < tree_q.size(); ++i) {
    if (model.clusters().own_coordinate[i] >= 0) tree_q(i) = q(model.clusters().own_coordinate[i]);
  }
  for (const Cluster& cluster : model.clusters().all) {
    for (const int f : cluster.followers) {
      double& own = tree_q(cluster.coordinates[f]);
      own = cluster.offsets[f];
      for (const Share& share : cluster.shares[f]) {
        own += share.ratio * tree_q(cluster.coordinates[cluster.carried[share.carried]]);
      }
    }
  }
  return tree_q;
}

/// Accelerations of the tree's joints and multipliers, under generalized forces of the tree:
///   M x'' - A'lambda = tau - bias,   A x'' = -rest.
inline Eigen::VectorXd accelerations_by_multipliers(const Model& tree, const Constraints& constraints,
                                                    const Eigen::VectorXd& tree_q, const Eigen::VectorXd& tree_v,
                                                    const Eigen::VectorXd& tau) {
  const long n = tree.nv(), m = constraints.A.rows();
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n + m, n + m);
  K.topLeftCorner(n, n) = reference_mass_matrix(tree, tree_q);
  K.topRightCorner(n, m) = constraints.A.transpose();
  K.bottomLeftCorner(m, n) = constraints.A;
  Eigen::VectorXd right(n + m);
  right << tau - reference_inverse_dynamics(tree, tree_q, tree_v, Eigen::VectorXd::Zero(n)), -constraints.rest;
  return K.fullPivLu().solve(right).head(n);
}

}  // namespace tandem::test
