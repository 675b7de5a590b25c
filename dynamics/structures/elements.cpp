#include <tandem/dynamics/structures/elements.hpp>

#include <tandem/core/error.hpp>

#include <Eigen/Geometry>

#include <array>
#include <cmath>
#include <iterator>

namespace tandem::structures {

using Eigen::Matrix4d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::Vector4d;
using Eigen::VectorXd;

namespace {

void require_length(double length) {
  require(std::isfinite(length) && length > 0.0, "structure: an element of length {} has no stiffness", length);
}

double bar_length(const VectorXd& a, const VectorXd& b) {
  require(a.size() == b.size() && (a.size() == 2 || a.size() == 3),
          "structure: a bar joins nodes of {} and {} coordinates, both should have 2 or 3", a.size(), b.size());
  const double length = (b - a).norm();
  require_length(length);
  return length;
}

/// [a, b; b', a] of square blocks.
MatrixXd two_by_two(const MatrixXd& own, const MatrixXd& other) {
  const Eigen::Index n = own.rows();
  MatrixXd all(2 * n, 2 * n);
  all << own, other, other.transpose(), own;
  return all;
}

}  // namespace

MatrixXd bar_stiffness(const VectorXd& a, const VectorXd& b) {
  const double length = bar_length(a, b);
  const VectorXd n = (b - a) / length;
  const MatrixXd along = n * n.transpose() / length;
  return two_by_two(along, -along);
}

MatrixXd bar_mass(const VectorXd& a, const VectorXd& b, Mass mass) {
  const double length = bar_length(a, b);
  const MatrixXd one = MatrixXd::Identity(a.size(), a.size());
  if (mass == Mass::lumped) return two_by_two(length / 2.0 * one, 0.0 * one);
  return two_by_two(length / 3.0 * one, length / 6.0 * one);
}

Matrix4d beam_stiffness(double length) {
  require_length(length);
  const double l = length;
  Matrix4d k;
  k << 12.0, 6.0 * l, -12.0, 6.0 * l,               //
      6.0 * l, 4.0 * l * l, -6.0 * l, 2.0 * l * l,  //
      -12.0, -6.0 * l, 12.0, -6.0 * l,              //
      6.0 * l, 2.0 * l * l, -6.0 * l, 4.0 * l * l;
  return k / (l * l * l);
}

Matrix4d beam_mass(double length, Mass mass) {
  require_length(length);
  const double l = length;
  if (mass == Mass::lumped) return Vector4d(l / 2.0, 0.0, l / 2.0, 0.0).asDiagonal();
  Matrix4d m;
  m << 156.0, 22.0 * l, 54.0, -13.0 * l,              //
      22.0 * l, 4.0 * l * l, 13.0 * l, -3.0 * l * l,  //
      54.0, 13.0 * l, 156.0, -22.0 * l,               //
      -13.0 * l, -3.0 * l * l, -22.0 * l, 4.0 * l * l;
  return l / 420.0 * m;
}

Vector4d beam_shapes(double l, double s) {
  return {1.0 - 3.0 * s * s + 2.0 * s * s * s, l * s * (1.0 - s) * (1.0 - s), s * s * (3.0 - 2.0 * s),
          l * s * s * (s - 1.0)};
}

Vector4d beam_curvatures(double l, double s) {
  return Vector4d(12.0 * s - 6.0, l * (6.0 * s - 4.0), 6.0 - 12.0 * s, l * (6.0 * s - 2.0)) / (l * l);
}

/// Roots of Legendre's polynomials and their weights (Abramowitz and Stegun, table 25.4), by their closed forms.
std::vector<GaussPoint> gauss_points(int count) {
  require(count >= 1 && count <= 5, "structure: Gauss's quadrature has 1 to 5 points here, not {}", count);
  std::vector<GaussPoint> points;
  const auto add = [&](double x, double weight) {
    points.push_back({0.5 * (1.0 + x), 0.5 * weight});
    if (x != 0.0) points.push_back({0.5 * (1.0 - x), 0.5 * weight});
  };
  const double a = 2.0 / 7.0 * std::sqrt(6.0 / 5.0), b = 2.0 * std::sqrt(10.0 / 7.0), c = 13.0 * std::sqrt(70.0);
  if (count == 1) add(0.0, 2.0);
  if (count == 2) add(std::sqrt(1.0 / 3.0), 1.0);
  if (count == 3) add(0.0, 8.0 / 9.0), add(std::sqrt(0.6), 5.0 / 9.0);
  if (count == 4) {
    add(std::sqrt(3.0 / 7.0 - a), (18.0 + std::sqrt(30.0)) / 36.0);
    add(std::sqrt(3.0 / 7.0 + a), (18.0 - std::sqrt(30.0)) / 36.0);
  }
  if (count == 5) {
    add(0.0, 128.0 / 225.0);
    add(std::sqrt(5.0 - b) / 3.0, (322.0 + c) / 900.0);
    add(std::sqrt(5.0 + b) / 3.0, (322.0 - c) / 900.0);
  }
  return points;
}

Matrix4d beam_stiffness_at(double length, const GaussPoint& point) {
  require_length(length);
  const Vector4d b = beam_curvatures(length, point.at);
  return length * point.weight * b * b.transpose();
}

Matrix4d beam_mass_at(double length, const GaussPoint& point) {
  require_length(length);
  const Vector4d n = beam_shapes(length, point.at);
  return length * point.weight * n * n.transpose();
}

/// In the beam's own axes: bending along y has freedoms (y, +turn about z), bending along z (z, -turn about y).
SpaceBeam space_beam(const Vector3d& a, const Vector3d& b, const Vector3d& side) {
  const double length = bar_length(a, b);
  const Vector3d x = (b - a) / length, normal = side - x * x.dot(side);
  require(normal.norm() > 1e-8 * side.norm(), "structure: the side of a beam, ({}, {}, {}), is along it", side(0),
          side(1), side(2));
  const Vector3d y = normal.normalized();
  MatrixXd own_from_world = MatrixXd::Zero(12, 12);
  Eigen::Matrix3d axes;
  axes << x.transpose(), y.transpose(), x.cross(y).transpose();
  for (int k = 0; k < 4; ++k) own_from_world.block<3, 3>(3 * k, 3 * k) = axes;
  const auto placed = [&](const MatrixXd& element, const std::vector<int>& freedoms, const VectorXd& signs) {
    MatrixXd own = MatrixXd::Zero(12, 12);
    for (int i = 0; i < std::ssize(freedoms); ++i) {
      for (int j = 0; j < std::ssize(freedoms); ++j) {
        own(freedoms[i], freedoms[j]) = signs(i) * signs(j) * element(i, j);
      }
    }
    return MatrixXd(own_from_world.transpose() * own * own_from_world);
  };
  Eigen::Matrix2d pull, inertia;
  pull << 1.0, -1.0, -1.0, 1.0;
  inertia << 2.0, 1.0, 1.0, 2.0;
  const Vector4d plus(1.0, 1.0, 1.0, 1.0), turned(1.0, -1.0, 1.0, -1.0);
  const std::vector<int> along_y{1, 5, 7, 11}, along_z{2, 4, 8, 10};
  const MatrixXd stiffness = beam_stiffness(length), mass = beam_mass(length), rod = length / 6.0 * inertia;
  return {placed(pull / length, {0, 6}, plus),
          placed(pull / length, {3, 9}, plus),
          placed(stiffness, along_y, plus),
          placed(stiffness, along_z, turned),
          placed(rod, {0, 6}, plus) + placed(mass, along_y, plus) + placed(mass, along_z, turned),
          placed(rod, {3, 9}, plus)};
}

}  // namespace tandem::structures
