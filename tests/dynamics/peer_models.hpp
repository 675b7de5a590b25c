#pragma once

#include <tandem/dynamics/model_builder.hpp>
#include <tandem/dynamics/models.hpp>

#include <string>

/// Models that a peer has answered for: of the collection, and one of joints that none there has.
namespace tandem::test {

inline constexpr const char* kPeerModels[] = {"cart-pole",  "arm-7",         "quadruped-18", "ball-chain-3",
                                              "jack-screw", "hooke-chain-3", "gantry"};

/// A carriage that goes anywhere, a head on it that turns by yaw, pitch and roll, and in that a drill.
inline Model gantry() {
  const auto body = [](double mass) { return Inertia<double>::box(mass, {0.1, -0.05, 0.2}, {0.4, 0.3, 0.6}); };
  const auto at = [](double x, double y, double z) { return Transform<double>::translated({x, y, z}); };
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), y = Eigen::Vector3d::UnitY(), z = Eigen::Vector3d::UnitZ();
  ModelBuilder builder("gantry");
  builder.add_body("carriage", "world", at(0.0, 0.0, 2.0), Joint::translation("rails"), body(8.0))
      .add_body("head", "carriage", at(0.1, 0.2, -0.3), Joint::euler("gimbal", z, y, x), body(3.0))
      .add_body("drill", "head", at(0.0, 0.1, -0.4), Joint::cylindrical("chuck", {1.0, 2.0, 2.0}), body(1.0));
  return builder.build();
}

inline Model peer_model(const std::string& name) { return name == "gantry" ? gantry() : make_model(name); }

}  // namespace tandem::test
