#pragma once

#include <tandem/dynamics/model_builder.hpp>

#include <Eigen/Geometry>

#include <random>
#include <string>

/// Trees with the shape of common robots, with made-up numbers: only the topology matters to the time of a recursion.
namespace tandem::bench {

class RobotMaker {
 public:
  explicit RobotMaker(const std::string& name) : builder_(name) {}

  void add_base() { add("base", "world", Joint::free("base joint")); }

  /// A limb of revolute joints whose axes go through z, y, y, z, y, x, ...; returns the name of its last body.
  std::string add_limb(const std::string& name, std::string parent, int joints) {
    const Eigen::Vector3d axes[] = {Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitY(),
                                    Eigen::Vector3d::UnitX()};
    for (int i = 0; i < joints; ++i) {
      const std::string body = name + std::to_string(i);
      add(body, parent, Joint::revolute(body + " joint", axes[i % 4]));
      parent = body;
    }
    return parent;
  }

  Model build() const { return builder_.build(); }

 private:
  void add(const std::string& name, const std::string& parent, Joint joint) {
    const Eigen::Matrix3d R = Eigen::Quaterniond::UnitRandom().toRotationMatrix();
    const Vec3<double> p(number_(engine_), number_(engine_), number_(engine_));
    const Vec3<double> com(number_(engine_), number_(engine_), number_(engine_));
    const Vec3<double> edges(0.2, 0.3, 0.4);
    builder_.add_body(name, parent, {Mat3<double>::from(R), p}, std::move(joint),
                      Inertia<double>::box(1.5, com, edges));
  }

  std::mt19937 engine_{1};
  std::uniform_real_distribution<double> number_{-0.4, 0.4};
  ModelBuilder builder_;
};

inline Model arm(int joints) {
  RobotMaker maker("arm " + std::to_string(joints));
  maker.add_limb("link", "world", joints);
  return maker.build();
}

/// A free base with four legs of three joints: 18 freedoms.
inline Model quadruped() {
  RobotMaker maker("quadruped");
  maker.add_base();
  for (int i = 0; i < 4; ++i) maker.add_limb("leg" + std::to_string(i) + " ", "base", 3);
  return maker.build();
}

/// A free base, two legs of six, a torso of two, two arms of seven, a head of two: 36 freedoms.
inline Model humanoid() {
  RobotMaker maker("humanoid");
  maker.add_base();
  maker.add_limb("left leg ", "base", 6);
  maker.add_limb("right leg ", "base", 6);
  const std::string torso = maker.add_limb("torso ", "base", 2);
  maker.add_limb("left arm ", torso, 7);
  maker.add_limb("right arm ", torso, 7);
  maker.add_limb("head ", torso, 2);
  return maker.build();
}

/// The chain of the peers' table: revolute about y, links of 0.5 m along -z.
inline Model chain(int joints) {
  ModelBuilder builder("chain " + std::to_string(joints));
  std::string parent = "world";
  const double length = 0.5, across = length * length / 12 + 1e-3;
  for (int i = 0; i < joints; ++i) {
    const Vec3<double> p(0, 0, i == 0 ? 0.0 : -length);
    const SymMat3<double> about_com = SymMat3<double>::diagonal(across, across, 1e-3);
    const std::string body = "link" + std::to_string(i);
    builder.add_body(body, parent, Transform<double>::translated(p),
                     Joint::revolute(body + " joint", Eigen::Vector3d::UnitY()),
                     Inertia<double>::from_com(1.0, {0, 0, -0.25}, about_com));
    parent = body;
  }
  return builder.build();
}

}  // namespace tandem::bench
