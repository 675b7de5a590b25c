#include <tandem/dynamics/models/all.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace tandem::models {
namespace {

constexpr double kMass = 1.0, kLength = 1.0, kRadius = 0.03;

Inertia<double> rod() { return Inertia<double>::rod(kMass, Vec3<double>::zero(), {0, 0, -kLength}); }

void add_rod(ModelBuilder& builder, int number, int parent, const Transform<double>& placement,
             const Eigen::Vector3d& axis) {
  const std::string name = "link" + std::to_string(number);
  builder.add_body(name, parent == 0 ? "world" : "link" + std::to_string(parent), placement,
                   Joint::revolute("joint" + std::to_string(number), axis), rod());
  builder.add_shape(name, bar_shape(Vec3<double>::zero(), {0, 0, -kLength}, kRadius));
}

/// Released from rest with joint angles 1, 1/2, 1/3, ...: nowhere near an equilibrium, whatever the number.
ModelExample released(Model model) {
  Eigen::VectorXd q = model.neutral_configuration();
  for (int i = 0; i < q.size(); ++i) q(i) = 1.0 / (i + 1);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.nv());
  return {std::move(model), std::move(q), std::move(v)};
}

/// Axes in turn about y and x, across the hanging rods: one alone along z would find a thin rod without inertia.
Eigen::Vector3d axis_in_turn(int number) {
  return number % 2 == 1 ? Eigen::Vector3d(kPlanarAxis) : Eigen::Vector3d(Eigen::Vector3d::UnitX());
}

}  // namespace

ModelExample planar_pendulum(int links) {
  ModelBuilder builder(links == 1 ? "pendulum" : links == 2 ? "double-pendulum" : "pendulum-" + std::to_string(links));
  for (int i = 1; i <= links; ++i) add_rod(builder, i, i - 1, at(0, 0, i == 1 ? 0 : -kLength), kPlanarAxis);
  return released(builder.build());
}

ModelExample chain(int links) {
  ModelBuilder builder("chain-" + std::to_string(links));
  for (int i = 1; i <= links; ++i) add_rod(builder, i, i - 1, at(0, 0, i == 1 ? 0 : -kLength), axis_in_turn(i));
  return released(builder.build());
}

ModelExample tree(int links, int branching) {
  ModelBuilder builder("tree-" + std::to_string(links) + "-" + std::to_string(branching));
  int depth = 1, last_of_depth = 1, width = 1;
  for (int i = 1; i <= links; ++i) {
    if (i > last_of_depth) {
      ++depth;
      width = std::min(width * branching, links);
      last_of_depth += width;
    }
    const int parent = i == 1 ? 0 : (i - 2) / branching + 1;
    // Branches fan out about the vertical, so that no two of them lie on each other.
    const double turn = i == 1 ? 0 : 2 * std::numbers::pi * ((i - 2) % branching) / branching;
    const double c = std::cos(turn), s = std::sin(turn);
    const Transform<double> placement{{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}, {0, 0, i == 1 ? 0 : -kLength}};
    add_rod(builder, i, parent, placement, axis_in_turn(depth));
  }
  return released(builder.build());
}

}  // namespace tandem::models
