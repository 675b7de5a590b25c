#pragma once

#include <tandem/dynamics/structures/structure.hpp>

#include <cmath>

namespace tandem::test {

/// The tetrahedral truss of Draper's laboratory (CSDL model no. 1), nondimensional: its edges are 10.
inline structures::Truss tetrahedron() {
  structures::Truss truss;
  const double r = std::sqrt(3.0);
  truss.nodes.resize(3, 10);
  truss.nodes.col(0) << 0.0, 0.0, 2.0 + 10.0 * std::sqrt(2.0 / 3.0);
  truss.nodes.col(1) << -5.0, -5.0 / r, 2.0;
  truss.nodes.col(2) << 5.0, -5.0 / r, 2.0;
  truss.nodes.col(3) << 0.0, 10.0 / r, 2.0;
  truss.nodes.col(4) << -6.0, -2.0 / r, 0.0;
  truss.nodes.col(5) << -4.0, -8.0 / r, 0.0;
  truss.nodes.col(6) << 4.0, -8.0 / r, 0.0;
  truss.nodes.col(7) << 6.0, -2.0 / r, 0.0;
  truss.nodes.col(8) << 2.0, 10.0 / r, 0.0;
  truss.nodes.col(9) << -2.0, 10.0 / r, 0.0;
  truss.bars = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 3}, {1, 3}, {1, 4}, {1, 5}, {2, 6}, {2, 7}, {3, 8}, {3, 9}};
  truss.supports = {4, 5, 6, 7, 8, 9};
  return truss;
}

}  // namespace tandem::test
