#pragma once

#include "random_tree.hpp"

/// Random chains with fixed seeds: what papers about chains are tested on.
namespace tandem::test {

/// One to nine bodies, each on the one before, with joints of 0, 1, 3 freedoms; every third chain floats. Dampers and
/// springs on some joints, rotors only where asked for.
inline Model random_chain(unsigned seed, bool with_rotors = false) {
  Dice dice(seed + 7000);
  ModelBuilder builder("chain " + std::to_string(seed));
  builder.set_gravity(dice.point() * 9.81);
  const int bodies = dice.integer(1, 9);
  for (int i = 0; i < bodies; ++i) {
    const std::string name = "body" + std::to_string(i), joint_name = name + " joint";
    const int kind = i == 0 && seed % 3 == 0 ? 9 : i == 0 ? dice.integer(0, 7) : dice.integer(0, 8);
    Joint joint = kind < 4   ? Joint::revolute(joint_name, dice.point())
                  : kind < 6 ? Joint::prismatic(joint_name, dice.point())
                  : kind < 8 ? Joint::spherical(joint_name)
                  : kind < 9 ? Joint::fixed(joint_name)
                             : Joint::free(joint_name);
    if (velocity_count(joint.type) == 1) {
      if (with_rotors) joint.rotor_inertia = dice.number(0, 1);
      joint.stiffness = dice.number(0, 5);
      joint.rest = dice.number();
    }
    joint.damping = dice.number(0, 1);
    builder.add_body(name, i == 0 ? "world" : "body" + std::to_string(i - 1), dice.placement(), joint, dice.inertia());
  }
  return builder.build();
}

struct RandomChain {
  explicit RandomChain(unsigned seed, bool with_rotors = false)
      : dice(seed + 8000), model(random_chain(seed, with_rotors)), ws(model) {
    q = random_configuration(model, dice);
    v = dice.vector(model.nv());
    tau = dice.vector(model.nv()) * 3;
    wrenches = random_wrenches(model, dice);
  }
  Dice dice;
  Model model;
  Workspace<double> ws;
  Eigen::VectorXd q, v, tau;
  std::vector<Wrench<double>> wrenches;
};

inline constexpr unsigned kChains = 233;

}  // namespace tandem::test
