#pragma once

#include <tandem/core/matrix_jet.hpp>
#include <tandem/dynamics/structures/elements.hpp>

#include <array>
#include <span>
#include <vector>

namespace tandem::structures {

/// Mass and stiffness of a structure before its sections are chosen: a coefficient k of the mass is rho A of element k
/// (or of one of its points), one of the stiffness E A or E I.
struct Structure {
  SeparableMatrix mass, stiffness;
  std::vector<double> lengths;  ///< of the elements

  int freedoms() const { return static_cast<int>(mass.constant.rows()); }
};

/// Pin-jointed bars. A support holds all freedoms of its node; the others keep their order, coordinates in a row for
/// each node: freedom(truss, node) is its first, or -1.
struct Truss {
  Eigen::MatrixXd nodes;                 ///< 2 or 3 x nodes
  std::vector<std::array<int, 2>> bars;  ///< nodes, from 0
  std::vector<int> supports;             ///< nodes
};
Structure structure_of(const Truss& truss, Mass mass = Mass::consistent);
int freedom(const Truss& truss, int node);
/// The unit force along a bar on its nodes, from the first to the second: an actuator in the bar, or what a sensor of
/// its stretching reads.
Eigen::VectorXd along_bar(const Truss& truss, int bar);

/// A straight beam of equal elements in the plane, freedoms [w, slope] a node; one coefficient an element.
Structure uniform_beam(int elements, double element_length, bool is_clamped, Mass mass = Mass::consistent);

/// The same with a section that changes within each element: kTaperPoints coefficients an element, at the fractions
/// gauss_points(kTaperPoints) of its length.
inline constexpr int kTaperPoints = 4;
Structure tapered_beam(int elements, double element_length, bool is_clamped);

/// A structure that a rigid hub carries round. Coordinates (angle, displacements relative to the hub); `rigid` is what
/// each freedom of the whole structure moves for a unit of the angle and `kept` the freedoms that the hub does not
/// hold: M = T' M T + inertia of the hub, T = [rigid, columns of the freedoms kept]; K alike, without the angle.
Structure on_hub(const Structure& structure, const Eigen::VectorXd& rigid, std::span<const int> kept, double inertia);

/// Guyan's static condensation to the freedoms kept (AIAA Journal 3, 1965): T = [1; -K_ss^-1 K_sm], M = T' M T,
/// K = T' K T, with all derivatives. Frequencies are never below those of the whole (Ritz).
struct Condensed {
  MatrixJet mass, stiffness, shapes;  ///< shapes: T, rows in the order of the whole structure
};
Condensed condensed(const MatrixJet& mass, const MatrixJet& stiffness, std::span<const int> kept);

/// x' = A x + B u of M r'' + D r' + K r = G u, x = (r, r').
struct FirstOrder {
  MatrixJet a, b;
};
FirstOrder first_order(const MatrixJet& mass, const MatrixJet& damping, const MatrixJet& stiffness,
                       const Eigen::MatrixXd& forces);

}  // namespace tandem::structures
