#pragma once

#include <tandem/dynamics/structures/structure.hpp>

#include <vector>

namespace tandem::structures {

/// A straight beam of a frame, from one node to another; its y axis is the part of `side` that is normal to it.
struct FrameBeam {
  int from = 0, to = 0;
  Eigen::Vector3d side = Eigen::Vector3d::UnitZ();
};

/// Beams that are joined stiffly at nodes. A support holds all freedoms of its node; the others keep their order, in
/// space [displacement, rotation] along x, y, z for each node. A plane frame lies in the plane of x and y and stays
/// there: [x, y, turn about z] for each node, and the beams' y axes lie in it, whatever their sides.
struct Frame {
  Eigen::Matrix3Xd nodes;
  std::vector<FrameBeam> beams;
  std::vector<int> supports;
  bool is_plane = false;

  int freedoms_per_node() const { return is_plane ? 3 : 6; }
};

/// Coefficients of beam k: of the stiffness 4 k + 0 to 3, E A, G J, E I of bending along y and along z; of the mass
/// 2 k and 2 k + 1, rho A and rho (Iy + Iz).
Structure structure_of(const Frame& frame);

/// A node's first freedom, or -1.
int freedom(const Frame& frame, int node);

}  // namespace tandem::structures
