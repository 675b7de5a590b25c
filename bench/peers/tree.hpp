#pragma once

#include <array>
#include <string>
#include <vector>

/// A tree of bodies in plain numbers: what contestants are built from. Each contestant is a library of its own,
/// compiled with its own flags, so that no Eigen type and no type of tandem or of a peer may pass between them.
namespace tandem::bench {

enum class TreeJoint { revolute, prismatic, free, spherical, screw, cylindrical, translation, universal, euler_zyx };

inline bool has_quaternion(TreeJoint joint) { return joint == TreeJoint::free || joint == TreeJoint::spherical; }

inline int coordinates_of(TreeJoint joint) {
  switch (joint) {
    case TreeJoint::free:
      return 7;
    case TreeJoint::spherical:
      return 4;
    case TreeJoint::translation:
    case TreeJoint::euler_zyx:
      return 3;
    case TreeJoint::cylindrical:
    case TreeJoint::universal:
      return 2;
    default:
      return 1;
  }
}

struct TreeBody {
  std::string name;
  int parent;  ///< 0 is the world; bodies are numbered from 1 on, parents first
  TreeJoint joint;
  std::array<double, 3> axis;         ///< of a universal joint the first one
  std::array<double, 3> second;       ///< of a universal joint
  double pitch;                       ///< of a screw, m/rad
  std::array<double, 9> rotation;     ///< parent_from_body at zero coordinates, column by column
  std::array<double, 3> translation;  ///< of the same
  double mass;
  std::array<double, 3> com;
  std::array<double, 6> about_com;  ///< xx, xy, xz, yy, yz, zz in the body's axes
};

struct Tree {
  std::string name;
  std::array<double, 3> gravity;
  std::vector<TreeBody> bodies;  ///< body i of the model is bodies[i - 1]
  int nq = 0, nv = 0;
};

/// In tandem's conventions: a free joint's q is (quaternion w x y z; position), its v (angular; linear) in body axes; a
/// cylindrical joint turns, then slides.
struct TreeState {
  std::vector<double> q, v, a;
};

}  // namespace tandem::bench
