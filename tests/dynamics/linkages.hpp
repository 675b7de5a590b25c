#pragma once

#include <tandem/dynamics/model_builder.hpp>

#include "random_tree.hpp"
#include <Eigen/QR>

#include <cmath>
#include <string>

/// Mechanisms with loops that tests share, in the x-y plane under gravity along -y.
namespace tandem::test {

inline Transform<double> at(double x, double y) { return Transform<double>::translated({x, y, 0}); }

/// A link along x: mass at its middle.
inline Inertia<double> link(double mass, double length, double izz) {
  return Inertia<double>::from_com(mass, {length / 2, 0, 0}, SymMat3<double>::diagonal(izz / 2, izz / 2, izz));
}
inline Inertia<double> rod(double mass, double length) {
  return Inertia<double>::rod(mass, Vec3<double>::zero(), {length, 0, 0});
}

inline ModelBuilder planar(const std::string& name) {
  ModelBuilder builder(name);
  builder.set_gravity({0, -9.81, 0});
  return builder;
}
inline Joint hinge(const std::string& name) { return Joint::revolute(name, Eigen::Vector3d::UnitZ()); }

struct FourBarSizes {
  double ground = 0.9, crank = 0.3, coupler = 0.8, rocker = 0.6;
};

/// A four-bar of ground 0.9, crank 0.3, coupler 0.8, rocker 0.6 m, whose numbers were found by a KKT system as well,
/// cut between coupler and rocker; the crank starts at 0.7.
inline ModelBuilder four_bar_builder(const FourBarSizes& l = {}) {
  ModelBuilder builder = planar("four-bar");
  builder.add_body("crank", "world", at(0, 0), hinge("crank"), link(1.0, l.crank, 0.01))
      .add_body("coupler", "crank", at(l.crank, 0), hinge("coupler"), link(2.0, l.coupler, 0.11))
      .add_body("rocker", "world", at(l.ground, 0), hinge("rocker"), link(1.5, l.rocker, 0.05))
      .add_frame("coupler end", "coupler", at(l.coupler, 0))
      .add_frame("rocker end", "rocker", at(l.rocker, 0))
      .guess("crank", 0.7)
      .guess("coupler", 0.1)
      .guess("rocker", 1.6);
  return builder;
}
inline Model four_bar() {
  return four_bar_builder().close("pin", "coupler end", "rocker end", kPin).independent("crank").build();
}

/// The same cut at the rocker's pivot on the ground, the rocker hanging on the coupler with its own end.
inline Model four_bar_cut_at_ground() {
  const FourBarSizes l;
  const Inertia<double> rocker =
      Inertia<double>::from_com(1.5, {l.rocker / 2, 0, 0}, SymMat3<double>::diagonal(0.025, 0.025, 0.05));
  return planar("four-bar cut at the ground")
      .add_body("crank", "world", at(0, 0), hinge("crank"), link(1.0, l.crank, 0.01))
      .add_body("coupler", "crank", at(l.crank, 0), hinge("coupler"), link(2.0, l.coupler, 0.11))
      .add_body("rocker", "coupler", at(l.coupler, 0), hinge("rocker"), to_parent(at(-l.rocker, 0), rocker))
      .add_frame("pivot", "rocker", at(-l.rocker, 0))
      .add_frame("ground", "world", at(l.ground, 0))
      .close("pivot", "pivot", "ground", kPin)
      .independent("crank")
      .guess("crank", 0.7)
      .guess("coupler", 0.1)
      .guess("rocker", 0.8)
      .build();
}

/// A parallelogram of two rods of length r and a coupler as long as the ground.
inline Model parallelogram(double r, double mass, double coupler_mass, double angle) {
  return planar("parallelogram")
      .add_body("left", "world", at(0, 0), hinge("left"), rod(mass, r))
      .add_body("coupler", "left", at(r, 0), hinge("coupler"), rod(coupler_mass, 1))
      .add_body("right", "world", at(1, 0), hinge("right"), rod(mass, r))
      .add_frame("coupler end", "coupler", at(1, 0))
      .add_frame("right end", "right", at(r, 0))
      .close("pin", "coupler end", "right end", kPin)
      .independent("left")
      .guess("left", angle)
      .guess("coupler", -angle + 0.01)
      .guess("right", angle - 0.02)
      .build();
}

inline Model slider_crank(double crank, double rod_length, double angle) {
  return planar("slider-crank")
      .add_body("crank", "world", at(0, 0), hinge("crank"), rod(1, crank))
      .add_body("rod", "crank", at(crank, 0), hinge("rod"), rod(1, rod_length))
      .add_body("slider", "world", at(0, 0), Joint::prismatic("slider", Eigen::Vector3d::UnitX()),
                Inertia<double>::point(2, Vec3<double>::zero()))
      .add_frame("rod end", "rod", at(rod_length, 0))
      .close("pin", "slider", "rod end", kPin)
      .independent("crank")
      .guess("crank", angle)
      .guess("rod", -angle)
      .guess("slider", rod_length)
      .build();
}

/// A pin on a crank of length r in the slot of an arm that turns about (d, 0).
inline Model pin_in_slot(double r, double d, double angle) {
  return planar("pin-in-slot")
      .add_body("crank", "world", at(0, 0), hinge("crank"), rod(1, r))
      .add_body("arm", "world", at(d, 0), hinge("arm"), rod(2, 1))
      .add_frame("pin", "crank", at(r, 0))
      .close("slot", "arm", "pin", kSlot)
      .independent("crank")
      .guess("crank", angle)
      .guess("arm", std::atan2(r * std::sin(angle), r * std::cos(angle) - d))
      .build();
}

/// A random tree with loops: some bodies of six more are couplers on ball joints made of three hinges, that are closed
/// on another body where they happen to meet; some joints follow one or two others.
inline Model random_linkage(unsigned seed) {
  Dice dice(seed);
  ModelBuilder builder("linkage " + std::to_string(seed));
  builder.set_gravity(dice.point() * 9.81);
  const bool floats = seed % 2 == 0;
  builder.add_body("base", "world", dice.placement(),
                   floats ? Joint::free("base") : Joint::revolute("base", dice.point()), dice.inertia());
  const auto add = [&](const std::string& name, const std::string& parent, const Transform<double>& placement) {
    Joint joint = dice.integer(0, 3) == 0 ? Joint::prismatic(name, dice.point()) : Joint::revolute(name, dice.point());
    joint.rotor_inertia = dice.integer(0, 1) * dice.number(0, 1);
    joint.damping = dice.integer(0, 1) * dice.number(0, 1);
    joint.stiffness = dice.integer(0, 1) * dice.number(0, 5);
    joint.rest = dice.number();
    builder.add_body(name, parent, placement, joint, dice.inertia());
  };
  std::vector<std::string> hosts{"base"};
  const int groups = dice.integer(1, 3);
  for (int g = 0; g < groups; ++g) {
    const std::string host = hosts[dice.integer(0, static_cast<int>(hosts.size()) - 1)], n = std::to_string(g);
    if (dice.integer(0, 1) == 0) {
      // Two legs from one host, of two and three joints, whose ends meet where all joints are at zero: five freedoms,
      // three equations.
      const Transform<double> left = dice.placement(), inner = dice.placement(), right = dice.placement(),
                              middle = dice.placement(), outer = dice.placement(), end = dice.placement();
      add("left" + n, host, left), add("left_end" + n, "left" + n, inner);
      add("right" + n, host, right), add("middle" + n, "right" + n, middle), add("right_end" + n, "middle" + n, outer);
      const Transform<double> left_end = left * inner, right_end = right * middle * outer;
      builder.add_frame("first" + n, "left_end" + n, end);
      builder.add_frame("second" + n, "right_end" + n, inverse(right_end) * left_end * end);
      builder.close("ball" + n, "first" + n, "second" + n, kBall);
      hosts.push_back("middle" + n), hosts.push_back("left_end" + n);
    } else {
      // A differential and a mimic.
      add("a" + n, host, dice.placement()), add("b" + n, "a" + n, dice.placement());
      add("c" + n, host, dice.placement()), add("d" + n, "b" + n, dice.placement());
      builder.couple("b" + n, {{"a" + n, dice.number(0.5, 2)}, {"c" + n, dice.number(-2, -0.5)}}, dice.number());
      builder.couple("d" + n, {{"b" + n, dice.number(0.5, 2)}});
      hosts.push_back("b" + n), hosts.push_back("c" + n);
    }
    add("tip" + n, hosts.back(), dice.placement());
    hosts.push_back("tip" + n);
  }
  return builder.build();
}

/// q somewhere else on the loops, v, a and wrenches of a model with loops.
struct LinkageCase {
  explicit LinkageCase(Model made, unsigned seed) : dice(seed + 77), model(std::move(made)), ws(model) {
    q = model.neutral_configuration();
    v = dice.vector(model.nv());
    a = dice.vector(model.nv());
    tau = dice.vector(model.nv());
    wrenches = random_wrenches(model, dice);
  }
  explicit LinkageCase(unsigned seed) : LinkageCase(random_linkage(seed), seed) {}
  Dice dice;
  Model model;
  Workspace<double> ws;
  Eigen::VectorXd q, v, a, tau;
  std::vector<Wrench<double>> wrenches;
};

}  // namespace tandem::test
