#pragma once

#include <tandem/dynamics/model.hpp>

#include <Eigen/Core>

#include <string>
#include <vector>

namespace tandem {

/// One equation of a loop, linear in where the loop's second frame stands against its first, (R, p) =
/// first_from_second:
///   sum_k turns_k . R e_k + shift . p = 0
struct LoopRow {
  Mat3<double> turns;
  Vec3<double> shift;
};

/// A joint's freedom moves the second frame of a loop (+1) or its first (-1).
struct LoopLeg {
  int freedom;  ///< of the cluster
  double sign;
};

/// Two frames that coincide in some directions.
struct Loop {
  std::string name;
  Frame first, second;
  std::vector<LoopRow> rows;
  std::vector<LoopLeg> legs;
  int redundant = 0;                 ///< so many equations follow from others of its cluster, and are left out
  std::vector<LoopRow> stated = {};  ///< all of them, in their order
};

/// How a freedom follows a carried one: ratio times it.
struct Share {
  int carried;
  double ratio;
};

/// Bodies that loops and couplings tie together: an aggregate link (Jain, local constraint embedding, DETC2009-87663,
/// (10)-(18)), whose joints move by its independent freedoms alone. With u the carried ones, those that loops give
/// first, then the independent y,
///   q = A u + b,   loops(q) = 0,   q' = G y',   q'' = G y'' + G' y'
struct Cluster {
  int parent = kWorld;                     ///< the body that all hang on
  std::vector<int> bodies;                 ///< of the tree, in its order
  std::vector<int> inner_parents;          ///< of each, as a place in `bodies`; -1 where it is `parent`
  std::vector<int> freedoms, coordinates;  ///< the tree's velocities and coordinates, in the order of bodies
  std::vector<int> body_of;                ///< of each freedom
  std::vector<int> carried;                ///< u, as freedoms of the cluster
  int by_loops = 0;                        ///< so many of u come from loops
  std::vector<std::vector<Share>> shares;  ///< A by rows, of each freedom
  std::vector<double> offsets;             ///< b
  std::vector<int> followers;              ///< freedoms that are not carried
  std::vector<Loop> loops;

  int freedom_count() const { return static_cast<int>(freedoms.size()); }
  int independent_count() const { return static_cast<int>(carried.size()) - by_loops; }
  /// The y-th independent freedom, as one of the cluster.
  int independent(int y) const { return carried[by_loops + y]; }
};

/// The clusters of a model, and what its coordinates and velocities are of the tree's.
struct Clusters {
  std::vector<Cluster> all;
  std::vector<int> of_body;                       ///< -1 of bodies in none
  std::vector<int> own_coordinate, own_velocity;  ///< of the tree's: the model's, -1 where it has none
};

/// Reports that the loops of a cluster do not determine its dependent joints here. `equations` are Y_u, a row for each
/// equation, a column for each carried freedom.
[[noreturn]] void report_change_point(const Model& tree, const Cluster& cluster, const Eigen::MatrixXd& equations);

}  // namespace tandem
