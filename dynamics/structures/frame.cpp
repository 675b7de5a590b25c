#include <tandem/dynamics/structures/frame.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <array>
#include <iterator>

namespace tandem::structures {

using Eigen::MatrixXd;
using Eigen::Vector3d;

namespace {

bool is_held(const Frame& frame, int node) {
  return std::find(frame.supports.begin(), frame.supports.end(), node) != frame.supports.end();
}

void require_node(const Frame& frame, int node) {
  require(node >= 0 && node < frame.nodes.cols(), "frame: there is no node {}, there are {}", node, frame.nodes.cols());
}

int free_nodes_before(const Frame& frame, int node) {
  int count = 0;
  for (int other = 0; other < node; ++other) count += is_held(frame, other) ? 0 : 1;
  return count;
}

void check(const Frame& frame) {
  require(frame.nodes.allFinite(), "frame: a node's coordinate is not finite");
  require(!frame.is_plane || frame.nodes.row(2).isZero(0.0), "frame: a plane one has nodes off the plane z = 0");
  for (const int node : frame.supports) require_node(frame, node);
  for (const FrameBeam& beam : frame.beams) require_node(frame, beam.from), require_node(frame, beam.to);
}

/// Where the twelve freedoms of a beam stand; -1 for what is held by a support, or by the plane.
std::array<int, 12> beam_freedoms(const Frame& frame, const FrameBeam& beam) {
  constexpr std::array kInPlane{0, 1, -1, -1, -1, 2};  // x, y and the turn about z
  std::array<int, 12> all;
  for (int end = 0; end < 2; ++end) {
    const int first = freedom(frame, end == 0 ? beam.from : beam.to);
    for (int k = 0; k < 6; ++k) {
      const int own = frame.is_plane ? kInPlane[k] : k;
      all[6 * end + k] = first < 0 || own < 0 ? -1 : first + own;
    }
  }
  return all;
}

}  // namespace

int freedom(const Frame& frame, int node) {
  require_node(frame, node);
  return is_held(frame, node) ? -1 : frame.freedoms_per_node() * free_nodes_before(frame, node);
}

Structure structure_of(const Frame& frame) {
  check(frame);
  const int beams = static_cast<int>(frame.beams.size());
  const int freedoms = frame.freedoms_per_node() * free_nodes_before(frame, static_cast<int>(frame.nodes.cols()));
  require(freedoms > 0, "frame: none of its {} nodes may move", frame.nodes.cols());
  Structure structure{SeparableMatrix(freedoms, 2 * beams), SeparableMatrix(freedoms, 4 * beams), {}};
  for (int k = 0; k < beams; ++k) {
    const FrameBeam& beam = frame.beams[k];
    const Vector3d a = frame.nodes.col(beam.from), b = frame.nodes.col(beam.to);
    const SpaceBeam element = space_beam(a, b, frame.is_plane ? Vector3d(a(1) - b(1), b(0) - a(0), 0.0) : beam.side);
    const std::array<int, 12> where = beam_freedoms(frame, beam);
    int part = 0;
    for (const MatrixXd* stiffness : {&element.axial, &element.torsion, &element.bending_y, &element.bending_z})
      structure.stiffness.add(4 * k + part++, *stiffness, where);
    structure.mass.add(2 * k, element.mass, where);
    structure.mass.add(2 * k + 1, element.spin, where);
    structure.lengths.push_back((b - a).norm());
  }
  return structure;
}

}  // namespace tandem::structures
