#include <tandem/dynamics/structures/structure.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace tandem::structures {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// ---- trusses --------------------------------------------------------------------------------------------------------

namespace {

bool is_held(const Truss& truss, int node) {
  return std::find(truss.supports.begin(), truss.supports.end(), node) != truss.supports.end();
}

void require_node(const Truss& truss, int node) {
  require(node >= 0 && node < truss.nodes.cols(), "truss: there is no node {}, there are {}", node, truss.nodes.cols());
}

int free_freedoms(const Truss& truss) {
  int count = 0;
  for (int node = 0; node < truss.nodes.cols(); ++node) count += is_held(truss, node) ? 0 : 1;
  return count * static_cast<int>(truss.nodes.rows());
}

std::vector<int> bar_freedoms(const Truss& truss, int bar) {
  std::vector<int> freedoms;
  for (const int node : truss.bars[bar]) {
    const int first = freedom(truss, node);
    for (int k = 0; k < truss.nodes.rows(); ++k) freedoms.push_back(first < 0 ? -1 : first + k);
  }
  return freedoms;
}

}  // namespace

int freedom(const Truss& truss, int node) {
  require_node(truss, node);
  if (is_held(truss, node)) return -1;
  int before = 0;
  for (int other = 0; other < node; ++other) before += is_held(truss, other) ? 0 : 1;
  return before * static_cast<int>(truss.nodes.rows());
}

Structure structure_of(const Truss& truss, Mass mass) {
  require(truss.nodes.allFinite(), "truss: a node's coordinate is not finite");
  for (const int node : truss.supports) require_node(truss, node);
  const int bars = static_cast<int>(truss.bars.size()), freedoms = free_freedoms(truss);
  require(freedoms > 0, "truss: none of its {} nodes may move", truss.nodes.cols());
  Structure structure{SeparableMatrix(freedoms, bars), SeparableMatrix(freedoms, bars), {}};
  for (int bar = 0; bar < bars; ++bar) {
    for (const int node : truss.bars[bar]) require_node(truss, node);
    const VectorXd a = truss.nodes.col(truss.bars[bar][0]), b = truss.nodes.col(truss.bars[bar][1]);
    const std::vector<int> where = bar_freedoms(truss, bar);
    structure.stiffness.add(bar, bar_stiffness(a, b), where);
    structure.mass.add(bar, bar_mass(a, b, mass), where);
    structure.lengths.push_back((b - a).norm());
  }
  return structure;
}

VectorXd along_bar(const Truss& truss, int bar) {
  require(bar >= 0 && bar < std::ssize(truss.bars), "truss: there is no bar {}, there are {}", bar, truss.bars.size());
  const auto [from, to] = truss.bars[bar];
  const VectorXd direction = (truss.nodes.col(to) - truss.nodes.col(from)).normalized();
  VectorXd force = VectorXd::Zero(free_freedoms(truss));
  if (freedom(truss, from) >= 0) force.segment(freedom(truss, from), direction.size()) -= direction;
  if (freedom(truss, to) >= 0) force.segment(freedom(truss, to), direction.size()) += direction;
  return force;
}

// ---- beams ----------------------------------------------------------------------------------------------------------

namespace {

/// Freedoms of element k of a beam whose first node may be held.
std::array<int, 4> beam_freedoms(int k, bool is_clamped) {
  const int first = 2 * k - (is_clamped ? 2 : 0);
  return {std::max(first, -1), first < 0 ? -1 : first + 1, first + 2, first + 3};
}

int beam_size(int elements, bool is_clamped) {
  require(elements >= 1, "beam: {} elements make no beam", elements);
  return 2 * (elements + 1) - (is_clamped ? 2 : 0);
}

}  // namespace

Structure uniform_beam(int elements, double element_length, bool is_clamped, Mass mass) {
  const int size = beam_size(elements, is_clamped);
  Structure beam{SeparableMatrix(size, elements), SeparableMatrix(size, elements),
                 std::vector<double>(elements, element_length)};
  for (int k = 0; k < elements; ++k) {
    beam.stiffness.add(k, beam_stiffness(element_length), beam_freedoms(k, is_clamped));
    beam.mass.add(k, beam_mass(element_length, mass), beam_freedoms(k, is_clamped));
  }
  return beam;
}

Structure tapered_beam(int elements, double element_length, bool is_clamped) {
  const int size = beam_size(elements, is_clamped), count = elements * kTaperPoints;
  Structure beam{SeparableMatrix(size, count), SeparableMatrix(size, count),
                 std::vector<double>(elements, element_length)};
  for (int k = 0; k < count; ++k) {
    const GaussPoint point = gauss_points(kTaperPoints)[k % kTaperPoints];
    beam.stiffness.add(k, beam_stiffness_at(element_length, point), beam_freedoms(k / kTaperPoints, is_clamped));
    beam.mass.add(k, beam_mass_at(element_length, point), beam_freedoms(k / kTaperPoints, is_clamped));
  }
  return beam;
}

Structure on_hub(const Structure& structure, const VectorXd& rigid, std::span<const int> kept, double inertia) {
  require(rigid.size() == structure.freedoms(), "hub: the rigid shape has {} entries, the structure {} freedoms",
          rigid.size(), structure.freedoms());
  require(inertia >= 0.0, "hub: its inertia, {}, is negative", inertia);
  const Eigen::Index size = std::ssize(kept) + 1;
  MatrixXd with_angle = MatrixXd::Zero(structure.freedoms(), size), relative = with_angle;
  with_angle.col(0) = rigid;
  for (int k = 0; k < std::ssize(kept); ++k) {
    require(kept[k] >= 0 && kept[k] < structure.freedoms(), "hub: there is no freedom {}, there are {}", kept[k],
            structure.freedoms());
    with_angle(kept[k], k + 1) = relative(kept[k], k + 1) = 1.0;
  }
  const auto through = [](const SeparableMatrix& a, const MatrixXd& t) {
    SeparableMatrix b;
    b.constant = t.transpose() * a.constant * t;
    for (const MatrixXd& part : a.parts) b.parts.emplace_back(t.transpose() * part * t);
    return b;
  };
  Structure carried{through(structure.mass, with_angle), through(structure.stiffness, relative), structure.lengths};
  carried.mass.constant(0, 0) += inertia;
  return carried;
}

// ---- condensation and first-order form ------------------------------------------------------------------------------

Condensed condensed(const MatrixJet& mass, const MatrixJet& stiffness, std::span<const int> kept) {
  const int size = static_cast<int>(stiffness.value.rows()), masters = static_cast<int>(kept.size());
  require(masters > 0 && masters <= size, "condensation: {} of {} freedoms cannot be kept", masters, size);
  std::vector<int> order(kept.begin(), kept.end());
  for (int i = 0; i < size; ++i) {
    if (std::find(kept.begin(), kept.end(), i) == kept.end()) order.push_back(i);
  }
  require(std::ssize(order) == size, "condensation: a freedom is kept twice, or is not one of the {}", size);
  MatrixXd sorted = MatrixXd::Zero(size, size);  // whole = sorted * (kept, others)
  for (int k = 0; k < size; ++k) sorted(order[k], k) = 1.0;
  const int others = size - masters;
  MatrixJet t(MatrixXd::Identity(size, masters), stiffness.seeds());
  if (others > 0) {
    const MatrixJet k = product(sorted.transpose(), stiffness, sorted);
    const MatrixJet follow =
        -(inverse(block(k, masters, masters, others, others)) * block(k, masters, 0, others, masters));
    t = t + embedded(follow, size, masters, masters, 0);
  }
  t = product(sorted, t, MatrixXd::Identity(masters, masters));
  return {transpose(t) * mass * t, transpose(t) * stiffness * t, t};
}

FirstOrder first_order(const MatrixJet& mass, const MatrixJet& damping, const MatrixJet& stiffness,
                       const MatrixXd& forces) {
  const int n = static_cast<int>(mass.value.rows()), inputs = static_cast<int>(forces.cols());
  require(forces.rows() == n, "structure: forces have {} rows, there are {} freedoms", forces.rows(), n);
  for (int i = 0; i < n; ++i) {
    require(mass.value(i, i) > 0.0,
            "structure: freedom {} has no mass, so no equation of motion (lumped masses have no inertia of turning)",
            i);
  }
  const MatrixJet inverse_mass = inverse(mass);
  MatrixXd upper = MatrixXd::Zero(2 * n, 2 * n);
  upper.topRightCorner(n, n).setIdentity();
  return {MatrixJet(upper, mass.seeds()) + embedded(-(inverse_mass * stiffness), 2 * n, 2 * n, n, 0) +
              embedded(-(inverse_mass * damping), 2 * n, 2 * n, n, n),
          embedded(product(MatrixXd::Identity(n, n), inverse_mass, forces), 2 * n, inputs, n, 0)};
}

}  // namespace tandem::structures
