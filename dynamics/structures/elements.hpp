#pragma once

#include <Eigen/Core>

#include <vector>

namespace tandem::structures {

enum class Mass { consistent, lumped };

/// A pin-jointed bar between two nodes in the plane (2) or in space (3), freedoms [node a; node b], for unit axial
/// stiffness E A: [n n', -n n'; -n n', n n'] / l with the direction n. Refuses a bar of no length.
Eigen::MatrixXd bar_stiffness(const Eigen::VectorXd& a, const Eigen::VectorXd& b);

/// Its mass for unit mass a length, in all directions: l/6 [2, 1; 1, 2], or lumped l/2 at each node.
Eigen::MatrixXd bar_mass(const Eigen::VectorXd& a, const Eigen::VectorXd& b, Mass mass = Mass::consistent);

/// A Bernoulli beam in the plane with cubic shapes, freedoms [w, slope] at each end: for unit bending stiffness E I,
/// and for unit mass a length. Exact for loads at nodes. Lumped masses have no inertia of rotation.
Eigen::Matrix4d beam_stiffness(double length);
Eigen::Matrix4d beam_mass(double length, Mass mass = Mass::consistent);

/// The cubic shapes at the fraction s of the length, and their second derivatives along it.
Eigen::Vector4d beam_shapes(double length, double s);
Eigen::Vector4d beam_curvatures(double length, double s);

/// A point of Gauss's quadrature on [0, 1].
struct GaussPoint {
  double at, weight;
};
/// `count` points, exact for polynomials of degree 2 count - 1; 1 to 5.
std::vector<GaussPoint> gauss_points(int count);

/// A beam whose section changes along it: stiffness = sum over points of E I(s) beam_curvature_at, mass = sum of
/// rho A(s) beam_mass_at. Four points integrate a depth that is linear along the beam exactly: the integrands have
/// degree 7 (mass) and 5 (stiffness).
Eigen::Matrix4d beam_stiffness_at(double length, const GaussPoint& point);
Eigen::Matrix4d beam_mass_at(double length, const GaussPoint& point);

/// A Bernoulli beam in space, freedoms [displacement, rotation] at each end, all in the world's axes; its y axis is
/// the part of `side` that is normal to it. Stiffness = E A axial + G J torsion + E Iy bending_z + E Iz bending_y
/// (bending along y turns about z); mass = rho A mass + rho (Iy + Iz) spin.
struct SpaceBeam {
  Eigen::MatrixXd axial, torsion, bending_y, bending_z, mass, spin;  ///< each 12 x 12
};
SpaceBeam space_beam(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& side);

}  // namespace tandem::structures
