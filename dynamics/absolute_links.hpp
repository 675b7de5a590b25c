#pragma once

#include <tandem/dynamics/arguments.hpp>
#include <tandem/dynamics/cluster.hpp>

#include <string>
#include <vector>

namespace tandem {

/// A joint or loop in absolute coordinates: equations of where a frame of one body stands against one of another, as
/// cluster.hpp has them. Bodies are by their canonical frames.
struct AbsoluteLink {
  int first, second;                            ///< bodies
  Transform<double> first_frame, second_frame;  ///< body_from_frame
  std::vector<LoopRow> rows;
};

/// Of each body but the world the joint that carries it; what it lets free has no row. Refuses joints whose freedom is
/// no fixed direction in space, and couplings, which have no equation between bodies.
std::vector<AbsoluteLink> absolute_joints(const Model& model, const Parameters<double>& parameters);
/// Of each loop, with all equations that were stated.
std::vector<AbsoluteLink> absolute_loops(const Model& model, const Parameters<double>& parameters);

/// Coordinates of a joint from where its body stands in the joint's frame, next to those that are in q: turns are
/// counted on, and of two quaternions it is the one that q has.
void read_coordinates(const Link& link, const Transform<double>& joint_from_body, double* q);

}  // namespace tandem
